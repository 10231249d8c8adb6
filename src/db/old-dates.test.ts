import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'

// Zones whose offsets had seconds in the 1800s, and one that had none.
const zones = ['Pacific/Auckland', 'Europe/Amsterdam', 'America/New_York', 'UTC']
const moments = [
  '1800-01-01T00:00:00.000Z',
  '1852-08-10T12:00:00.000Z',
  '1868-11-01T23:59:59.999Z',
  '1916-05-21T01:30:00.000Z',
  '1925-08-10T00:00:00.000Z',
  '2026-08-14T08:30:00.000Z',
]

const zoneBefore = process.env['TZ']
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  setZone(zoneBefore)
  await database.close()
})

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
}

test.each(zones)('a moment is stored as it is where the process runs in %s', async (zone) => {
  setZone(zone)
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  const dates = moments.map((moment) => new Date(moment))
  const { rows } = await database.pool.query<{ one: Date; text: string }>(
    `select one, to_char(one at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text
     from unnest($1::timestamptz[]) with ordinality as moments (one, position) order by position`,
    [dates],
  )
  expect(rows.map(({ text }) => text)).toEqual(moments)
  expect(rows.map(({ one }) => one)).toEqual(dates)
  for (const date of dates) {
    const { rows: alone } = await database.pool.query('select $1::timestamptz as one', [date])
    expect(alone).toEqual([{ one: date }])
  }
})
