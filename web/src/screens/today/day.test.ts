import { describe, expect, test } from 'vitest'
import type { Movement } from '../../api/operations.ts'
import { directionOf, yardOf } from './day.ts'

interface Given {
  type?: Movement['type']
  status?: Movement['status']
  kg?: number | null
  from?: string
  empty?: number | null
  full?: number | null
  at?: string
}

const unit = { name: 'kg', conversion: 1 }

/** Only what is read of a movement. */
function movement(given: Given): Movement {
  const { type = 'intake', status = 'complete', kg = 0, from = '', empty = null, full = null } = given
  const made: object = {
    type,
    status,
    movementDateISO: given.at ?? '2026-11-25T10:00:00.000Z',
    inventory: {
      storage: { source: { type: from } },
      commodity: { weight: { ...unit, weight: kg } },
    },
    weighbridge: { empty: { ...unit, weight: empty }, full: { ...unit, weight: full } },
  }
  return made as Movement
}

describe('a day', () => {
  test.each([
    ['intake', '', 'in'],
    ['outbound', 'store', 'out'],
    ['internal', 'store', 'within'],
    ['internal', 'field', 'in'],
  ] as const)('has %s from “%s” as what goes %s', (type, from, direction) => {
    expect(directionOf(movement({ type, from }))).toBe(direction)
  })

  test('has in its yard what was weighed once by now', () => {
    const once = movement({ full: 42_660 })
    const open = [
      once,
      movement({ full: 42_660, empty: 14_200 }),
      movement({}),
      movement({ empty: 14_200, at: '2026-11-26T10:00:00.000Z' }),
    ]
    expect(yardOf(open, new Date('2026-11-25T12:00:00Z'))).toEqual([once])
  })
})
