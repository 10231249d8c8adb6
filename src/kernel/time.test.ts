import { describe, expect, test } from 'vitest'
import { isDateText, isTimeZone, parseInstant, parseInstantEnd, formatDate } from './time.ts'

describe('the instant that a date means', () => {
  const rows: [text: string, timeZone: string, instant: string | undefined][] = [
    // A date alone is the start of the day where the farm is.
    ['2026-08-14', 'UTC', '2026-08-14T00:00:00.000Z'],
    ['2026-08-14', 'Europe/London', '2026-08-13T23:00:00.000Z'],
    ['2026-01-14', 'Europe/London', '2026-01-14T00:00:00.000Z'],
    ['20260814', 'Europe/London', '2026-08-13T23:00:00.000Z'],
    ['2026-08-14', 'Pacific/Auckland', '2026-08-13T12:00:00.000Z'],
    ['2026-08-14', 'America/Chicago', '2026-08-14T05:00:00.000Z'],
    // The clocks went forward at midnight, so the day began at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // A time without a zone is local.
    ['2026-08-14T09:30', 'Europe/London', '2026-08-14T08:30:00.000Z'],
    ['2026-08-14 09:30', 'Europe/London', '2026-08-14T08:30:00.000Z'],
    // A time with a zone is what it says, wherever the farm is.
    ['2026-08-14T09:30Z', 'Europe/London', '2026-08-14T09:30:00.000Z'],
    ['2026-08-14T09:30+02:00', 'Pacific/Auckland', '2026-08-14T07:30:00.000Z'],
    ['2026-08-14T09:30:00.1239Z', 'UTC', '2026-08-14T09:30:00.123Z'],
    [' 2026-08-14 ', 'UTC', '2026-08-14T00:00:00.000Z'],
    ['1800-01-01', 'UTC', '1800-01-01T00:00:00.000Z'],
    ['1799-12-31', 'UTC', undefined],
    ['2199-12-31', 'UTC', '2199-12-31T00:00:00.000Z'],
    ['2200-01-01', 'UTC', undefined],
    ['2026-02-30', 'UTC', undefined],
    ['14/08/2026', 'UTC', undefined],
    ['2026-08-14T09:30[Asia/Tokyo]', 'UTC', undefined],
    ['2026-08-14T09:30+09:00[Europe/London]', 'UTC', undefined],
    ['2026-08-14[u-ca=japanese]', 'UTC', undefined],
    ['yesterday', 'UTC', undefined],
    ['', 'UTC', undefined],
  ]
  test.each(rows)('“%s” in %s', (text, timeZone, instant) => {
    expect(parseInstant(text, timeZone)?.toISOString()).toBe(instant)
  })
})

describe('the last instant that a date covers', () => {
  const rows: [text: string, timeZone: string, instant: string | undefined][] = [
    ['2026-08-14', 'UTC', '2026-08-14T23:59:59.999Z'],
    ['2026-08-14', 'Europe/London', '2026-08-14T22:59:59.999Z'],
    ['20260814', 'Europe/London', '2026-08-14T22:59:59.999Z'],
    // The day on which the clocks go back has 25 hours.
    ['2026-10-25', 'Europe/London', '2026-10-25T23:59:59.999Z'],
    ['2026-08-14T09:30Z', 'Europe/London', '2026-08-14T09:30:00.000Z'],
    ['2026-02-30', 'UTC', undefined],
  ]
  test.each(rows)('“%s” in %s', (text, timeZone, instant) => {
    expect(parseInstantEnd(text, timeZone)?.toISOString()).toBe(instant)
  })
})

test('a date text is one in every time zone, and no longer than one', () => {
  expect(isDateText('2026-08-14')).toBe(true)
  expect(isDateText('2026-02-30')).toBe(false)
  expect(isDateText(`2026-08-14T09:30:00.${'0'.repeat(40)}Z`)).toBe(false)
})

test.each([
  ['Europe/London', '2026-08-15'],
  ['America/Chicago', '2026-08-14'],
])('in %s a late evening in UTC is on %s', (timeZone, date) => {
  expect(formatDate(new Date('2026-08-14T23:30:00Z'), timeZone)).toBe(date)
})

test.each([
  ['Europe/London', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Asia/Calcutta', true],
  ['Etc/GMT-2', true],
  ['UTC', true],
  ['Europe/Nowhere', false],
  ['europe/london', false],
  ['+02:00', false],
  ['2026-01-01T00:00+05:30', false],
  ['2026-01-01T00:00[Europe/Paris]', false],
  ['T1200Z', false],
  ['', false],
])('the name of a time zone that this machine knows: %j is %j', (timeZone, expected) => {
  expect(isTimeZone(timeZone)).toBe(expected)
})
