import type { Ticket } from '../../offline/tickets.ts'
import type { WaitingBay } from './bay-fit.ts'
import { firstReading } from './draft.ts'
import { netOf } from './ticket-facts.ts'
import type { Known } from './memory.ts'

// What a ticket is judged by before it is sent. The service judges; here it is only asked with what is known so far.

/** Kilograms that a lorry is taken to load where nobody has weighed it. */
const USUAL_LOAD = 25_000
/** Kilograms that an unweighed lorry is taken to load out of several bays, in which less may lie. */
const SMALL_LOAD = 1000

/**
 * A ticket that was weighed once, with the other reading as it usually is: the lorry’s own tare, or that of the others. By that it is known
 * before the grain is tipped what the service would refuse.
 */
export function guessed(
  ticket: Ticket,
  { known, bays }: { known: Pick<Known, 'vehicle' | 'tare'>[]; bays: WaitingBay[] },
): Ticket {
  const { full, empty, kind } = ticket
  if (firstReading(kind) === 'full') return { ...ticket, empty: usualTare(known, ticket.vehicle, full ?? 0) }
  const lies = bays.find(({ key }) => key === ticket.from?.key)?.weight ?? 0
  const load = ticket.parts ? SMALL_LOAD : Math.max(1, Math.min(USUAL_LOAD, lies))
  return { ...ticket, full: (empty ?? 0) + load }
}

/** Kilograms that a lorry may have loaded that was weighed full alone: 0 as long as it was not. */
export function usualLoad(
  known: Pick<Known, 'vehicle' | 'tare'>[],
  vehicle: string,
  full: number | null | undefined,
): number {
  return full === null || full === undefined ? 0 : full - usualTare(known, vehicle, full)
}

/** The tare of a lorry, or the middle one of all that are known and less than this one weighs full; else half of that. */
export function usualTare(known: Pick<Known, 'vehicle' | 'tare'>[], vehicle: string, full: number): number {
  const tares = known.flatMap((each) =>
    each.tare && each.tare.kg < full ? [{ ...each, kg: each.tare.kg }] : [],
  )
  const own = tares.find((each) => each.vehicle === vehicle)?.kg
  const sorted = tares.map(({ kg }) => kg).toSorted((a, b) => a - b)
  return own ?? sorted[Math.floor(sorted.length / 2)] ?? full / 2
}

/** Part by which scales may differ: so much more than the books have may be written up with a load that takes all (rules.md §4). */
const SMALL_EXCESS = 0.05

interface Short {
  code?: string | undefined
  body?: object | null | undefined
}

/**
 * The kilograms that a load out of one bay has more than the books, where they may be written up with it: it takes all that is left, and the
 * difference is no more than scales differ by.
 *
 * @example excessOf(ticket, { code: 'insufficient_stock', body: { recordId: 'r', shortfall: 76 } }) // 76
 */
export function excessOf(ticket: Ticket, { code, body }: Short): number | undefined {
  const net = netOf(ticket)
  const short = { recordId: '', shortfall: 0, ...body }
  if (code !== 'insufficient_stock' || net === undefined || ticket.parts) return undefined
  if (ticket.kind === 'in' || ticket.kind === 'field') return undefined
  if (short.recordId !== ticket.from?.recordId || short.shortfall <= 0) return undefined
  return short.shortfall <= net * SMALL_EXCESS ? short.shortfall : undefined
}
