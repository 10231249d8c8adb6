/** A scheme by which a partner is assured, as it is stored and answered. */
export interface Assurance {
  scheme: string
  number: string
  /** The business of theirs that it is for; null is all of it. */
  covers: Covered | null
  /** The last day on which it holds; null where it does not end. */
  untilISO: string | null
}

export const coveredBusinesses = ['merchant', 'haulier', 'farm'] as const
export type Covered = (typeof coveredBusinesses)[number]

/** A declaration of a partner. */
export interface Declaration {
  name: string
  dayISO: string | null
  untilISO: string | null
}

export interface Assured {
  assurances: Assurance[]
  declarations: Declaration[]
}

/** Something of a partner that ends. */
export interface Ending {
  /** The scheme, or the declaration. */
  scheme: string
  covers: Covered | null
  untilISO: string
}

/** So many days ahead it is said that something ends. */
export const SOON_DAYS = 30

/** A partner's part in a load: it sends or gets it, or carries it. */
export interface PartInLoad {
  isPartner: boolean
  isHaulier: boolean
}

/**
 * Everything of a partner that ends. A renewal takes the place of what it renews: of entries with one scheme for one business, and of declarations with one
 * name, the one that holds longest counts, and one without an end ends never.
 */
export function assuranceEndings({ assurances, declarations }: Assured): Ending[] {
  const entries = [
    ...assurances,
    ...declarations.map(({ name, untilISO }) => ({ scheme: name, covers: null, untilISO })),
  ]
  const renewed = Map.groupBy(entries, ({ scheme, covers }) =>
    JSON.stringify([scheme.toLowerCase(), covers]),
  ).values()
  return [...renewed].flatMap((same): Ending[] => {
    const longest = same.reduce((one, other) => (endOf(other) > endOf(one) ? other : one))
    const { scheme, covers, untilISO } = longest
    return untilISO === null ? [] : [{ scheme, covers, untilISO }]
  })
}

const endOf = ({ untilISO }: { untilISO: string | null }) => untilISO ?? '9999-12-31'

/** The first day on which something of a partner ends; null where nothing does. */
export function firstExpiryOf(assured: Assured): string | null {
  return (
    assuranceEndings(assured)
      .map(({ untilISO }) => untilISO)
      .sort()[0] ?? null
  )
}

/** Everything that is to be told of a partner on a day: what has ended before it, and what ends within 30 days from it. Days are such as 2026-09-01; the earliest first. */
export function expiriesOn(assured: Assured, day: string): (Ending & { isExpired: boolean })[] {
  const soon = daysAfter(day, SOON_DAYS)
  return assuranceEndings(assured)
    .filter(({ untilISO }) => untilISO <= soon)
    .map((ending) => ({ ...ending, isExpired: ending.untilISO < day }))
    .sort((one, other) => (one.untilISO < other.untilISO ? -1 : 1))
}

/** True if something that is for a business of a partner's matters to a load in which the partner has this part. */
export function matters({ covers }: Pick<Ending, 'covers'>, { isPartner, isHaulier }: PartInLoad): boolean {
  if (covers === null) return isPartner || isHaulier
  return covers === 'haulier' ? isHaulier : isPartner
}

/** The numbers by which a haulier is assured on a day: `TASCC 4711`. What has ended is none. */
export function haulageNumbersOn({ assurances }: Pick<Assured, 'assurances'>, day: string): string[] {
  const holding = assurances.filter((each) => endOf(each) >= day)
  const own = holding.filter(({ covers }) => covers === 'haulier')
  const stated = own.length > 0 ? own : holding.filter(({ covers }) => covers === null)
  return stated.map(({ scheme, number }) => [scheme, number].filter(Boolean).join(' '))
}

/**
 * A day so many days later.
 *
 * @example daysAfter('2026-08-14', 30) // '2026-09-13'
 */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
