import Type from 'typebox'
import { oneOf } from '../../http/validate/schema.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'

/** The one reckoning of what there is: own, of others, offered and short (docs/glossary.md). */

const kinds = ['owned', 'stored', 'offered', 'short'] as const
type SumKind = (typeof kinds)[number]
/** Grams or kilograms of each kind. */
export type Sums = Record<SumKind, number>

/** Meaning of each sum, in kilograms. */
export const wordsOfSums: Record<SumKind, string> = {
  owned: 'Kilograms of yours that lie somewhere, with you or with others.',
  stored: 'Kilograms of others that lie with you.',
  offered: 'Kilograms of yours for sale that lie nowhere yet.',
  short:
    'Kilograms that the plan takes more than is there, parcel by parcel: no other stock is set against them.',
}

export const sums = {
  owned: Type.Number({ description: wordsOfSums.owned }),
  stored: Type.Number({ description: wordsOfSums.stored }),
  offered: Type.Number({ description: wordsOfSums.offered }),
  short: Type.Number({ description: wordsOfSums.short }),
}

export const CountsAs = oneOf(kinds, 'The sum in which its weight is; short where its weight is negative.')

/** A parcel, as far as it decides where its weight is counted. */
export interface CountedSum {
  isOwn: boolean
  /** True if it lies in a place, and is not only for sale. */
  isSomewhere: boolean
}

/**
 * The sum that a parcel with a balance belongs to. A shortage is never taken off what is there: other grain does not fill it, and it is no room.
 *
 * @example countsAs({ isOwn: true, isSomewhere: true }, -11_800_000) // 'short'
 */
export function countsAs({ isOwn, isSomewhere }: CountedSum, grams: number): SumKind {
  if (grams < 0) return 'short'
  if (!isOwn) return 'stored'
  return isSomewhere ? 'owned' : 'offered'
}

export const noSums = (): Sums => ({ owned: 0, stored: 0, offered: 0, short: 0 })

/** Parcels added up by kind, in kilograms. */
export function sumsOf(parcels: (CountedSum & { grams: number })[]): Sums {
  const total = noSums()
  for (const parcel of parcels) total[countsAs(parcel, parcel.grams)] += Math.abs(parcel.grams)
  return inKilograms(total)
}

function inKilograms({ owned, stored, offered, short }: Sums): Sums {
  return {
    owned: kilogramsFromGrams(owned),
    stored: kilogramsFromGrams(stored),
    offered: kilogramsFromGrams(offered),
    short: kilogramsFromGrams(short),
  }
}
