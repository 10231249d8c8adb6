import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import type { Order, Trade } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDaysWords } from '../../stock/days-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { calledOffMessages } from './called-off-messages.ts'

const MOST = 50

/** Lists what was called off from a contract, and leads to the next order of it. */
export function CalledOff({ trade: { id, status } }: { trade: Trade }) {
  const m = useMessages(calledOffMessages)
  const mayAdd = useMay('contracts:write')
  const { data } = useQuery({
    queryKey: ['orders', 'trade', id],
    queryFn: () => ask('GET /api/inventory/orders', { query: { tradeId: id, limit: MOST } }),
  })
  const orders = data?.docs ?? []
  const mayCallOff = mayAdd && status === 'confirmed'
  if (orders.length === 0 && !mayCallOff) return null
  return (
    <section className="panel pad stack tight" aria-label={m.orders}>
      <div className="bar apart">
        <h2>{m.orders}</h2>
        {mayCallOff && (
          <Link to="/orders/new" search={{ trade: id }} className="button">
            <Icon name="plus" />
            {m.callOff}
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        data && <p className="quiet">{m.none}</p>
      ) : (
        <ul className="lines">
          {orders.map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ order }: { order: Order }) {
  const { id, name, status, partner, commodity, weight, haulier, usage } = order
  const m = useMessages(calledOffMessages, commodity.id)
  const formats = useFormats(commodity.id)
  const daysOf = useDaysWords()
  const days = daysOf(order)
  // Under a contract all are of one partner, so one without a number is known by its days or its weight.
  const own = days || (weight === null ? '' : formats.stockWeight(weight))
  const isNamed = name !== partner.name || own === ''
  const left = [
    usage.left === null ? '' : say(m.left, { t: formats.stock(usage.left) }),
    usage.leftLoads === null ? '' : say(m.leftLoads, { n: usage.leftLoads }),
  ]
  return (
    <li className="bar apart">
      <span>
        <Link to="/orders/$id" params={{ id }} className="trade-link">
          {isNamed ? name : own}
        </Link>{' '}
        <span className="quiet small">{[isNamed && days, haulier].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="num">{status === 'open' ? left.filter(Boolean).join(' · ') : m[status]}</span>
    </li>
  )
}
