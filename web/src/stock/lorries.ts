import type { Movement } from '../api/operations.ts'
import { grams } from './sums.ts'

/** The load that one lorry brought or took: one movement, or the parts of its ticket. Kilograms. */
export interface Lorry {
  /** The first of its movements. */
  first: Movement
  parts: Movement[]
  /** Full less empty, before drying; undefined while a part of it is not weighed. */
  weighedNet: number | undefined
  /** Weight left after drying: the full net if nothing was dried. */
  afterDrying: number | undefined
}

/** Movements by lorry, in the order of the first of each: a load that is shared out over several bays is one. */
export function lorriesOf(movements: Movement[]): Lorry[] {
  const keyOf = ({ id, ticket }: Movement) => ticket?.id ?? String(id)
  return [...Map.groupBy(movements, keyOf).values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    const weights = parts.map(({ inventory }) => inventory.commodity.weight.weight ?? 0)
    const isWeighed = weights.every((weight) => weight !== 0)
    const dried = parts.reduce((sum, { drying }) => sum + grams(drying?.lossWeight ?? 0), 0)
    const net = weights.reduce((sum, weight) => sum + grams(weight), 0)
    return [
      {
        first,
        parts,
        weighedNet: isWeighed ? net / 1000 : undefined,
        afterDrying: isWeighed ? (net - dried) / 1000 : undefined,
      },
    ]
  })
}
