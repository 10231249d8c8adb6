import { describe, expect, test } from 'vitest'
import { nextOrderStatuses, NOTHING_ON_ORDER, orderStatuses, remainderOf } from './rules.ts'

test('an order goes on from state to state, and a cancelled one nowhere', () => {
  expect(orderStatuses.map(nextOrderStatuses)).toEqual([['done', 'cancelled'], ['open'], []])
})

describe('what is left of an order', () => {
  const ordered = { grams: 100, loads: 4, tolerancePercentage: 10 }
  test.each([
    ['nothing moved', {}, [100, 4, 0, 0, 0]],
    ['some moved', { movedGrams: 60, movedLoads: 3 }, [40, 1, 0, 0, 0]],
    [
      'what is planned is among it',
      { movedGrams: 60, plannedGrams: 40, movedLoads: 1, plannedLoads: 3 },
      [40, 3, 0, 0, 0],
    ],
    ['over by what the tolerance takes', { movedGrams: 110, movedLoads: 4 }, [0, 0, 10, 0, 0]],
    ['over by more, and by a lorry', { movedGrams: 111, movedLoads: 5 }, [0, 0, 11, 1, 1]],
  ])('%s', (_what, on, expected) => {
    const { leftGrams, leftLoads, overGrams, overLoads, beyondToleranceGrams } = remainderOf(ordered, {
      ...NOTHING_ON_ORDER,
      ...on,
    })
    expect([leftGrams, leftLoads, overGrams, overLoads, beyondToleranceGrams]).toEqual(expected)
  })

  test('is of what was ordered alone', () => {
    const on = { ...NOTHING_ON_ORDER, movedGrams: 500, movedLoads: 5 }
    expect(remainderOf({ ...ordered, grams: null }, on)).toMatchObject({
      leftGrams: null,
      overGrams: 0,
      overLoads: 1,
    })
    expect(remainderOf({ ...ordered, loads: null }, on)).toMatchObject({
      leftLoads: null,
      overLoads: 0,
      leftGrams: 0,
    })
  })
})
