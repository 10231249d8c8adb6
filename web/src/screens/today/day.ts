import type { Movement } from '../../api/operations.ts'

/** Loads of one direction. Kilograms. */
export interface Flow {
  loads: number
  weight: number
  /** Loads of which the weight is not known, so it is not in the sum. */
  unweighed: number
}

const isWeighed = (movement: Movement) => (movement.inventory.commodity.weight.weight ?? 0) !== 0

/** What came, what left, and what was moved within; grain off one's own field comes in. */
export function flowsOf(movements: Movement[]): Record<'in' | 'out' | 'within', Flow> {
  const kept = movements.filter(({ status }) => status !== 'deleted')
  return {
    in: flow(kept.filter((each) => directionOf(each) === 'in')),
    out: flow(kept.filter((each) => directionOf(each) === 'out')),
    within: flow(kept.filter((each) => directionOf(each) === 'within')),
  }
}

export function directionOf({ type, inventory }: Movement): 'in' | 'out' | 'within' {
  if (type === 'intake') return 'in'
  if (type === 'outbound') return 'out'
  return inventory.storage.source.type === 'field' ? 'in' : 'within'
}

function flow(movements: Movement[]): Flow {
  const grams = movements.reduce(
    (sum, { inventory }) => sum + Math.round((inventory.commodity.weight.weight ?? 0) * 1000),
    0,
  )
  return {
    loads: movements.length,
    weight: grams / 1000,
    unweighed: movements.filter((each) => !isWeighed(each)).length,
  }
}

/** Lorries that were weighed once and are still to come over the scale again. */
export function yardOf(open: Movement[], now: Date): Movement[] {
  const lorries = new Set<string>()
  return open.filter(({ weighbridge: { empty, full }, movementDateISO, ticket }) => {
    const readings = [empty.weight, full.weight].filter((each) => each !== null && each !== 0)
    const isThere = readings.length === 1 && Date.parse(movementDateISO) <= now.getTime()
    // A load in several parts came with one lorry.
    if (!isThere || !ticket) return isThere
    const isFirst = !lorries.has(ticket.id)
    lorries.add(ticket.id)
    return isFirst
  })
}
