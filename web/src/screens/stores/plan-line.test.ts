import { describe, expect, test } from 'vitest'
import type { PlannedMovement } from '../../api/operations.ts'
import { lineOf, stepsOf } from './plan-line.ts'

const planned = (id: number, direction: 'in' | 'out', day: string, kg: number | null): PlannedMovement => ({
  id,
  type: 'outbound',
  status: 'incomplete',
  direction,
  substorageId: 1,
  recordId: 'r',
  movementDateUTC: `${day}T09:00:00.000Z`,
  weight: { name: 'kg', conversion: 1, weight: kg },
  conflict: id === 3 ? 'overdrawn' : 'none',
})

describe('the plan of a bay', () => {
  test('goes from what lies there now by each movement in the order of their days', () => {
    const steps = stepsOf(73_800.2, [
      planned(3, 'out', '2026-12-03', 80_000),
      planned(1, 'out', '2026-12-02', 28_600.1),
      planned(2, 'in', '2026-12-02', 10_000),
    ])
    expect(steps.map(({ movementId, change, after }) => [movementId, change, after])).toEqual([
      [1, -28_600.1, 45_200.1],
      [2, 10_000, 55_200.1],
      [3, -80_000, -24_799.9],
    ])
  })

  test('what nobody has weighed changes nothing, and says so', () => {
    expect(stepsOf(5, [planned(1, 'in', '2026-12-02', null)])).toMatchObject([
      { change: 0, after: 5, isUnweighed: true },
    ])
  })

  test('is drawn as steps, below the ground where more leaves than there is', () => {
    const now = Date.parse('2026-12-01T09:00:00Z')
    const steps = stepsOf(100, [planned(3, 'out', '2026-12-08', 200)])
    const line = lineOf(now, 100, steps, 200)
    expect(line.path).toBe('M0 36.4 H500 V97 H1000')
    expect(line.marks).toEqual([{ id: '3 out', x: 50, y: 97, isConflict: true }])
    expect(line.capacityY).toBeLessThan(line.zeroY)
  })

  test('an empty bay without a plan is a line on the ground', () => {
    expect(lineOf(0, 0, [], undefined).path).toBe('M0 100 H1000')
  })
})
