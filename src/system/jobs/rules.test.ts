import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { message } from '../../words/catalogue.ts'
import { afterFailure, pauseMs } from './rules.ts'

const SECOND = 1000
const HOUR = 3_600_000

test.each([
  [1, 15 * SECOND],
  [2, 30 * SECOND],
  [3, 60 * SECOND],
  [5, 240 * SECOND],
  [10, 7680 * SECOND],
  [11, 4 * HOUR],
  [19, 4 * HOUR],
  [1000, 4 * HOUR],
])('after %i failures the pause is %i ms at most', (failures, pause) => {
  expect(pauseMs(failures, 0)).toBe(pause)
})

test('jitter takes off up to a third, and never makes a pause longer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const whole = pauseMs(failures, 0)
        const pause = pauseMs(failures, random)
        expect(pause).toBeLessThanOrEqual(whole)
        expect(pause).toBeGreaterThanOrEqual(Math.floor((whole * 2) / 3))
      },
    ),
  )
})

test('twenty attempts take between one day and two', () => {
  const total = (random: number) =>
    Array.from({ length: 19 }, (_each, index) => pauseMs(index + 1, random)).reduce((sum, each) => sum + each)
  expect(total(0) / HOUR).toBeCloseTo(40.3, 1)
  expect(total(0.999) / HOUR).toBeGreaterThan(24)
})

describe('what follows a failure', () => {
  const at = new Date('2026-08-14T08:30:00Z')
  const failed = { mostAttempts: 3, problem: message('nobodyAnswersThere', {}), at, random: 0 }

  test.each([
    { attempts: 1, isFinal: false, status: 'queued', inSeconds: 15 },
    { attempts: 2, isFinal: false, status: 'queued', inSeconds: 30 },
    { attempts: 3, isFinal: false, status: 'failed', inSeconds: undefined },
    { attempts: 9, isFinal: false, status: 'failed', inSeconds: undefined },
    { attempts: 1, isFinal: true, status: 'failed', inSeconds: undefined },
  ])('$attempts, final: $isFinal', ({ attempts, isFinal, status, inSeconds }) => {
    expect(afterFailure({ ...failed, attempts, isFinal })).toEqual({
      status,
      attempts,
      at,
      problem: message('nobodyAnswersThere', {}),
      ...(inSeconds !== undefined && { dueAt: new Date(at.getTime() + inSeconds * SECOND) }),
    })
  })
})
