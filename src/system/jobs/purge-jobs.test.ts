import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { purgeJobs } from './jobs.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const now = new Date('2026-11-21T12:00:00Z')
const MANY = 5000

test('done jobs go after a month, failed ones after three, and the others are not looked at', async () => {
  await sql`insert into jobs (id, kind, key, payload, status, due_at, created_at, finished_at)
    select gen_random_uuid(), 'test', status || days || '/' || n, '{}', status, finished, finished, finished
    from (values ('done', 29, ${MANY}::integer), ('done', 31, 1), ('failed', 89, 1), ('failed', 91, 1)) as made (status, days, count)
    cross join lateral (select ${now}::timestamptz - make_interval(days => days) as finished) at
    cross join lateral generate_series(1, count) n`.execute(db)
  await sql`analyze jobs`.execute(db)
  const read = await rowsRead(database, 'jobs', () => purgeJobs(db, now))
  const { rows } = await sql<{ kept: string }>`
    select distinct split_part(key, '/', 1) as kept from jobs order by 1`.execute(db)
  expect(rows.map(({ kept }) => kept)).toEqual(['done29', 'failed89'])
  expect(read).toBeLessThan(MANY / 10)
})
