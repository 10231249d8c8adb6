import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../../api/session.ts'
import { endOfDay, isDay, type Day } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { compare, type Grouping } from '../../stock/compared.ts'
import { positionQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Failed, Segmented, Skeleton } from '../../ui/parts.tsx'
import { Export } from './export.tsx'
import { messages } from './messages.ts'
import './position.css'
import { Sums } from './sums.tsx'

const route = getRouteApi('/position')

interface Address {
  at?: Day
  with?: Day
  group?: Grouping
}

/** All stock summed up at a date, beside another if wanted. */
export function Position() {
  const m = useMessages(messages)
  const formats = useFormats()
  const { at, with: other, group = 'commodity' }: Address = route.useSearch()
  const { organisation } = useMe()
  const momentOf = (day: Day | undefined) => day && endOfDay(day, organisation.timeZone).toISOString()
  const moment = momentOf(at)
  const position = useQuery({ ...positionQuery(moment), placeholderData: keepPreviousData })
  const beside = useQuery({
    ...positionQuery(momentOf(other)),
    enabled: other !== undefined,
    placeholderData: keepPreviousData,
  })
  const asked = at ? say(m.close, { day: formats.day(at) }) : m.now
  const error = position.error ?? beside.error
  const isThere = position.data && (other === undefined || beside.data)
  const rows =
    position.data && compare(position.data.lines, group, other === undefined ? undefined : beside.data?.lines)
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">
            {other ? say(m.compared, { moment: asked, day: formats.day(other) }) : asked}{' '}
            {at && at > formats.today() && <span className="badge plan">{m.planned}</span>}
          </p>
        </div>
        <Export at={moment} day={at ?? formats.today()} />
      </header>
      <When />
      {isThere && rows ? (
        rows.length === 0 ? (
          <Nothing />
        ) : (
          <div aria-busy={position.isPlaceholderData || beside.isPlaceholderData}>
            <Sums rows={rows} group={group} other={other} />
          </div>
        )
      ) : error ? (
        <Failed
          error={error}
          again={() => void Promise.all([position.refetch(), other && beside.refetch()])}
        />
      ) : (
        <Skeleton rows={2} />
      )}
      <p className="printed-on small">
        {say(m.printedOn, {
          organisation: organisation.name,
          moment: formats.moment(position.dataUpdatedAt),
        })}
      </p>
    </>
  )
}

/** The two dates and what is summed up by, all of which the address holds. */
function When() {
  const m = useMessages(messages)
  const formats = useFormats()
  const navigate = useNavigate()
  const address: Address = route.useSearch()
  const { at, with: other, group = 'commodity' } = address
  const go = (next: Address) => void navigate({ to: '/position', search: next, replace: true })
  const without = (name: keyof Address): Address =>
    Object.fromEntries(Object.entries(address).filter(([key]) => key !== name))
  return (
    <section className="panel position-when" aria-label={m.on}>
      <div className="position-day">
        <DayField
          label={m.on}
          value={at ?? formats.today()}
          onChange={(day) => {
            if (isDay(day)) go(day === formats.today() ? without('at') : { ...address, at: day })
          }}
        />
        <button
          type="button"
          className="button"
          disabled={at === undefined}
          onClick={() => go(without('at'))}
        >
          {m.nowButton}
        </button>
      </div>
      <div className="position-day">
        <DayField
          label={m.with}
          value={other ?? ''}
          onChange={(day) => go(isDay(day) ? { ...address, with: day } : without('with'))}
        />
        {other && (
          <button type="button" className="button" onClick={() => go(without('with'))}>
            {m.noComparison}
          </button>
        )}
      </div>
      <Segmented
        label={m.by}
        value={group}
        options={{ commodity: m.commodity, owner: m.owner, store: m.store, year: m.year }}
        onChange={(by) => go(by === 'commodity' ? without('group') : { ...address, group: by })}
      />
    </section>
  )
}

function Nothing() {
  const m = useMessages(messages)
  return (
    <div className="panel nothing">
      <h2>{m.none}</h2>
      <p className="quiet">{m.noneHint}</p>
      <Link to="/stores" className="button">
        {m.toStores}
      </Link>
    </div>
  )
}
