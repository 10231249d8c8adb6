import type { ConflictOf, MissingAction, SavedState, StockInBay, WholeMovement } from '../terms.ts'
import type { Writing } from '../writing.ts'

/** What a load weighs: 0 is of one that nobody has weighed. */
export function loadOf(kilograms: number, { weight }: Writing): string {
  return kilograms === 0 ? 'a load not weighed yet' : weight(kilograms)
}

export function stockIn({ name, bay }: StockInBay): string {
  return bay === '' ? `“${name}”` : `“${name}” in ${bay}`
}

export function dayOf({ atUTC, timeZone }: ConflictOf, { day }: Writing): string {
  return day(atUTC, timeZone)
}

export function conflictWeight({ weight }: ConflictOf, write: Writing): string {
  return weight === 0 ? 'an unweighed load' : write.weight(weight)
}

export const MISSING: Record<MissingAction, string> = {
  driver: 'driver',
  empty: 'empty weight',
  full: 'full weight',
}

export const STATES: Record<SavedState, string> = {
  saved: 'Movement saved',
  reopened: 'Movement open again',
  complete: 'Movement complete',
  'complete all the same': 'Movement complete, since nothing is left to fill in',
}

/** All that a movement says of stock. */
export function wholeMovement(
  { weight, from, to, atUTC, timeZone, isSold }: WholeMovement,
  write: Writing,
): string {
  const [day, time] = [write.day(atUTC, timeZone), write.time(atUTC, timeZone)]
  const origin = from === '' ? '' : ` from ${from}`
  return `${loadOf(weight, write)}${origin} to ${to} on ${day} at ${time}${isSold ? ', sold' : ''}`
}
