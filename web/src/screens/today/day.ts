import type { Movement } from '../../api/operations.ts'

/** Which way a load went; grain off one's own field comes in. */
export function directionOf({ type, inventory }: Movement): 'in' | 'out' | 'within' {
  if (type === 'intake') return 'in'
  if (type === 'outbound') return 'out'
  return inventory.storage.source.type === 'field' ? 'in' : 'within'
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
