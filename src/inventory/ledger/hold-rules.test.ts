import { describe, expect, test } from 'vitest'
import {
  findHeldLoads,
  holdsAgainst,
  holdsAgainstEdit,
  type HoldSpan,
  type PlannedLoad,
} from './hold-rules.ts'

// What a hold is against (rules.md §13), as a table.

const hold = (more: Partial<HoldSpan> = {}): HoldSpan => ({
  id: 'hold',
  bayId: 1,
  recordId: null,
  reason: 'infestation',
  blocks: 'both',
  beginsAt: 100,
  overAt: 200,
  createdAt: 150,
  setBy: 'Anna',
  ...more,
})
const side = (more: Partial<PlannedLoad> = {}): PlannedLoad => ({
  direction: 'out',
  bayId: 1,
  recordId: 'wheat',
  at: 150,
  movementId: 7,
  grams: 1000,
  ...more,
})

describe('a load is against a hold', () => {
  test.each([
    ['of its bay, within its time', {}, {}, true],
    ['from the moment at which it begins', {}, { at: 100 }, true],
    ['not before it begins', {}, { at: 99 }, false],
    ['not from its end on', {}, { at: 200 }, false],
    ['until the moment before its end', {}, { at: 199 }, true],
    ['for ever, where it stands open', { overAt: null }, { at: 9999 }, true],
    ['not of another bay', {}, { bayId: 2 }, false],
    ['that blocks what leaves', { blocks: 'out' }, {}, true],
    ['not as it comes in, where what leaves is blocked', { blocks: 'out' }, { direction: 'in' }, false],
    ['as it comes in, where that is blocked', { blocks: 'in' }, { direction: 'in' }, true],
    ['not as it leaves, where what comes is blocked', { blocks: 'in' }, {}, false],
    ['of its parcel', { recordId: 'wheat' }, {}, true],
    ['not of another parcel of its bay', { recordId: 'barley' }, {}, false],
    [
      'not of a parcel, where it makes one',
      { recordId: 'wheat' },
      { recordId: null, direction: 'in' },
      false,
    ],
  ] as [string, Partial<HoldSpan>, Partial<PlannedLoad>, boolean][])('%s', (_case, held, load, isAgainst) => {
    expect(holdsAgainst(side(load), [hold(held)]).length === 1).toBe(isAgainst)
  })

  test('the first to have begun is told first', () => {
    const later = hold({ id: 'a', beginsAt: 120 })
    expect(holdsAgainst(side(), [later, hold()]).map(({ id }) => id)).toEqual(['hold', 'a'])
  })
})

describe('an edit of a load', () => {
  test.each([
    ['that had left before the hold was entered goes on', side({ at: 120 }), side({ at: 120 }), 0],
    ['that is put to a later moment goes on, too', side({ at: 170 }), side({ at: 120 }), 0],
    ['that came about after it was entered is stopped', side({ at: 160 }), side({ at: 160 }), 1],
    ['that was elsewhere is stopped', side(), side({ at: 120, bayId: 2 }), 1],
    ['that was there at another time is stopped', side(), side({ at: 50 }), 1],
    ['that was not there at all is stopped', side(), undefined, 1],
  ] as [string, PlannedLoad, PlannedLoad | undefined, number][])('%s', (_case, after, was, count) => {
    expect(holdsAgainstEdit(after, was, [hold()])).toHaveLength(count)
  })
})

describe('a plan', () => {
  const found = (loads: PlannedLoad[], now: number, before?: PlannedLoad[]) =>
    findHeldLoads({ loads, holds: [hold()] }, now, before && { loads: before, holds: [hold()] }).length
  test.each([
    ['is told while it is ahead', 140, side({ at: 170 }), 1],
    ['is told once it came about after the hold was entered', 180, side({ at: 170 }), 1],
    ['is not told of a load that had left before', 180, side({ at: 140 }), 0],
    ['is not told when the hold is over', 210, side({ at: 170 }), 0],
    ['is not told of a load after it', 140, side({ at: 250 }), 0],
  ] as [string, number, PlannedLoad, number][])('%s', (_case, now, load, count) => {
    expect(found([load], now)).toBe(count)
  })

  test('is told as worse only where it was not so before', () => {
    const load = side({ at: 170 })
    expect(found([load], 140, [])).toBe(1)
    expect(found([load], 140, [load])).toBe(0)
    expect(found([side({ at: 180 })], 140, [load])).toBe(1)
  })
})
