import { expect, test } from 'vitest'
import { nextDue } from './rules.ts'

const LONDON = 'Europe/London'

test.each([
  ['the hour is still to come', 'day', null, 17, '2026-08-14T08:30:00Z', '2026-08-14T16:00:00.000Z'],
  ['the hour is over', 'day', null, 7, '2026-08-14T08:30:00Z', '2026-08-15T06:00:00.000Z'],
  ['at the very moment', 'day', null, 7, '2026-08-14T06:00:00Z', '2026-08-15T06:00:00.000Z'],
  ['a day later in the week', 'week', 7, 7, '2026-08-14T08:30:00Z', '2026-08-16T06:00:00.000Z'],
  ['a day of the next week', 'week', 1, 7, '2026-08-14T08:30:00Z', '2026-08-17T06:00:00.000Z'],
  [
    'the day of the week, and its hour is over',
    'week',
    5,
    7,
    '2026-08-14T08:30:00Z',
    '2026-08-21T06:00:00.000Z',
  ],
  ['a day of the next month', 'month', 1, 7, '2026-08-14T08:30:00Z', '2026-09-01T06:00:00.000Z'],
  ['a month without that day', 'month', 31, 7, '2027-02-01T08:30:00Z', '2027-02-28T07:00:00.000Z'],
  ['over the turn of the year', 'month', 1, 7, '2026-12-14T08:30:00Z', '2027-01-01T07:00:00.000Z'],
  // On 28 March 2027 the clocks go from 1 to 2.
  ['an hour that the clocks leave out', 'day', null, 1, '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
] as const)('%s', (_of, every, day, hour, after, due) => {
  expect(nextDue({ every, day, hour }, new Date(after), LONDON).toISOString()).toBe(due)
})
