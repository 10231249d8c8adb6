import { useQuery } from '@tanstack/react-query'
import type { Order, OrderChange } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { orderPageMessages } from './page-messages.ts'
import { orderChangesQuery } from './queries.ts'

/** Lists what was said otherwise, and each state that the order went to: by whom, when and why. */
export function OrderHistory({ order }: { order: Order }) {
  const m = useMessages(orderPageMessages)
  const { data, error, refetch } = useQuery(orderChangesQuery(order.id))
  return (
    <section className="panel pad stack tight" aria-label={m.history}>
      <h2>{m.history}</h2>
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={1} />)}
      <ul className="lines">
        {data?.docs.map((change, index) => (
          <ChangeLine
            key={change.atUTC + index}
            change={change}
            isFirst={index === data.totalDocs - 1}
            commodityId={order.commodity.id}
          />
        ))}
      </ul>
    </section>
  )
}

function ChangeLine(props: { change: OrderChange; isFirst: boolean; commodityId: number }) {
  const { change, isFirst, commodityId } = props
  const m = useMessages(orderPageMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const sayField = useFieldWords(commodityId)
  const { status, changed, reason, byName, atUTC } = change
  return (
    <li className="stack tight">
      <span className="bar apart">
        <span className="strong">{isFirst ? m.entered : status === null ? m.changed : words[status]}</span>
        <span className="quiet">
          {byName}, {formats.moment(atUTC)}
        </span>
      </span>
      {reason !== '' && <span>{say(m.because, { reason })}</span>}
      {changed.map((each) => (
        <span key={each.field} className="small">
          {sayField(each)}
        </span>
      ))}
    </li>
  )
}

/** Gives a changed field with both its values, where they are a word or two; else its name alone. */
function useFieldWords(commodityId: number): (changed: OrderChange['changed'][number]) => string {
  const m = useMessages(orderPageMessages)
  const formats = useFormats(commodityId)
  const names: Record<string, string> = m
  const valueOf = (field: string, value: unknown): string | undefined => {
    if (value === null || value === '') return m.nothingThere
    if (field === 'weight') return formats.stockWeight(Number(value))
    if (field === 'fromISO' || field === 'toISO') return formats.dayMonth(String(value))
    if (Array.isArray(value)) return value.join(', ') || m.nothingThere
    return typeof value === 'object' ? undefined : String(value)
  }
  return ({ field, before, after }) => {
    const [was, is] = [valueOf(field, before), valueOf(field, after)]
    const name = names[field] ?? field
    return was === undefined || is === undefined ? name : `${name}: ${was} → ${is}`
  }
}
