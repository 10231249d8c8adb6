import type { Bay } from './bays.ts'
import { grams, sumsOf, type StockSums } from './sums.ts'

/** Figures above the bays. Kilograms. */
export interface BayFigures extends StockSums {
  /** In bays with a limit. */
  room: number
  /** Bays of which no limit is known for what lies there, so that they are left out of the room. */
  withoutLimit: number
  conflicts: number
}

export function figuresOf(bays: Bay[]): BayFigures {
  return {
    ...sumsOf(bays.flatMap(({ lines }) => lines)),
    room: bays.reduce((sum, { roomLeft }) => sum + grams(Math.max(0, roomLeft ?? 0)), 0) / 1000,
    withoutLimit: bays.filter(({ roomLeft }) => roomLeft === undefined).length,
    conflicts: bays.filter(({ conflict }) => conflict).length,
  }
}

/** The plan starts now: of an earlier day no conflict is shown, since none is known. */
export const withoutConflicts = (bays: Bay[]): Bay[] => bays.map((bay) => ({ ...bay, conflict: undefined }))
