import { describe, expect, test } from 'vitest'
import type { Movement } from '../../api/operations.ts'
import { flowsOf, yardOf } from './day.ts'

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
  test('sums to the gram, and leaves out what nobody weighed', () => {
    const flows = flowsOf([
      movement({ kg: 28_460.1 }),
      movement({ kg: 0.2 }),
      movement({ kg: null }),
      movement({ kg: 99, status: 'deleted' }),
      movement({ type: 'outbound', kg: 28_600 }),
      movement({ type: 'internal', kg: 14_000 }),
      movement({ type: 'internal', from: 'field', kg: 9000 }),
    ])
    expect(flows).toEqual({
      in: { loads: 4, weight: 37_460.3, unweighed: 1 },
      out: { loads: 1, weight: 28_600, unweighed: 0 },
      within: { loads: 1, weight: 14_000, unweighed: 0 },
    })
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
