/** When two loads with one number are one load (rules.md §4), as pure functions: files, statements, the API and the page ask the same. */

/**
 * `same`: the same load, of which one says otherwise at most. `other`: another load that has got the number again. `unsure`: a person has to say
 * which of the two it is.
 */
export type Sameness = 'same' | 'other' | 'unsure'

/** Comparison of two loads with one number, of one kind and at one store. */
export interface Comparison {
  /** True if they are of one series of numbers: of one harvest year, or at most `SERIES_DAYS` apart. */
  isOneSeries: boolean
  isSameDay: boolean
  isSameWeight: boolean
  /** Undefined where one of them names no lorry. */
  isSameLorry: boolean | undefined
}

/** A scale does not begin again so soon: loads of one number that are at most so many days apart are of one series. */
export const SERIES_DAYS = 60
const DAY_MILLISECONDS = 86_400_000

/** True if two moments are so near each other that a number has not come round again. */
export function areOneSeries(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= SERIES_DAYS * DAY_MILLISECONDS
}

/**
 * Decides whether two loads with one number are one. On the same day they are, unless lorry and weight both differ. On another day they are
 * if lorry and weight are the same, and are not if both differ: date, lorry and weight are never corrected all at once.
 */
export function compareTicket({ isOneSeries, isSameDay, isSameWeight, isSameLorry }: Comparison): Sameness {
  if (!isOneSeries) return 'other'
  const isAgainst = isSameLorry === false && !isSameWeight
  if (isSameDay) return isAgainst ? 'unsure' : 'same'
  if (isAgainst) return 'other'
  return isSameLorry === true && isSameWeight ? 'same' : 'unsure'
}

/** A registration as it is compared: letters and figures alone, in capitals. */
export function plateKey(vehicle: string): string {
  return vehicle.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** True if two registrations are one; undefined where either side has none. */
export function isSameLorry(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean | undefined {
  const [first, second] = [plateKey(one ?? ''), plateKey(other ?? '')]
  return first === '' || second === '' ? undefined : first === second
}
