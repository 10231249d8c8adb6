import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.ts'
import { partnersQuery, storesQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Choice } from '../../ui/parts.tsx'
import { offeredKinds, periods, seasonPeriods, type ReportAddress } from './asked.ts'
import { messages } from './messages.ts'
import { useGrainChoices } from './grain-choices.ts'

interface Props {
  address: ReportAddress
  change: (part: Record<string, string>) => void
}

/** The kind of a report, its period and its filters, which are the address. */
export function ReportChoices({ address, change }: Props) {
  const m = useMessages(messages)
  const { kind, period, from, to, isBeside } = address
  const offered = kind === 'season' ? seasonPeriods : periods
  return (
    <section className="panel pad report-choices" aria-label={m.choose}>
      <Choice label={m.kind} value={kind} onChange={(value) => change({ kind: value })}>
        {offeredKinds.map((each) => (
          <option key={each} value={each}>
            {m[each]}
          </option>
        ))}
      </Choice>
      <Choice label={m.period} value={period} onChange={(value) => change({ period: value })}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {m[each]}
          </option>
        ))}
      </Choice>
      {period === 'dates' && (
        <>
          <DayField label={m.from} value={from} onChange={(day) => change({ from: day })} />
          <DayField label={m.to} value={to} onChange={(day) => change({ to: day })} />
        </>
      )}
      <Filters address={address} change={change} />
      <label className="check report-beside">
        <input
          type="checkbox"
          checked={isBeside}
          onChange={({ target }) => change({ beside: target.checked ? '1' : '' })}
        />
        {m.beside}
      </label>
    </section>
  )
}

/** Filters that go with the kind: a season is of fields, and has no partner. */
function Filters({ address: { kind, commodity, store, partner }, change }: Props) {
  const m = useMessages(messages)
  const grains = useGrainChoices()
  const stores = useQuery(storesQuery)
  const partners = useQuery(partnersQuery())
  const isOfStores = kind !== 'season'
  const isOfOwners = kind === 'owners' || kind === 'losses'
  return (
    <>
      <Choice label={m.grain} value={commodity} onChange={(value) => change({ commodity: value })}>
        <option value="">{m.allGrain}</option>
        {grains.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      {isOfStores && (
        <Choice label={m.store} value={store} onChange={(value) => change({ store: value })}>
          <option value="">{m.allStores}</option>
          {stores.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {isOfStores && (
        <Choice
          label={isOfOwners ? m.owner : m.partner}
          value={partner}
          onChange={(value) => change({ partner: value })}
        >
          <option value="">{m.everybody}</option>
          {partners.data?.docs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
    </>
  )
}
