import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { purgeSessions } from './sessions.ts'
import { purgeSignIns } from './sign-in-limits.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const now = new Date('2026-11-21T12:00:00Z')
const MANY = 5000
const ago = (days: number) => sql`${now}::timestamptz - make_interval(days => ${days}::integer)`

test('sessions that ended long ago go, and the others are not looked at', async () => {
  const [organisationId, userId] = [randomUUID(), randomUUID()]
  await sql`insert into organisations (id, name, country_iso, time_zone, locale, created_at)
    values (${organisationId}, 'Farm', 'GB', 'Europe/London', 'en-GB', ${now})`.execute(db)
  await sql`insert into users (id, email, given_name, family_name, created_at)
    values (${userId}, 'a@farm.example', 'A', 'B', ${now})`.execute(db)
  const sessions = (count: number, expires: number, revoked: number | null) =>
    sql`insert into sessions (id, user_id, organisation_id, family_hash, refresh_hash, created_at, refreshed_at, expires_at, revoked_at)
      select gen_random_uuid(), ${userId}, ${organisationId}, uuid_send(gen_random_uuid()), '', ${now}, ${now}, ${ago(expires)},
        ${revoked === null ? null : ago(revoked)}
      from generate_series(1, ${count}::integer)`.execute(db)
  await sessions(MANY, -10, null)
  await sessions(10, 29, null)
  await sessions(1, 31, null)
  await sessions(1, -10, 31)
  await sql`analyze sessions`.execute(db)
  const read = await rowsRead(database, 'sessions', () => purgeSessions(db, now))
  const { rows } = await sql`select count(*)::integer as kept from sessions`.execute(db)
  expect(rows).toEqual([{ kept: MANY + 10 }])
  expect(read).toBeLessThan(MANY / 10)
})

const kept: [table: 'sign_in_failures' | 'known_networks', column: string, days: number][] = [
  ['sign_in_failures', 'last_failed_at', 1],
  ['known_networks', 'signed_in_at', 200],
]
test.for(kept)('%s that are old go, and the others are not looked at', async ([table, column, days]) => {
  const others = table === 'sign_in_failures' ? sql`, failures` : sql``
  const one = table === 'sign_in_failures' ? sql`, 1` : sql``
  const enter = (count: number, age: number) =>
    sql`insert into ${sql.table(table)} (subject, ${sql.ref(column)} ${others})
      select gen_random_uuid()::text, ${ago(age)} ${one} from generate_series(1, ${count}::integer)`.execute(
      db,
    )
  await enter(MANY, days - 1)
  await enter(1, days + 1)
  await sql`analyze ${sql.table(table)}`.execute(db)
  const read = await rowsRead(database, table, () => purgeSignIns(db, now))
  const { rows } = await sql`select count(*)::integer as kept from ${sql.table(table)}`.execute(db)
  expect(rows).toEqual([{ kept: MANY }])
  expect(read).toBeLessThan(MANY / 10)
})
