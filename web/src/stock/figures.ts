import type { Position } from '../api/operations.ts'
import type { Bay } from './bays.ts'

/** What stands above bays: room in those with a limit, and how many of them the plan breaks. Kilograms. */
export interface BayFigures {
  room: number
  conflicts: number
}

export function figuresOf(bays: Bay[]): BayFigures {
  return {
    room: bays.reduce((sum, { capacity, weight }) => sum + Math.max(0, (capacity ?? weight) - weight), 0),
    conflicts: bays.filter(({ conflict }) => conflict).length,
  }
}

/** The plan starts now: of an earlier day no conflict is shown, since none is known. */
export const withoutConflicts = (bays: Bay[]): Bay[] => bays.map((bay) => ({ ...bay, conflict: undefined }))

/** What lies in some bays, of the organisation's own and for others. Kilograms. */
export function totalsOf(bays: Bay[], { lines }: Pick<Position, 'lines'>): { owned: number; stored: number } {
  const places = new Set(bays.map(({ key }) => key))
  const there = lines.filter(({ storageId, substorageId }) => places.has(`${storageId}/${substorageId}`))
  const sum = (isOwned: boolean) =>
    there.reduce((total, { owned, weight }) => (owned === isOwned ? total + weight : total), 0)
  return { owned: sum(true), stored: sum(false) }
}
