import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { openTestApp, type TestApp } from './app.ts'
import { isWrite, operationsOf, readDocuments } from './documents.ts'
import { makeOrganisation } from './factories.ts'
import { rowsTouched } from './rows-touched.ts'
import { intake, makeRecord, movement, ok, openScene, type Scene } from './scene.ts'
import { send, withRequests, workingRequest } from './sending.ts'

// What an organisation has and has entered before, and what others have, is nothing that a command goes through.

const PLACES = 2000
/** By whom the average is little, which is what the planner goes by. */
const OTHERS = 300
/** Far more than any command here needs of a table, and far less than there is in it. */
const FEW = 300

/** What goes through much, and why it has to. */
const THROUGH_MUCH: Record<string, string[]> = {
  // All plantings there are, to find those without a plan.
  'POST /api/inventory/harvest-plans/backfill': ['records'],
  // What all files of an organisation take up together is added up for its quota.
  'POST /api/system/files': ['files'],
}

let service: TestApp
let scene: Scene

beforeAll(async () => {
  service = await openTestApp()
  scene = await openScene(service)
  const other = await makeOrganisation(service)
  await fill([scene.farm.organisationId, other.organisationId], PLACES)
  await fill(await makeOrganisations(OTHERS), 1)
  await sql`analyze`.execute(service.database.db)
})
afterAll(() => service.close())

async function makeOrganisations(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into organisations (id, name, country_iso, time_zone, locale, created_at)
    select gen_random_uuid(), 'Farm ' || n, 'GB', 'Europe/London', 'en-GB', '2015-01-01' from generate_series(1, ${count}::integer) n
    returning id`.execute(service.database.db)
  return rows.map(({ id }) => id)
}

/** Gives organisations places that each held some grain once: a load of it has been sold since, and the rest counted. */
async function fill(organisationIds: string[], places: number): Promise<void> {
  await inTransaction(service.database.db, async (trx) => {
    await sql`
      create temporary table filling on commit drop as
      select organisation_id, n, gen_random_uuid() as storage_id, gen_random_uuid() as record_id, nextval('fact_ids') as fact_id,
        '2015-01-01'::timestamptz + n * interval '1 hour' as at
      from unnest(${organisationIds}::uuid[]) organisation_id cross join generate_series(1, ${places}::integer) n`.execute(
      trx,
    )
    await sql`
      insert into storages (id, organisation_id, name, type, location, created_at, updated_at)
      select storage_id, organisation_id, 'Old Barn ' || n, 'store', '{}', at, at from filling`.execute(trx)
    await sql`insert into bays (storage_id, name, created_at) select storage_id, 'Bay', at from filling`.execute(
      trx,
    )
    await sql`
      insert into records (id, keeper_id, owner_id, owner_name, storage_id, bay_id, name, kind, source, commodity_id, type_id, variety,
        harvest_year, segregation, created_by_name, created_at, updated_at)
      select record_id, organisation_id, organisation_id, 'Farm', storage_id, bays.id, 'Wheat', 'crop', 'existing', 1, 101, '',
        '2014', '', 'Sam', at, at
      from filling join bays using (storage_id)`.execute(trx)
    await sql`insert into ledger_balances (record_id, settled_to) select record_id, at from filling`.execute(
      trx,
    )
    await sql`
      insert into ledger_days select record_id, at::date, 0, 0 from filling`.execute(trx)
    await sql`
      insert into ledger_counts (fact_id, record_id, effective_at, counted_grams, reason)
      select fact_id, record_id, at, 0, '1' from filling`.execute(trx)
    await sql`
      insert into movements (id, organisation_id, type, status, effective_at, record_id, source_record_id, weight_grams, commodity_id,
        type_id, variety, tag_ids, recorded_by_name, recorded_at)
      select fact_id, organisation_id, 'outbound', 'complete', at, record_id, record_id, 1000, 1, 101, '', '{}', 'Sam', at
      from filling`.execute(trx)
    await sql`
      insert into files (id, organisation_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
      select record_id, organisation_id, 'Sam', 'files', 'misc', 'Ticket', 'application/pdf', 1, '', record_id, at
      from filling`.execute(trx)
    await sql`
      insert into api_keys (id, organisation_id, name, role, key_hash, prefix, created_at)
      select record_id, organisation_id, 'Key', 'viewer', uuid_send(record_id), '', at from filling`.execute(
      trx,
    )
  })
}

/** The tables of which much was looked at. There are so few organisations here that all of them are read as quickly as one. */
function muchOf(touched: Map<string, number>): string[] {
  return [...touched].flatMap(([table, rows]) => (rows > FEW && table !== 'organisations' ? [table] : []))
}

test('a movement does not go through what lay in its bay before', async () => {
  const { id, bay } = await makeRecord(scene)
  await sql`
    with gone as (
      insert into records (id, keeper_id, owner_id, owner_name, storage_id, bay_id, name, kind, source, commodity_id, type_id, variety,
        harvest_year, segregation, created_by_name, created_at, updated_at)
      select gen_random_uuid(), keeper_id, owner_id, owner_name, storage_id, bay_id, name, kind, source, commodity_id, type_id, variety,
        harvest_year, 'gone ' || n, created_by_name, created_at, updated_at
      from records cross join generate_series(1, ${PLACES}::integer) n where id = ${id}
      returning id, keeper_id, owner_id, storage_id, bay_id
    ), settled as (
      insert into ledger_balances (record_id, settled_to) select id, '2015-01-01' from gone
    )
    insert into ledger_spans (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
    select id, keeper_id, owner_id, storage_id, bay_id, '2014-08-01', '2015-01-01' from gone`.execute(
    service.database.db,
  )
  await sql`analyze`.execute(service.database.db)
  const owner = scene.farm.as('owner')
  const touched = await rowsTouched(service.database, async () => {
    const made = ok(await owner.post('/api/inventory/movements', movement(id, 10, 'mill')))
    const url = `/api/inventory/movements/${made.ids[0]}`
    ok(await owner.put(url, { ...movement(id, 12, 'mill'), recordId: id }))
    ok(await owner.post('/api/inventory/records', intake(bay, 1000)))
    ok(await owner.delete(url, { recordId: id }))
  })
  expect(muchOf(touched)).toEqual([])
})

test('no command goes through all that there is', { timeout: 120_000 }, async () => {
  const operations = withRequests(operationsOf(await readDocuments(service))).filter(
    (operation) => isWrite(operation) && /inventory|files/.test(operation.path),
  )
  const through: Record<string, string[]> = {}
  for (const operation of operations) {
    const { parts, headers } = await workingRequest(scene, operation)
    const touched = await rowsTouched(service.database, async () => {
      const { status, body } = await send(service, operation, parts, headers)
      expect(status, `${operation.key}: ${JSON.stringify(body)}`).toBe(200)
    })
    const much = muchOf(touched)
    if (much.length > 0) through[operation.key] = much
  }
  expect(through).toEqual(THROUGH_MUCH)
})
