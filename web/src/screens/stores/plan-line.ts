import type { PlannedMovement } from '../../api/operations.ts'

/** One planned movement, and what lies in the bay after it. Kilograms. */
export interface PlanStep {
  id: string
  movementId: number
  on: string
  change: number
  after: number
  /** Planned, but of a weight that nobody knows yet. */
  isUnweighed: boolean
  conflict: PlannedMovement['conflict']
}

/** Calculates the planned weights of a bay, movement by movement. */
export function stepsOf(now: number, movements: PlannedMovement[]): PlanStep[] {
  let grams = Math.round(now * 1000)
  const inOrder = movements.toSorted(
    (a, b) => Date.parse(a.movementDateUTC) - Date.parse(b.movementDateUTC) || a.id - b.id,
  )
  return inOrder.map(({ id, direction, movementDateUTC, weight, conflict }) => {
    const kilograms = weight.weight ?? 0
    const change = direction === 'in' ? kilograms : -kilograms
    grams += Math.round(change * 1000)
    return {
      id: `${id} ${direction}`,
      movementId: id,
      on: movementDateUTC,
      change,
      after: grams / 1000,
      isUnweighed: weight.weight === null || weight.weight === 0,
      conflict,
    }
  })
}

/** A stepped line in a box of 1000 by 100, and what its edges stand for. */
export interface PlanLine {
  path: string
  area: string
  /** Height of the capacity line, from the top; undefined if there is none. */
  capacityY: number | undefined
  zeroY: number
  until: number
  marks: { id: string; x: number; y: number; isConflict: boolean }[]
}

const WIDTH = 1000
const HEIGHT = 100
const DAY_MS = 86_400_000
const LEAST_DAYS = 14

export function lineOf(
  now: number,
  weight: number,
  steps: PlanStep[],
  capacity: number | undefined,
): PlanLine {
  const last = Date.parse(steps.at(-1)?.on ?? '') || now
  const until = Math.max(now + LEAST_DAYS * DAY_MS, last + 3 * DAY_MS)
  const heights = [weight, capacity ?? 0, ...steps.map(({ after }) => after)]
  const top = Math.max(1, ...heights) * 1.1
  const bottom = Math.min(0, ...heights) * 1.1
  const x = (at: number) => Math.round(((at - now) / (until - now)) * WIDTH)
  const y = (kilograms: number) => Math.round(((top - kilograms) / (top - bottom)) * HEIGHT * 10) / 10
  const moves = steps.map(({ on, after }) => `H${x(Date.parse(on))} V${y(after)}`)
  const path = [`M0 ${y(weight)}`, ...moves, `H${WIDTH}`].join(' ')
  return {
    path,
    area: `${path} V${y(0)} H0 Z`,
    capacityY: capacity === undefined ? undefined : y(capacity),
    zeroY: y(0),
    until,
    marks: steps.map(({ id, on, after, conflict }) => ({
      id,
      x: x(Date.parse(on)) / (WIDTH / 100),
      y: y(after),
      isConflict: conflict !== 'none',
    })),
  }
}
