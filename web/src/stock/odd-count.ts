// What is asked once before a count is kept, since it is likely a slip: kilograms for tonnes, or a figure too many.

/** A count may be above what its bay holds by so much: heaps are laid higher than somebody has reckoned. */
const MOST_OF_CAPACITY = 1.1
/** A count that is so many times the book, or the book so many times it. */
const MOST_OF_BOOK = 10
/** From here on it is said how many times, and not how much more. */
const MANY_TIMES = 2

/** A doubt about a count: by what it is compared with, in kilograms, and how many times that it is. */
export interface CountDoubt {
  what: 'aboveCapacity' | 'manyCapacities' | 'manyBooks' | 'smallPartOfBook'
  kg: number
  times: number
}

/** A capacity of a bay, for one commodity. */
export interface CapacityOf {
  commodityId: number
  weight: { weight?: number | null | undefined }
}

/**
 * The most that a bay holds, in kilograms: of what lies there or, where nobody knows what does, of whatever it holds most of. Undefined where
 * nothing is entered.
 */
export function holdsAtMost(capacities: CapacityOf[], crop: number | undefined): number | undefined {
  const fitting = capacities.filter(({ commodityId }) => crop === undefined || commodityId === crop)
  const weights = fitting.flatMap(({ weight }) => weight.weight ?? []).filter((kg) => kg > 0)
  return weights.length === 0 ? undefined : Math.max(...weights)
}

/**
 * Finds what is odd about a count: more than a tenth above what the bay holds, or more than ten times the book or less than a tenth of it. That
 * nothing lies there is not odd: somebody says so by a press of its own.
 *
 * @param book null where it is hidden from whoever counts
 * @example oddCount(28_000_000, { capacity: 280_000, book: null }) // [{ what: 'manyCapacities', kg: 280000, times: 100 }]
 */
export function oddCount(
  kg: number,
  { capacity, book }: { capacity: number | undefined; book: number | null },
): CountDoubt[] {
  if (kg <= 0) return []
  const doubts: CountDoubt[] = []
  if (capacity !== undefined && capacity > 0 && kg > capacity * MOST_OF_CAPACITY) {
    const times = kg / capacity
    doubts.push({ what: times >= MANY_TIMES ? 'manyCapacities' : 'aboveCapacity', kg: capacity, times })
  }
  if (book !== null && book > 0 && kg > book * MOST_OF_BOOK)
    doubts.push({ what: 'manyBooks', kg: book, times: kg / book })
  if (book !== null && kg * MOST_OF_BOOK < book)
    doubts.push({ what: 'smallPartOfBook', kg: book, times: book / kg })
  return doubts
}
