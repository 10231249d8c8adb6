import type { Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Progress } from '../../stock/moved-bar.tsx'
import { messages } from './messages.ts'

/** Says what is left of an agreed weight, or by how much more has moved. */
export function LeftWords({ left, over, commodityId }: Pick<Progress, 'left' | 'over'> & OfCrop) {
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  return over > 0 ? (
    <span className="fault strong">{say(m.overWords, { t: formats.stock(over) })}</span>
  ) : (
    <span>{say(m.leftWords, { t: formats.stock(left) })}</span>
  )
}

interface OfCrop {
  commodityId: number
}

/** Shows the state of a contract. */
export function TradeStatus({ status }: Pick<Trade, 'status'>) {
  const m = useMessages(messages)
  const tones = {
    draft: 'badge plan',
    confirmed: 'badge good',
    fulfilled: 'badge',
    closed_short: 'badge grain',
    cancelled: 'badge',
  }
  return <span className={tones[status]}>{m[status]}</span>
}

/** The grain that a contract is about, as it is read in one line. */
export const grainOfTrade = ({ commodity: { commodity, type, grade } }: Trade) =>
  [commodity.name, type.name, grade.name].filter(Boolean).join(' · ')
