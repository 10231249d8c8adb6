/**
 * Weights are whole grams inside and kilograms on the wire (rules.md §1). Grams are JavaScript integers:
 * exact up to nine thousand million tonnes.
 */

/** The largest weight one field may carry: a thousand million kilograms. */
export const MAX_WEIGHT_KILOGRAMS = 1_000_000_000

/** A unit that weights are read in: `conversion` is kilograms in one unit. */
export interface WeightUnit {
  name: string
  conversion: number
}

/** The documented weight: `weight` is always kilograms. */
export interface Weight extends WeightUnit {
  weight: number
}

export const KILOGRAM: WeightUnit = { name: 'kg', conversion: 1 }

/**
 * Kilograms from the wire to whole grams, rounded once, here.
 *
 * @example gramsFromKilograms(28.4605) // 28461
 */
export function gramsFromKilograms(kilograms: number): number {
  const grams = Math.round(kilograms * 1000)
  if (!Number.isSafeInteger(grams)) throw new RangeError(`${kilograms} kg is not a weight`)
  return grams
}

/** Whole grams to the kilograms of the wire. */
export function kilogramsFromGrams(grams: number): number {
  return grams / 1000
}

/** The documented Weight for whole grams, with the unit in which people read it. */
export function weightFromGrams(grams: number, unit: WeightUnit): Weight {
  return { name: unit.name, conversion: unit.conversion, weight: kilogramsFromGrams(grams) }
}

const people = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 })

/** For messages to people: `28,460 kg`, with grams only where there are any. */
export function formatWeight(grams: number): string {
  return `${people.format(kilogramsFromGrams(grams))} kg`
}

/**
 * Cuts a whole number in proportion to the sizes, whole numbers too, each cut rounded down along the way, so that the pieces add
 * up exactly. Where all sizes are 0, the last piece is the whole.
 *
 * @example inProportion(100, [1, 1, 1]) // [33, 33, 34]
 */
export function inProportion(whole: number, sizes: number[]): number[] {
  const total = BigInt(sizes.reduce((sum, size) => sum + size, 0))
  if (total === 0n) return sizes.map((_, index) => (index === sizes.length - 1 ? whole : 0))
  let upTo = 0n
  let given = 0n
  return sizes.map((size) => {
    upTo += BigInt(size)
    const reached = (BigInt(whole) * upTo) / total
    const share = reached - given
    given = reached
    return Number(share)
  })
}
