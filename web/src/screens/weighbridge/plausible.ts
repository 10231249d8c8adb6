import type { Ticket } from '../../offline/tickets.ts'

// A weight that no lorry has is a slip of the finger: a figure too many, or two readings typed in one.

/** No lorry weighs more: what is typed above it is refused. */
export const MOST_KG = 200_000

/** A load that is a smaller part of what lorries carry is asked about: one reading was likely taken twice. */
const LIGHT = 0.05

/** The most that lorries usually weigh here, full and net: above it, the clerk is asked once. */
export interface UsualWeights {
  full: number
  net: number
}

/** A weight that is more than is usual or far less, or more than can be. */
export interface OddWeight {
  what: 'full' | 'net' | 'light'
  kg: number
  /** Limit that it exceeds, or what lorries carry that it is far below. */
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
  // A lorry that is lighter full than empty has its own fault.
  if (full === null || empty === null || net <= 0) return undefined
  if (net > usual.net) return { what: 'net', kg: net, limit: usual.net, isRefused: false }
  return net < usual.net * LIGHT ? { what: 'light', kg: net, limit: usual.net, isRefused: false } : undefined
}
