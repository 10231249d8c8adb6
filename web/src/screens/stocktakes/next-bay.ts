import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import type { BayCount } from '../../offline/bay-counts.ts'

// Which bay is counted next, by what the session says and what this device has that is not in it yet.

/** The last count of a bay that stands on this device. */
export function countHere(
  { substorageId }: Pick<StocktakeLine, 'substorageId'>,
  counts: BayCount[],
): BayCount | undefined {
  return counts
    .filter(
      ({ bayId, givenUp, isTakenOver }) =>
        bayId === substorageId && givenUp === undefined && isTakenOver !== true,
    )
    .toSorted((a, b) => b.number - a.number)[0]
}

/** Whoever counts, and whether a second count has to be somebody else's. */
export interface Counter {
  userId: string
  needsSomebodyElse: boolean
}

/** True if a bay is to be counted by somebody: nobody has, or a second count is due that they may make. */
export function isToCount(line: StocktakeLine, counts: BayCount[], who: Counter): boolean {
  const here = countHere(line, counts)
  if (line.state === 'open') return here === undefined
  if (line.state !== 'recount') return false
  // What the session does not have yet may be the second count.
  if (here && here.bookedAt === undefined) return false
  const ownLast = line.counts.findLast(({ countedById }) => countedById === who.userId)
  return !(who.needsSomebodyElse && ownLast?.number === line.timesCounted)
}

/** The next bay to count on the way through the stores, from one on; undefined where none is left. */
export function nextBay(
  lines: StocktakeLine[],
  after: number | undefined,
  isLeft: (line: StocktakeLine) => boolean,
): StocktakeLine | undefined {
  const ordered = lines.toSorted((a, b) => a.line - b.line)
  const place = ordered.findIndex(({ substorageId }) => substorageId === after)
  const round = [...ordered.slice(place + 1), ...ordered.slice(0, place + 1)]
  return round.find((line) => line.substorageId !== after && isLeft(line)) ?? round.find(isLeft)
}

/** The only crop that lies in a bay by the book, by which a bushel is one. */
export function onlyCropOf({ stock }: Pick<StocktakeLine, 'stock'>): number | undefined {
  const crops = new Set(stock.map(({ commodity }) => commodity.id))
  return crops.size === 1 ? [...crops][0] : undefined
}

/** The counts of a session on this device. */
export const countsOf = ({ id }: Pick<Stocktake, 'id'>, counts: BayCount[]): BayCount[] =>
  counts.filter(({ stocktakeId }) => stocktakeId === id)
