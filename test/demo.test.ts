import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../src/cli/demo.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { initFromCommandLine } from '../src/system/access/new-organisation.ts'
import { newPassword } from '../src/system/access/passwords.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

test.for([
  ['the last day of October', '2026-10-31T23:59:59.999Z', 2025],
  ['the first of November', '2026-11-01T00:00:00Z', 2026],
] as const)('on %s the demonstration has a harvest that is all in', async ([, instant, year]) => {
  const now = new Date(instant)
  const email = `owner@farm-${year}.example`
  const password = await newPassword()
  const { organisationId } = await inTransaction(database.db, (trx) =>
    initFromCommandLine(trx, { organisation: `Farm ${year}`, countryISO: 'GB', email, password, now }),
  )
  await inTransaction(database.db, (trx) => fillDemo(trx, organisationId, now))
  const { rows } = await sql<{ first: number; last: number; planned: number }>`
    select extract(year from min(effective_at))::int as first,
      extract(year from max(effective_at) filter (where effective_at <= ${now}))::int as last,
      count(*) filter (where effective_at > ${now}) as planned
    from movements where organisation_id = ${organisationId}`.execute(database.db)
  expect(rows).toEqual([{ first: year, last: year, planned: expect.any(Number) }])
  expect(rows[0]?.planned).toBeGreaterThan(0)
  const { rows: standing } = await sql<{ hectares: number }>`
    select coalesce(sum(remaining_area_hectares), 0)::float8 as hectares
    from records where owner_id = ${organisationId} and source = 'planting'`.execute(database.db)
  expect(standing).toEqual([{ hectares: 0 }])
})
