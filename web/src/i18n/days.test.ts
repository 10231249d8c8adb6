import { expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  daysBetween,
  editedMoment,
  endOfDay,
  isDay,
  momentOf,
  momentSeen,
  newMoment,
  startOfDay,
  typedMoment,
} from './days.ts'

test.each([
  ['2026-08-14T06:59:59Z', 'America/Los_Angeles', '2026-08-13'],
  ['2026-08-14T07:00:00Z', 'America/Los_Angeles', '2026-08-14'],
  ['2026-08-13T11:00:00Z', 'Pacific/Auckland', '2026-08-13'],
  ['2026-08-13T12:00:00Z', 'Pacific/Auckland', '2026-08-14'],
  ['2026-01-13T10:59:59Z', 'Pacific/Auckland', '2026-01-13'],
  ['2026-01-13T11:00:00Z', 'Pacific/Auckland', '2026-01-14'],
  ['2026-08-13T23:30:00Z', 'Europe/London', '2026-08-14'],
  ['2026-12-13T23:30:00Z', 'Europe/London', '2026-12-13'],
])('%s in %s is on %s', (instant, zone, day) => {
  expect(dayOf(instant, zone)).toBe(day)
})

test.each([
  ['2026-08-14', 'Europe/London', '2026-08-13T23:00:00.000Z'],
  ['2026-12-14', 'Europe/London', '2026-12-14T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-08-14', 'America/Los_Angeles', '2026-08-14T07:00:00.000Z'],
  ['2026-01-14', 'Pacific/Auckland', '2026-01-13T11:00:00.000Z'],
  ['2026-01-14', 'Pacific/Apia', '2026-01-13T11:00:00.000Z'],
  // Clocks go forward at midnight: the day has no 00:00.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  // They go back at midnight: the day before has its last hour twice.
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant)
})

test.each([
  ['2026-08-14', '10:30', 'Europe/London', '2026-08-14T09:30:00.000Z'],
  ['2026-12-14', '10:30', 'Europe/London', '2026-12-14T10:30:00.000Z'],
  ['2026-01-14', '00:15', 'Pacific/Auckland', '2026-01-13T11:15:00.000Z'],
  ['2026-08-14', '23:59', 'America/Los_Angeles', '2026-08-15T06:59:00.000Z'],
  // The hour after one is there twice, then not at all.
  ['2026-10-25', '00:30', 'Europe/London', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/London', '2026-10-25T02:30:00.000Z'],
  ['2026-03-29', '00:30', 'Europe/London', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29', '01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '02:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ['2026-04-05', '02:30', 'Pacific/Auckland', '2026-04-04T13:30:00.000Z'],
  ['2026-04-05', '03:30', 'Pacific/Auckland', '2026-04-04T15:30:00.000Z'],
])('%s at %s in %s is %s', (day, time, zone, instant) => {
  expect(momentOf(day, time, zone).toISOString()).toBe(instant)
})

test('days are counted on the calendar, whatever clocks do', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(daysBetween('2026-03-28', '2026-04-01')).toBe(4)
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['26-02-28', false],
  ['2026-2-8', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2026-08-14', 'Europe/London', '2026-08-14T22:59:59.999Z'],
  ['2026-10-25', 'Europe/London', '2026-10-25T23:59:59.999Z'],
  ['2026-08-14', 'Pacific/Auckland', '2026-08-14T11:59:59.999Z'],
])('%s ends in %s at %s', (day, zone, end) => {
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})

test.each([
  // A load of 14 October, 14:45, on another day: the hour stays, and the seconds.
  ['2026-10-14T12:45:31.250Z', { day: '2026-10-13' }, '2026-10-13T12:45:31.250Z'],
  ['2026-10-14T12:45:31.250Z', { time: '06:10' }, '2026-10-14T04:10:00.000Z'],
  ['2026-10-14T12:45:31.250Z', {}, '2026-10-14T12:45:31.250Z'],
  // The second time that the clock shows 02:30, and the same time on a day before.
  ['2026-10-25T01:30:00.000Z', {}, '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', { day: '2026-10-24' }, '2026-10-24T00:30:00.000Z'],
  ['2026-10-14T12:45:00.000Z', { time: '' }, undefined],
  ['2026-10-14T12:45:00.000Z', { day: '' }, undefined],
])('of %s, typed %o, in Berlin becomes %s', (before, typed, after) => {
  const moment = { ...typedMoment(before, 'Europe/Berlin'), ...typed }
  expect(editedMoment(moment, before, 'Europe/Berlin')?.toISOString()).toBe(after)
})

test.each([
  ['2026-08-14', '', '2026-08-14T08:31:00.000Z'],
  ['2026-08-14', '09:00', '2026-08-14T07:00:00.000Z'],
  ['2026-08-13', '', '2026-08-13T10:00:00.000Z'],
  ['2026-08-13', '23:15', '2026-08-13T21:15:00.000Z'],
  ['2026-08-13', '25:00', undefined],
  ['', '', undefined],
])('new on %s at %s in Berlin is %s', (day, time, moment) => {
  const given = { timeZone: 'Europe/Berlin', openedAt: Date.parse('2026-08-14T08:30:10Z') }
  const now = Date.parse('2026-08-14T08:31:59Z')
  expect(newMoment({ day, time }, given, now)?.toISOString()).toBe(moment)
})

test.each<[string, { day?: string; time?: string }, string | undefined]>([
  ['when it is saved', {}, '2026-08-14T09:15:12.345Z'],
  ['a time of today', { time: '08:30' }, '2026-08-14T07:30:00.000Z'],
  ['another day at noon', { day: '2026-08-13' }, '2026-08-13T11:00:00.000Z'],
  ['a time of another day', { day: '2026-08-13', time: '16:00' }, '2026-08-13T15:00:00.000Z'],
  ['no time', { time: '99:00' }, undefined],
])('somebody looked %s', (_name, typed, expected) => {
  const now = new Date('2026-08-14T09:15:12.345Z')
  const saved = { now, today: '2026-08-14', timeZone: 'Europe/London' }
  expect(momentSeen({ day: '', time: '', ...typed }, saved)?.toISOString()).toBe(expected)
})
