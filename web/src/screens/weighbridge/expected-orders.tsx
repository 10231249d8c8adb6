import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { TicketTrade } from '../../offline/tickets.ts'
import { useDaysWords } from '../../stock/days-words.ts'
import { storedOrdersQuery, tradeOf } from '../../stock/open-trades.ts'
import { offerOfOrder } from '../../stock/trade-offers.ts'
import type { OpenOrder } from '../../api/operations.ts'
import '../../forms/trade.css'
import { expectedMessages } from './expected-messages.ts'
import type { FieldsProps } from './fields-props.ts'
import { expectedFor, filledBy } from './filled-by-order.ts'

/**
 * The open orders that expect this lorry, or are of the partner or the number that was typed; a tap fills in what the order knows. They are of what was
 * read last, so they are there without a network, too.
 */
export function ExpectedOrders({ draft, change, ground }: FieldsProps) {
  const m = useMessages(expectedMessages)
  const { data } = useQuery(storedOrdersQuery(draft.kind === 'out' ? 'sale' : 'purchase'))
  const expected = expectedFor(draft, data?.docs ?? [])
  if (expected.length === 0 || (draft.kind !== 'in' && draft.kind !== 'out')) return null
  const take = (order: OpenOrder) => {
    const trade: TicketTrade = tradeOf(offerOfOrder(order))
    change({ ...filledBy(order, draft, ground), trade })
  }
  return (
    <fieldset className="trade-offers">
      <legend className="label">{m.expected}</legend>
      {expected.map((order) => (
        <button
          key={order.orderId}
          type="button"
          className="button trade-expected"
          onClick={() => take(order)}
        >
          <Words order={order} />
        </button>
      ))}
    </fieldset>
  )
}

function Words({ order }: { order: OpenOrder }) {
  const { name, partner, commodity, haulier, left, leftLoads } = order
  const m = useMessages(expectedMessages, commodity.id)
  const formats = useFormats(commodity.id)
  const daysOf = useDaysWords()
  const words = [
    name === partner.name ? '' : partner.name,
    commodity.name,
    daysOf(order),
    haulier,
    left === null ? '' : say(m.left, { t: formats.stock(left) }),
    leftLoads === null ? '' : say(m.leftLoads, { n: leftLoads }),
  ]
  return (
    <span>
      <b>{name}</b> <span className="quiet small">{words.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
