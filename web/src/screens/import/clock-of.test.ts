import { expect, test } from 'vitest'
import { clockOf } from './clock-of.ts'

test.each([
  ['2026-08-14T14:30+01:00', '14:30 (Europe/London)'],
  ['2026-08-14T09:30', '09:30 (Europe/London)'],
  ['2026-08-14T09:30:00Z', '09:30 (UTC)'],
  ['2026-08-14', ''],
  ['', ''],
])('the time of %j is %j', (moment, clock) => {
  expect(clockOf(moment, 'Europe/London')).toBe(clock)
})
