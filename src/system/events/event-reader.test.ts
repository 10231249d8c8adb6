import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { PIECE } from '../../db/delete-in-pieces.ts'
import { purgeEvents } from './event-reader.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())
// Emptied whole: what a database vacuums by itself after rows are deleted, sooner or later, lays new ones among pages whose ages the
// index has noted from old ones, and those are looked at.
beforeEach(() => sql`truncate events cascade`.execute(db))

const now = new Date('2026-11-21T12:00:00Z')

const organisationId = randomUUID()
await sql`insert into organisations (id, name, country_iso, time_zone, locale, created_at)
  values (${organisationId}, 'Farm', 'GB', 'Europe/London', 'en-GB', ${now})`.execute(db)

/** So many events, each so many days ago. */
async function happen(count: number, daysAgo: number): Promise<void> {
  await sql`insert into events (organisation_id, type, subject, data, occurred_at)
    select ${organisationId}, 'test.aged', ${String(daysAgo)}, '{}', ${now}::timestamptz - make_interval(days => ${daysAgo}::integer)
    from generate_series(1, ${count}::integer)`.execute(db)
}

async function left(): Promise<Record<string, number>> {
  const { rows } = await sql<{ subject: string; count: number }>`
    select subject, count(*)::integer as count from events group by subject order by subject`.execute(db)
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))
}

test('however many are old, all of them go, and no other', async () => {
  await happen(2 * PIECE + 1, 91)
  await happen(10, 89)
  await purgeEvents(db, now)
  expect(await left()).toEqual({ 89: 10 })
})

test('those that came between others go too: a clock that was ahead, or a transaction that took long', async () => {
  await happen(PIECE - 1, -400)
  await happen(PIECE, 91)
  await happen(10, 1)
  await happen(10, 91)
  await happen(10, 89)
  await purgeEvents(db, now)
  expect(await left()).toEqual({ '-400': PIECE - 1, 1: 10, 89: 10 })
})

test('what is not old is not looked at, but for the first of it', async () => {
  await happen(4 * PIECE, 30)
  // What the database does by itself in its time.
  await sql`vacuum (analyze) events`.execute(db)
  const read = await rowsRead(database, 'events', () => purgeEvents(db, now))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(2 * PIECE)
})
