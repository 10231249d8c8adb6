import type { Order } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDaysWords } from '../../stock/days-words.ts'
import { MovedBar } from '../../stock/moved-bar.tsx'
import { messages } from './messages.ts'

/** Shows the state of an order. */
export function OrderStatus({ status }: Pick<Order, 'status'>) {
  const m = useMessages(messages)
  const tones = { open: 'badge good', done: 'badge', cancelled: 'badge' }
  return <span className={tones[status]}>{m[status]}</span>
}

/** The grain of an order, as it is read in one line. */
export const grainOfOrder = ({ commodity, type }: Order) =>
  [commodity.name, type.name].filter(Boolean).join(' · ')

/** Says what was ordered and what is left, and when, in words: each of weight and lorries for itself. */
export function useOrderWords({ commodity, weight, loads, usage, fromISO, toISO }: Order) {
  const m = useMessages(messages, commodity.id)
  const formats = useFormats(commodity.id)
  const daysOf = useDaysWords()
  const { left, leftLoads, over, overLoads } = usage
  const those = (words: string[]) => words.filter(Boolean)
  return {
    ordered: those([
      weight === null ? '' : say(m.weightWords, { t: formats.stock(weight) }),
      loads === null ? '' : say(m.loadsWords, { n: loads }),
    ]),
    isOver: over > 0 || overLoads > 0,
    left: those([
      over > 0
        ? say(m.overWords, { t: formats.stock(over) })
        : left === null
          ? ''
          : say(m.leftWords, { t: formats.stock(left) }),
      overLoads > 0
        ? say(m.overLoadsWords, { n: overLoads })
        : leftLoads === null
          ? ''
          : say(m.leftLoadsWords, { n: leftLoads }),
    ]),
    days: daysOf({ fromISO, toISO }) || m.anyDay,
  }
}

/** Shows as a bar how much of an order has moved: by its weight, or else by its lorries. */
export function OrderBar({ order: { weight, loads, usage } }: { order: Order }) {
  return weight === null ? (
    <MovedBar
      weight={loads ?? 0}
      moved={usage.movedLoads}
      planned={usage.plannedLoads}
      over={usage.overLoads}
    />
  ) : (
    <MovedBar {...usage} weight={weight} />
  )
}

/** Says what is left of an order, or by how much it is over. */
export function LeftOfOrder({ order }: { order: Order }) {
  const { left, isOver } = useOrderWords(order)
  return <span className={isOver ? 'fault strong' : undefined}>{left.join(' · ')}</span>
}

/** Shows weight and lorries below each other, as there is little room beside other columns. */
export function OrderLines({ words, isOver = false }: { words: string[]; isOver?: boolean }) {
  return (
    <span className={isOver ? 'order-lines fault strong' : 'order-lines'}>
      {words.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </span>
  )
}
