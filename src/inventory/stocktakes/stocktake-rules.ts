import { tidied } from '../../kernel/names.ts'

/**
 * Rules of a stock-take (rules.md §12), as pure functions over one line: a bay. Weights are grams, instants epoch milliseconds.
 */

/** A parcel of the bay by the book, at the cut-off and when the bay was counted. */
export interface BookedParcel {
  recordId: string
  cutOffGrams: number
  countGrams: number
  /** The least that the book has of it from the cut-off to the count. */
  lowGrams: number
  /** True if it was counted otherwise between the two, or has a load of that time that nobody has weighed: what was counted cannot be rolled back through that. */
  isParted: boolean
}

export interface StocktakePerson {
  /** Null of somebody without an account. */
  id: string | null
  name: string
}

export interface MadeCount {
  grams: number
  at: number
  by: StocktakePerson
}

/** A dated count of one parcel, as it is posted. */
export interface CountToPost {
  recordId: string
  grams: number
  at: number
}

/**
 * True if a count that is told is one that was made: of the same person and weight, and of the moment that is told, which a file may tell by the
 * minute or the day.
 */
export function isSameCount(
  made: MadeCount,
  told: { grams: number; by: StocktakePerson; from: number; upTo: number },
): boolean {
  const isThen = told.from <= made.at && made.at <= told.upTo
  return isThen && made.grams === told.grams && isSamePerson(made.by, told.by)
}

/** A line reckoned up: what the bay held by the book at the cut-off, and what was counted more. */
export interface Reckoning {
  bookGrams: number
  /** Null while nobody has counted. */
  varianceGrams: number | null
  /** Parcel that the difference is of; null where there is none. */
  recordId: string | null
  post: CountToPost | null
  /** Reason that it cannot be posted: something lies in a bay that has no parcel by the book, or in one that has several. */
  problem: 'unknown_stock' | 'several_parcels' | null
}

const sumOf = (grams: number[]) => grams.reduce((sum, each) => sum + each, 0)

/**
 * Reckons up a line. A bay that was counted at another moment than the cut-off is rolled to it through what moved between the two: the book
 * was out at the cut-off by what it was out when the bay was counted.
 *
 * @param named the parcel that lies there, where somebody has said which
 */
export function reckon(
  cutOffAt: number,
  parcels: BookedParcel[],
  count: Pick<MadeCount, 'grams' | 'at'> | undefined,
  named: string | null = null,
): Reckoning {
  const bookGrams = sumOf(parcels.map(({ cutOffGrams }) => cutOffGrams))
  const uncounted = { bookGrams, varianceGrams: null, recordId: null, post: null, problem: null }
  if (!count) return uncounted
  const varianceGrams = count.grams - sumOf(parcels.map(({ countGrams }) => countGrams))
  const parcel = parcelMeant(parcels, named)
  const reckoned = { bookGrams, varianceGrams, recordId: parcel?.recordId ?? null, post: null }
  if (!parcel) {
    const problem =
      varianceGrams === 0 ? null : count.grams > 0 && !lies(parcels) ? 'unknown_stock' : 'several_parcels'
    return { ...reckoned, problem }
  }
  if (parcel.countGrams + varianceGrams < 0) return { ...reckoned, problem: 'several_parcels' }
  return { ...reckoned, post: dated(cutOffAt, parcel, varianceGrams, count.at), problem: null }
}

const lies = (parcels: BookedParcel[]) => parcels.some(({ countGrams }) => countGrams !== 0)

/** The parcel that was counted: the one that is named, the only one that lay there, or, where the bay was empty by then, the only one that did at the cut-off. */
function parcelMeant(parcels: BookedParcel[], named: string | null): BookedParcel | undefined {
  if (named !== null) {
    const empty = { recordId: named, cutOffGrams: 0, countGrams: 0, lowGrams: 0, isParted: false }
    return parcels.find(({ recordId }) => recordId === named) ?? empty
  }
  const lying = parcels.filter(({ countGrams }) => countGrams !== 0)
  const [only, another] = lying.length > 0 ? lying : parcels.filter(({ cutOffGrams }) => cutOffGrams !== 0)
  return another ? undefined : only
}

/** Dates the count of a parcel by the cut-off, or, where it cannot be rolled back so far, by the moment at which it was made. */
function dated(
  cutOffAt: number,
  parcel: BookedParcel,
  varianceGrams: number,
  countedAt: number,
): CountToPost {
  const { recordId, cutOffGrams, countGrams, lowGrams, isParted } = parcel
  const isRolled = countedAt === cutOffAt || (cutOffGrams > 0 && !isParted && lowGrams + varianceGrams >= 0)
  return isRolled
    ? { recordId, grams: cutOffGrams + varianceGrams, at: cutOffAt }
    : { recordId, grams: countGrams + varianceGrams, at: countedAt }
}

export interface Tolerance {
  percent: number | null
  grams: number | null
}

/** True if a difference is above all that is tolerated: a share of the book, a weight, or the greater of both. Without either, any is tolerated. */
export function isOutside(
  { varianceGrams, bookGrams }: Pick<Reckoning, 'varianceGrams' | 'bookGrams'>,
  { percent, grams }: Tolerance,
): boolean {
  if (varianceGrams === null || (percent === null && grams === null)) return false
  const tolerated = Math.max(((percent ?? 0) * bookGrams) / 100, grams ?? 0)
  return Math.abs(varianceGrams) > tolerated
}

/** A count with how far it is from what the book has at its moment: so counts of several moments are compared. */
export interface CountWithVariance {
  by: StocktakePerson
  varianceGrams: number
}

/** True if two people are one: by their accounts, where both have one, else by their names. */
export function isSamePerson(one: StocktakePerson, other: StocktakePerson): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id
  return tidied(one.name).toLowerCase() === tidied(other.name).toLowerCase()
}

/**
 * True if the last count of a line finds what an earlier one found, but for what is tolerated: of somebody else, or, in an organisation where
 * nobody else may count, of anybody.
 */
export function isConfirmed({ counts, needsOther, tolerance, reckoned: { bookGrams } }: Counted): boolean {
  const last = counts.at(-1)
  return counts.slice(0, -1).some((earlier) => {
    const varianceGrams = earlier.varianceGrams - (last?.varianceGrams ?? 0)
    const isOthers = !needsOther || (last !== undefined && !isSamePerson(earlier.by, last.by))
    return isOthers && !isOutside({ varianceGrams, bookGrams }, tolerance)
  })
}

/** True if somebody else has counted since a second count was asked for; in an organisation where nobody else may, anybody. */
function isCountedAgain({ counts, needsOther }: Counted, after: number): boolean {
  const questioned = counts[after - 1]
  return counts
    .slice(after)
    .some(({ by }) => !needsOther || questioned === undefined || !isSamePerson(questioned.by, by))
}

export const stocktakeLineStates = [
  'open',
  'counted',
  'recount',
  'unknown_stock',
  'several_parcels',
  'left_out',
] as const
export type StocktakeLineState = (typeof stocktakeLineStates)[number]

interface Counted {
  reckoned: Reckoning
  /** All of the line, the last of which stands. */
  counts: CountWithVariance[]
  tolerance: Tolerance
  /** True if a second count has to be somebody else's. */
  needsOther: boolean
}

export interface StateOfLine extends Counted {
  isLeftOut: boolean
  /** So many counts there were when a second one was asked for; null where nobody asked. */
  recountAfter: number | null
}

/** The state of a line: what is still to be done, until it may be approved as `counted` or `left_out`. */
export function stocktakeLineStateOf(line: StateOfLine): StocktakeLineState {
  const { reckoned, counts, isLeftOut, recountAfter, tolerance } = line
  if (isLeftOut) return 'left_out'
  if (counts.length === 0) return 'open'
  const isAsked = recountAfter !== null && !isCountedAgain(line, recountAfter)
  if (isAsked || (isOutside(reckoned, tolerance) && !isConfirmed(line))) return 'recount'
  return reckoned.problem ?? 'counted'
}

/** True if a line needs nothing more before the approval. */
export function isDone(state: StocktakeLineState): boolean {
  return state === 'counted' || state === 'left_out'
}
