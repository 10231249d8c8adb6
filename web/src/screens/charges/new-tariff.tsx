import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { useCurrency } from '../../stock/currency.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { rateMessages } from '../../stock/rate-words.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import './charges.css'
import { contractOfTariffQuery } from './queries.ts'
import { MoneyField, RateFields, type TariffFieldsProps } from './rate-fields.tsx'
import { isShownInTariff } from './refused.ts'
import { blankTariff, readTariff } from './tariff-draft.ts'
import { tariffMessages } from './tariff-messages.ts'

const route = getRouteApi('/charges/tariffs/new')

/** A tariff is agreed; what is typed is kept on this device until it is. */
export function NewTariff() {
  const m = useMessages(tariffMessages)
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  const { contract } = route.useSearch()
  const currency = useCurrency()
  return (
    <>
      <header className="top">
        <div>
          <Link to="/charges/tariffs" search={{}} className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        currency === undefined ? (
          <Skeleton />
        ) : (
          <Entry contractId={contract} currency={currency} />
        )
      ) : (
        <p className="panel pad quiet">{say(m.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

function Entry({ contractId, currency }: { contractId: string | undefined; currency: string }) {
  const m = useMessages(tariffMessages)
  const names = useMessages(rateMessages)
  const formats = useFormats()
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const partners = useQuery(partnersQuery())
  const [draft, change, clear] = useDraft(`${organisation.id}.tariff`, () =>
    blankTariff(formats.today(), currency),
  )
  const sending = useSending()
  const terms = readTariff(draft, language)
  const save = () =>
    terms &&
    sending.send(
      () =>
        askOnce('POST /api/inventory/tariffs', {
          body: { ...subjectOf(contractId, draft.partner, partners.data?.docs ?? []), ...terms },
        }),
      ({ id }) => {
        clear()
        return navigate({ to: '/charges/tariffs/$id', params: { id }, replace: true })
      },
    )
  return (
    <div className="panel pad charge-form">
      <Form
        sending={sending}
        action={m.create}
        isReady={terms !== undefined && draft.currency.trim() !== '' && isOnline}
        isSaidBelow={isShownInTariff(sending.error)}
        onSend={save}
        onCancel={() => void navigate({ to: '/charges/tariffs', search: {} })}
      >
        {contractId === undefined ? (
          <Suggest
            label={m.partner}
            value={draft.partner}
            onChange={(partner) => change({ partner })}
            options={(partners.data?.docs ?? []).map(({ name }) => ({ value: name }))}
            hint={m.partnerHint}
            {...sending.at('partner', 'partner.id', 'partner.name')}
          />
        ) : (
          <OfContract id={contractId} />
        )}
        <Terms {...{ draft, change, sending }} />
        <RateFields {...{ draft, change, sending }} />
        <MoneyField
          label={names.minimum}
          value={draft.minimum}
          onChange={(minimum) => change({ minimum })}
          fault={sending.faultOf('minimum')}
        />
        <TextField
          label={m.notes}
          value={draft.notes}
          onChange={(notes) => change({ notes })}
          {...sending.at('notes')}
        />
      </Form>
    </div>
  )
}

/** The scope of the tariff: a storage contract, a partner by name, or nobody alone. */
function subjectOf(contractId: string | undefined, typed: string, known: { id: string; name: string }[]) {
  const name = typed.trim()
  if (contractId !== undefined) return { storageContractId: contractId }
  if (name === '') return {}
  return { partner: { id: known.find((each) => each.name === name)?.id ?? partnerIdOf(name), name } }
}

function OfContract({ id }: { id: string }) {
  const m = useMessages(tariffMessages)
  const { data } = useQuery(contractOfTariffQuery(id))
  if (!data) return <p className="quiet">{m.contract}</p>
  return <p>{say(m.onContract, { reference: data.details.reference, owner: data.owner.name })}</p>
}

function Terms({ draft, change, sending }: TariffFieldsProps) {
  const m = useMessages(tariffMessages)
  return (
    <>
      <div className="two">
        <DayField
          label={m.from}
          value={draft.from}
          onChange={(from) => change({ from })}
          fault={sending.faultOf('fromISO')}
        />
        <DayField
          label={m.to}
          value={draft.to}
          onChange={(to) => change({ to })}
          fault={sending.faultOf('toISO')}
        />
      </div>
      <p className="quiet small">
        {m.fromHint} {m.toHint}
      </p>
      <div className="two">
        <TextField
          label={m.currency}
          value={draft.currency}
          onChange={(currency) => change({ currency })}
          {...sending.at('currency')}
        />
        <TextField
          label={m.vatCode}
          value={draft.vatCode}
          onChange={(vatCode) => change({ vatCode })}
          hint={m.vatHint}
          {...sending.at('vatCode')}
        />
      </div>
    </>
  )
}
