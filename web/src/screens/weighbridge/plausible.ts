import type { Ticket } from '../../offline/tickets.ts'

// A weight that no lorry has is a slip of the finger: a figure too many, or two readings typed in one.

/** No lorry weighs more: what is typed above it is refused. */
export const MOST_KG = 200_000

/** The most that lorries usually weigh here, full and net: above it, the clerk is asked once. */
export interface UsualWeights {
  full: number
  net: number
}

/** A weight that is more than is usual, or more than can be. */
export interface OddWeight {
  what: 'full' | 'net'
  kg: number
  /** Limit that it exceeds. */
  limit: number
  isRefused: boolean
}

/** The weight of a ticket that is asked once or refused; undefined where all is as usual. */
export function oddWeightOf(
  { full, empty }: Pick<Ticket, 'full' | 'empty'>,
  usual: UsualWeights,
): OddWeight | undefined {
  const heaviest = Math.max(full ?? 0, empty ?? 0)
  if (heaviest > MOST_KG) return { what: 'full', kg: heaviest, limit: MOST_KG, isRefused: true }
  if (heaviest > usual.full) return { what: 'full', kg: heaviest, limit: usual.full, isRefused: false }
  const net = (full ?? 0) - (empty ?? 0)
  if (full !== null && empty !== null && net > usual.net)
    return { what: 'net', kg: net, limit: usual.net, isRefused: false }
  return undefined
}
