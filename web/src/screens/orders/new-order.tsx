import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryOrdersLimits, type Trade } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import '../../stock/agreed.css'
import { namingPartner } from '../../stock/naming-partner.ts'
import { agreedName } from '../../stock/agreed-name.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { blankOrder, grainOfDraft, readOrder } from './draft.ts'
import { OrderFields } from './fields.tsx'
import { orderFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { calledFromQuery } from './queries.ts'
import { isShownInOrder } from './refused.ts'

const route = getRouteApi('/orders/new')

/** An order is entered, alone or as a call-off from a contract; what is typed is kept on this device until it is. */
export function NewOrder() {
  const m = useMessages(orderFormMessages)
  const list = useMessages(messages)
  const { trade: tradeId } = route.useSearch()
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  const { data, error, refetch } = useQuery(calledFromQuery(tradeId))
  if (tradeId !== undefined && !data) return <NotRead title={list.title} error={error} again={refetch} />
  const trade = data?.result
  return (
    <>
      <header className="top">
        <div>
          {trade ? (
            <Link to="/trades/$id" params={{ id: trade.id }} className="back">
              <Icon name="left" size={18} />
              {agreedName(trade)}
            </Link>
          ) : (
            <Link to="/orders" search={{}} className="back">
              <Icon name="left" size={18} />
              {list.title}
            </Link>
          )}
          <h1>{trade ? say(m.callOffTitle, { name: agreedName(trade) }) : m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        <Entry trade={trade} />
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

function Entry({ trade }: { trade: Trade | undefined }) {
  const m = useMessages(orderFormMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const partners = useQuery(partnersQuery())
  const [draft, change, clear] = useDraft(`${organisation.id}.order.${trade?.id ?? ''}`, () =>
    trade ? calledOff(trade) : blankOrder,
  )
  const sending = useSending(postInventoryOrdersLimits)
  const terms = readOrder(draft, language)
  const commodity = grainOfDraft(draft)
  const whose = trade
    ? { tradeId: trade.id }
    : commodity && {
        kind: draft.kind,
        partner: namingPartner(draft.partner, partners.data?.docs ?? []),
        commodity,
      }
  const save = () =>
    terms &&
    whose &&
    sending.send(
      () => askOnce('POST /api/inventory/orders', { body: { ...whose, ...terms } }),
      ({ id }) => {
        clear()
        return navigate({ to: '/orders/$id', params: { id }, replace: true })
      },
    )
  return (
    <div className="trade-form">
      <Form
        sending={sending}
        action={m.create}
        isReady={terms !== undefined && whose !== undefined && isOnline}
        isSaidBelow={isShownInOrder(sending.error)}
        onSend={save}
        onCancel={() =>
          void (trade
            ? navigate({ to: '/trades/$id', params: { id: trade.id } })
            : navigate({ to: '/orders', search: {} }))
        }
      >
        {trade && <CalledFrom trade={trade} />}
        <OrderFields {...{ draft, change, sending }} isOwn={!trade} />
      </Form>
    </div>
  )
}

/** The draft of a call-off: its contract says with whom, of what and from which store. */
const calledOff = ({ kind, partner, commodity: { commodity, type }, delivery }: Trade) => ({
  ...blankOrder,
  kind,
  partner: partner.name,
  grain: type.id === 0 ? String(commodity.id) : `${commodity.id}.${type.id}`,
  storageId: delivery.storageId,
})

function CalledFrom({ trade }: { trade: Trade }) {
  const { partner, commodity, usage } = trade
  const commodityId = commodity.commodity.id
  const m = useMessages(orderFormMessages, commodityId)
  const formats = useFormats(commodityId)
  return (
    <p className="note">
      {say(m.ofContract, {
        name: agreedName(trade),
        partner: partner.name,
        grain: [commodity.commodity.name, commodity.type.name].filter(Boolean).join(' · '),
        left: formats.stock(usage.left),
      })}
    </p>
  )
}
