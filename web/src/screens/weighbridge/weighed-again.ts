import type { TakenWeight, Ticket, TicketTrade } from '../../offline/tickets.ts'
import { useMessages } from '../../i18n/messages.ts'
import { reasonsOf } from '../../stock/load-reasons.ts'
import { parseReading } from '../../i18n/numbers.ts'
import { useWeightReader } from '../../ui/weight-reader.ts'
import { firstReading, type DraftPart, type Sampled } from './draft.ts'
import type { ReferenceData } from './reference-data.ts'
import { withOtherBays, type ChosenBays } from './other-bay.tsx'
import { withOtherField } from './other-field.tsx'
import { netOf } from './ticket-facts.ts'
import { messages as yardMessages } from './yard-messages.ts'

/** The values typed at a second weighing. */
export interface Typed extends Sampled {
  weight: string
  isTaken: boolean
  /** Data that the indicator sent for it. */
  read?: TakenWeight
  /** Why a weight was typed. */
  typedReason?: string
  /** The first weight as it should have been; '' where it was right. */
  first: string
  /** The bays that it went to or came from instead. */
  bays: ChosenBays
  /** The planting that it was cut on instead; '' where that was right. */
  field: string
  /** Why it may lower the grade of what lies where it goes. */
  gradeReason: string
  /** Why it may go in spite of a hold. */
  holdOverride?: string
  /** The first open day, where the books were closed between its weighings. */
  enteredOn?: string
  /** Another contract that it goes on, or null for none; left out where it is as it was. */
  trade?: TicketTrade | null
  shares: string[]
  /** Another number of bays, with their shares; empty where it is as it was. */
  parts: DraftPart[]
}

/** The ticket with what was typed at its second weighing, and which of its readings were typed. */
export function useWeighed(
  ticket: Ticket,
  draft: Typed,
  second: 'full' | 'empty',
  { bays, plantings }: Pick<ReferenceData, 'bays' | 'plantings'>,
) {
  const m = useMessages(yardMessages)
  const reader = useWeightReader(parseReading)
  const commodityId = ticket.grain.id
  const first = firstReading(ticket.kind)
  const kg = reader(draft.weight, { commodityId }).kg
  const corrected = reader(draft.first, { commodityId }).kg
  const typed = new Set(ticket.typed.filter((each) => each !== second))
  if (corrected !== undefined) typed.add(first)
  if (!draft.isTaken) typed.add(second)
  const { [second]: _before, ...others } = ticket.read ?? {}
  const read = { ...others, ...(draft.isTaken && draft.read && { [second]: draft.read }) }
  const typedReason = draft.typedReason?.trim() ?? ''
  const weighed: Ticket = {
    ...withOtherBays(withOtherField(ticket, draft.field, plantings, m.loadedOffOther), draft.bays, bays, m),
    ...reasonsOf(draft),
    ...tradedAnew(ticket, draft),
    [second]: kg ?? null,
    ...(corrected !== undefined && { [first]: corrected, isFirstCorrected: true }),
    typed: [...typed],
    read,
    ...(typedReason !== '' && { typedReason }),
    ...(draft.enteredOn && { enteredOn: draft.enteredOn, datedLate: m.datedLate }),
  }
  return { weighed, kg, net: netOf(weighed), typed: [...typed] }
}

/** The contract that a load goes on instead of the one that its first weighing said. */
function tradedAnew({ trade: before }: Ticket, { trade }: Typed) {
  const isSame =
    trade?.id === before?.id && trade?.window === before?.window && trade?.orderId === before?.orderId
  if (trade === undefined || isSame) return {}
  return { trade, isTradedAnew: true as const }
}
