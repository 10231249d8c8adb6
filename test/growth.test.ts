import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from './app.ts'
import { imported } from '../src/inventory/imports/test-imports.ts'
import { isWrite, operationsOf, readDocuments } from './documents.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from './factories.ts'
import { multiply } from './multiply.ts'
import { rowsTouched } from './rows-touched.ts'
import { intake, makeBays, makeRecord, movement, STOCK_TAKE, type Bay } from './farm.ts'
import { makeFile, ok, openScene, type Scene } from './scene.ts'
import { of } from './shared-store.ts'
import { send, withRequests, workingRequest } from './sending.ts'

// What an organisation has and has entered before, and what others have, is nothing that a command goes through.

const PLACES = 2000
/** By whom the average is little, which is what the planner goes by. */
const OTHERS = 300
/** Far more than any command here needs of a table, and far less than there is in it. */
const FEW = 300

/** What goes through much, and why it has to. */
const THROUGH_MUCH: Record<string, string[]> = {
  // What closed statements billed is reckoned anew, from all that the owner moved since.
  'POST /api/inventory/charges/{id}/close': ['ledger_entries', 'records'],
  // All plantings there are, to find those without a plan.
  'POST /api/inventory/harvest-plans/backfill': ['records'],
  // A statement has every parcel of an owner; here that is who keeps all there is.
  'POST /api/inventory/owners/{id}/statement': ['ledger_days', 'partners', 'records'],
  // Every store is named with the series that its papers have.
  'PATCH /api/inventory/papers/numbering': ['number_series', 'storages'],
  // The first closing states all that ever came and went, by store and bay.
  'POST /api/inventory/periods': ['bays', 'ledger_entries', 'ledger_spans', 'storages'],
  // The hash is of all entries of the ledger.
  'POST /api/inventory/stocktakes/{id}/approve': ['ledger_entries'],
  // What all files of an organisation take up together is added up for its quota.
  'POST /api/system/files': ['files'],
}

let service: TestApp
let scene: Scene

beforeAll(async () => {
  service = await openTestApp()
  scene = await openScene(service)
  const other = await makeOrganisation(service)
  service.clock.set('2025-09-01T09:00:00Z')
  await multiply(service.database, PLACES, async () => {
    await holdOnce(scene.farm)
    await holdOnce(other)
  })
  await multiply(service.database, OTHERS, async () => holdOnce(await makeOrganisation(service)))
  service.clock.set(TEST_START)
  await sql`analyze`.execute(service.database.db)
})
afterAll(() => service.close())

/** A number that all loads of long ago have. */
const numbered = { driver: { name: 'Sam', loadReference: 'No. 7' } }

/** Gives an organisation a place that held some grain once: a load of it was sold, and the rest counted. */
async function holdOnce(farm: TestOrganisation): Promise<void> {
  const then = { ...scene, farm, as: farm.as, marker: 'once' }
  const owner = farm.as('owner')
  const { id } = await makeRecord(then)
  ok(await owner.post('/api/inventory/movements', { ...movement(id, 100, 'mill'), ...numbered }))
  const counted = { records: [{ id, adjustTo: 0 }], reasonId: STOCK_TAKE }
  ok(await owner.post('/api/inventory/records/adjustments', counted))
  await makeFile(then)
  ok(await owner.post('/api/identity/api-keys', { name: 'Key', role: 'viewer' }))
}

/** So few here, each with one business unit, that all of them are read as quickly as one. */
const ORGANISATIONS = new Set(['organisations', 'business_units'])

/** The tables of which much was looked at. */
function muchOf(touched: Map<string, number>): string[] {
  return [...touched]
    .flatMap(([table, rows]) => (rows > FEW && !ORGANISATIONS.has(table) ? [table] : []))
    .toSorted()
}

/** What is said to have lain in a bay before what lies there now, in years long gone. */
async function layBefore(id: string): Promise<void> {
  await sql`
    with gone as (
      insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id, variety,
        harvest_year, segregation, created_by_name, created_at, updated_at)
      select gen_random_uuid(), keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id, variety,
        harvest_year, 'gone ' || n, created_by_name, created_at, updated_at
      from records cross join generate_series(1, ${PLACES}::integer) n where id = ${id}
      returning id, keeper_id, owner_id, storage_id, bay_id
    ), settled as (
      insert into ledger_balances (storer_id, record_id, settled_to) select keeper_id, id, '2015-01-01' from gone
    )
    insert into ledger_spans (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
    select id, keeper_id, owner_id, storage_id, bay_id, '2014-08-01', '2015-01-01' from gone`.execute(
    service.database.db,
  )
  await sql`analyze`.execute(service.database.db)
}

test('a movement does not go through what lay in its bay before', async () => {
  const { id, bay } = await makeRecord(scene)
  await layBefore(id)
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

test('a number that thousands of tickets have is not looked for in all of them', async () => {
  const { id } = await makeRecord(scene)
  const owner = scene.farm.as('owner')
  await imported(owner, 'stores', 'Store,Bay\nNumbered,1\n')
  const touched = await rowsTouched(service.database, async () => {
    ok(await owner.post('/api/inventory/movements', { ...movement(id, 10, 'mill'), ...numbered }))
    const load = `Date,Ticket,Net (kg),Store,Bay,Sender,Commodity,Harvest year\n2026-08-01,7,1000,Numbered,1,Hill Farm,Winter wheat,2026\n`
    expect(await imported(owner, 'inventory/loads?create=partners', load)).toMatchObject({ success: 1 })
    const line = { reference: '7', dateISO: '2026-08-13', weight: 20_000 }
    const statement = { buyer: { id: 'mill-7' }, lines: [line] }
    ok(await owner.post('/api/inventory/settlements/try', statement))
  })
  expect(muchOf(touched)).toEqual([])
})

test('who asks for conflicts does not go through what others kept for them before', async () => {
  const [keeper, owner] = [await makeOrganisation(service), await makeOrganisation(service)]
  const [bay] = (await makeBays({ ...keeper, marker: 'kept' })) as [Bay]
  await acceptForGood(owner, keeper)
  const body = intake(bay, 1000, of(owner))
  await layBefore(ok(await keeper.as('owner').post('/api/inventory/records', body)).id)
  const touched = await rowsTouched(service.database, async () => {
    ok(await owner.as('viewer').get('/api/inventory/storage?conflict=true'))
    ok(await owner.as('viewer').get(`/api/inventory/storage/${bay.storageId}/conflicts`))
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
  // Which of those it goes through depends on the plan, which PostgreSQL chooses.
  const beyond = Object.entries(through).flatMap(([key, tables]) =>
    tables.filter((table) => !THROUGH_MUCH[key]?.includes(table)).map((table) => `${key}: ${table}`),
  )
  expect(beyond).toEqual([])
})
