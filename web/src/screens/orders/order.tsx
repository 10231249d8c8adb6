import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Order } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import '../../stock/agreed.css'
import { NamedLoads } from '../../stock/named-loads.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { grainOfOrder, OrderBar, OrderStatus, useOrderWords } from './amount.tsx'
import { DriverLink } from './driver-link.tsx'
import { OrderHistory } from './history.tsx'
import { messages } from './messages.ts'
import { orderPageMessages } from './page-messages.ts'
import { orderQuery, type VersionedOrder } from './queries.ts'
import { OrderActions } from './status-actions.tsx'

const route = getRouteApi('/orders/$id')

/** One order: what it says, what moved on it, what is left, and the link for its driver. */
export function OrderPage() {
  const m = useMessages(orderPageMessages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(orderQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  const { result: order, etag } = data
  return (
    <>
      <Head order={order} etag={etag} />
      <div className="trade-page">
        <div className="stack">
          <Progress order={order} />
          <NamedLoads of="orderId" id={order.id} />
        </div>
        <div className="stack">
          <Said order={order} />
          <DriverLink order={order} etag={etag} />
          <OrderHistory order={order} />
        </div>
      </div>
    </>
  )
}

function Head({ order, etag }: VersionedOrder) {
  const m = useMessages(orderPageMessages)
  const words = useMessages(messages)
  const isOnline = useOnline()
  const mayChange = useMay('contracts:write')
  const { ordered, days } = useOrderWords(order)
  const { id, kind, status, name, partner } = order
  const whose = name === partner.name ? [] : [partner.name]
  return (
    <header className="top">
      <div>
        <Link to="/orders" search={{}} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{name}</h1>
        <p className="quiet">
          {[words[kind], ...whose, grainOfOrder(order), ...ordered, days].join(' · ')}{' '}
          <OrderStatus status={status} />
        </p>
      </div>
      <div className="bar">
        <Papers
          papers={[printable('order', 'GET /api/inventory/orders/{id}/order.pdf', { path: { id } })]}
          names={[partner.name]}
        />
        {mayChange && <OrderActions order={order} etag={etag} />}
        {mayChange &&
          status === 'open' &&
          (isOnline ? (
            <Link to="/orders/$id/edit" params={{ id }} className="button primary">
              {m.edit}
            </Link>
          ) : (
            <button type="button" className="button" disabled>
              {m.edit}
            </button>
          ))}
      </div>
    </header>
  )
}

function Progress({ order }: { order: Order }) {
  const commodityId = order.commodity.id
  const m = useMessages(orderPageMessages, commodityId)
  const list = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const words = useOrderWords(order)
  const { usage, loads } = order
  const moved = [
    `${formats.exactStock(usage.moved)} ${formats.stockUnit}`,
    ...(loads === null ? [] : [say(list.loadsWords, { n: usage.movedLoads })]),
  ]
  return (
    <section className="panel pad stack" aria-label={m.progress}>
      <dl className="trade-figures">
        <div>
          <dt>{m.ordered}</dt>
          <dd>{words.ordered.join(' · ')}</dd>
        </div>
        <div>
          <dt>{m.moved}</dt>
          <dd>{moved.join(' · ')}</dd>
        </div>
        <div>
          <dt>{words.isOver ? m.over : m.left}</dt>
          <dd className={words.isOver ? 'fault' : undefined}>{words.left.join(' · ')}</dd>
        </div>
      </dl>
      <OrderBar order={order} />
      {usage.over > 0 && usage.beyondTolerance === 0 && <p className="small">{m.withinTolerance}</p>}
      {usage.planned > 0 && <p className="small">{say(m.planned, { t: formats.stock(usage.planned) })}</p>}
    </section>
  )
}

function Said({ order }: { order: Order }) {
  const m = useMessages(orderPageMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const { days } = useOrderWords(order)
  const { kind, partner, trade, place, instructions } = order
  return (
    <section className="panel pad stack tight" aria-label={m.details}>
      <h2>{m.details}</h2>
      {trade && (
        <p>
          {m.contract}:{' '}
          <Link to="/trades/$id" params={{ id: trade.id }}>
            {trade.name}
          </Link>
        </p>
      )}
      <FactList
        className="trade-terms"
        facts={[
          [words.partner, partner.name],
          [m.theirNumber, order.partnerReference],
          [m.days, days],
          [m.haulier, order.haulier],
          [m.vehicles, order.vehicles.join(', ')],
          [m.store, place.storageName],
          [m.bays, place.bays.map(({ name }) => name).join(', ')],
          [kind === 'sale' ? m.deliverTo : m.loadFrom, place.address],
          [m.openingHours, place.openingHours],
          [m.enteredBy, `${order.createdByName}, ${formats.moment(order.createdAtUTC)}`],
        ]}
      />
      {instructions !== '' && (
        <>
          <h3>{m.instructions}</h3>
          <p className="trade-notes">{instructions}</p>
        </>
      )}
    </section>
  )
}
