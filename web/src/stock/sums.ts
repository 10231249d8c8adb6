import type { Position } from '../api/operations.ts'

type Line = Position['lines'][number]
export type StockSums = Position['totals']

/** Grams, since sums of fractions of kilograms drift. */
export const grams = (kilograms: number) => Math.round(kilograms * 1000)

/** Lines of a position added up by the sum that the service counts each in. Kilograms. */
export function sumsOf(lines: Line[]): StockSums {
  const of = (kind: Line['countsAs']) =>
    lines.reduce(
      (sum, { countsAs, weight }) => (countsAs === kind ? sum + Math.abs(grams(weight)) : sum),
      0,
    ) / 1000
  return { owned: of('owned'), stored: of('stored'), offered: of('offered'), short: of('short') }
}

/** Adds the grain that lies somewhere, own and of others. Kilograms. */
export const stockTotalOf = ({ owned, stored }: Pick<StockSums, 'owned' | 'stored'>) =>
  (grams(owned) + grams(stored)) / 1000
