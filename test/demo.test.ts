import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillDemo, fillSampleFarm } from '../src/cli/demo.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { initFromCommandLine } from '../src/system/access/new-organisation.ts'
import { openFiles } from '../src/system/files/store.ts'
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

test('the sample farm that people look around in has something on each screen', async () => {
  const now = new Date('2026-11-28T09:00:00Z')
  const password = await newPassword()
  const { organisationId } = await inTransaction(database.db, (trx) =>
    initFromCommandLine(trx, {
      organisation: 'Sample',
      countryISO: 'GB',
      email: 'owner@sample.example',
      password,
      now,
    }),
  )
  const files = openFiles({ directory: inject('directory'), s3: undefined, quotaBytes: 1024 ** 3 })
  await inTransaction(database.db, (trx) => fillSampleFarm(trx, organisationId, now, files))
  const { rows } = await sql`
    select
      (select count(*)::int from storage_contracts where storer_id = ${organisationId}) as contracts,
      (select count(*)::int from movements m where m.organisation_id = ${organisationId} and storage_contract_id is not null and shrink_grams > 0) as dried,
      (select count(*)::int from records where keeper_id = ${organisationId} and source = 'trade') as offers,
      (select count(distinct trade_id)::int from movements where organisation_id = ${organisationId}) as trades,
      (select count(*)::int from conversation_messages m join memberships s on s.user_id = m.sent_by where s.organisation_id = ${organisationId}) as messages,
      (select count(*)::int from files where organisation_id = ${organisationId}) as files,
      (select count(*)::int from unfinished_files) as unfinished,
      (select count(*)::int from movements where organisation_id = ${organisationId} and weighbridge_file_id is not null) as tickets,
      (select count(*)::int from adjustments where storer_id = ${organisationId} and file_ids <> '{}') as counts,
      (select count(*)::int from samples where storer_id = ${organisationId} and file_ids <> '{}') as reports,
      (select count(*)::int from settlements where organisation_id = ${organisationId}) as settlements,
      (select count(*)::int from orders where organisation_id = ${organisationId}) as orders,
      (select count(distinct order_id)::int from movements where organisation_id = ${organisationId}) as "ordersMoved",
      (select count(*)::int from reservations where organisation_id = ${organisationId}) as reservations,
      (select count(*)::int from tariffs where organisation_id = ${organisationId}) as tariffs,
      (select jsonb_agg(case when number is null then 'draft' else 'closed' end order by first_month) from charge_statements where organisation_id = ${organisationId}) as charges,
      (select count(distinct harvest_year)::int from harvest_plans where organisation_id = ${organisationId}) as harvests`.execute(
    database.db,
  )
  expect(rows).toEqual([
    {
      contracts: 1,
      dried: 1,
      offers: 2,
      trades: 3,
      messages: 2,
      settlements: 1,
      orders: 3,
      ordersMoved: 1,
      reservations: 1,
      tariffs: 1,
      charges: ['closed', 'draft'],
      harvests: 2,
      files: 3,
      unfinished: 0,
      tickets: 1,
      counts: 1,
      reports: 1,
    },
  ])
})
