import { expect, test } from 'vitest'
import { cellsOf, dayColumns, momentColumns } from './table.ts'

test.each([
  // A contract's last day in Chicago, and a load in Auckland after midnight there.
  ['2027-09-01T04:59:59.999Z', 'America/Chicago', '2027-08-31', '2027-08-31 23:59'],
  ['2026-08-13T12:15:00.000Z', 'Pacific/Auckland', '2026-08-14', '2026-08-14 00:15'],
  ['2026-12-14T10:30:00.000Z', 'Europe/London', '2026-12-14', '2026-12-14 10:30'],
])('%s is exported in %s as %s, with the instant', (at, zone, day, moment) => {
  const read = (doc: { at: string }) => doc.at
  expect(cellsOf(dayColumns('day', 'dayUTC', read), { at }, zone)).toEqual([{ wall: day }, at])
  expect(cellsOf(momentColumns('date', 'dateUTC', read), { at }, zone)).toEqual([{ wall: moment }, at])
})

test('no moment is an empty cell, twice', () => {
  const columns = momentColumns('completed', 'completedUTC', (doc: { at: string }) => doc.at)
  expect(cellsOf(columns, { at: '' }, 'Europe/London')).toEqual(['', ''])
})
