import { ANY_WEIGHT } from '../src/kernel/weighing.ts'
import { METRIC } from '../src/words/units.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import type { Actor } from '../src/http/actor.ts'
import type { SearchDefinition, SearchQuery } from '../src/http/search/definition.ts'
import { forgetChanges, numberAllChanges } from '../src/http/search/index/changes.ts'
import { runSearch } from '../src/http/search/search.ts'
import type { ShortRecord } from '../src/inventory/records/schema.ts'
import { makeStore } from '../src/inventory/contracts/test-contracts.ts'
import { addUpMovements } from '../src/inventory/movements/count-movements.ts'
import { movementSearch } from '../src/inventory/movements/movement-search.ts'
import { searchMovements } from '../src/inventory/movements/search-movements.ts'
import { recordSearch } from '../src/inventory/records/search-records.ts'
import { CLEANING_LOSS } from '../src/system/reasons/reasons.ts'
import { openTestApp, type Answer, type TestApp } from './app.ts'
import { isWrite, operationsOf, readDocuments, type Documented } from './documents.ts'
import { acceptForGood, makeOrganisation } from './factories.ts'
import { makeBay, makeBays, makeRecord, movement, oldStock } from './farm.ts'
import { ok, openScene } from './scene.ts'
import { requestOf, send, withRequests, workingRequest } from './sending.ts'
import { watchStatements } from './statements.ts'

// A record search answers out of memory. Whatever changes, it has to answer what the database would: each answer here is
// compared with that of the same search over the tables themselves.

let service: TestApp
let operations: Documented[]

beforeAll(async () => {
  service = await openTestApp()
  operations = withRequests(operationsOf(await readDocuments(service)))
})
afterAll(() => service.close())

const { kept: _kept, ...inDatabase } = recordSearch satisfies SearchDefinition<ShortRecord>

const queries: SearchQuery[] = [
  {},
  { ownerStatus: 'owned by', sortBy: 'weight' },
  { ownerStatus: 'stored by', sortBy: 'organisationName' },
  { requiresCleaning: true },
  { requiresCleaning: false, sortBy: 'storageName', sortDesc: true },
  { 'f:status': ['active'], 'f:storageType': ['store'], sortBy: 'name' },
  { 'f:commodity': ['1'], sortBy: 'area', sortDesc: true, limit: 2, offset: 1 },
  { 'f:commodityVariety': ['SKYfall'] },
  { 'f:tagl': ['DRY'], 'f:location': ['TRING'] },
]

function actorOf(organisationId: string): Actor {
  return {
    organisationId,
    organisationName: 'Farm',
    countryISO: 'GB',
    timeZone: 'Europe/London',
    userId: randomUUID(),
    userName: 'Ann',
    role: 'viewer',
    language: 'en',
    units: METRIC,
    weighing: ANY_WEIGHT,
    isPlatformAdmin: false,
    now: service.clock.now(),
  }
}

/** Answers how many records there are, so that a test can be sure that it compared some. */
async function expectAsInDatabase(...organisationIds: string[]): Promise<number> {
  const { db } = service.database
  let total = 0
  for (const organisationId of organisationIds) {
    const actor = actorOf(organisationId)
    for (const query of queries) {
      const answer = await runSearch(db, recordSearch, actor, query)
      expect(answer, JSON.stringify(query)).toEqual(await runSearch(db, inDatabase, actor, query))
      total += answer.totalDocs
    }
    await expectCounted(actor)
  }
  return total
}

const movementQueries: SearchQuery[] = [
  {},
  { sortBy: 'movementDateISO', limit: 2, offset: 1, noContract: true },
  { limit: 3, offset: 2, 'f:commodity': ['1'], startDateISO: '2025-07-20' },
  { type: 'intake', endDateISO: '2026-08-14' },
  { 'f:type': ['internal', 'outbound'], 'f:commodityGrade': ['1', '4'], sortBy: 'weight' },
  { 'f:status': ['deleted', 'complete'], startDateISO: '2025-08-01', endDateISO: '2026-07-31' },
  { sortBy: 'name', limit: 3, offset: 1 },
  { sortBy: 'name', sortDesc: true, 'f:type': ['intake', 'outbound'], startDateISO: '2025-07-20' },
  { sortBy: 'type', limit: 2, offset: 2 },
  { sortBy: 'type', sortDesc: true, 'f:commodity': ['1'] },
  { sortBy: 'status', 'f:status': ['deleted', 'complete', 'incomplete'], limit: 3, offset: 1 },
]

/** Movements are counted by month as they come; a search that is not the documented one looks at all of them. */
async function expectCounted(actor: Actor): Promise<void> {
  const found = (search: typeof movementSearch, query: SearchQuery) =>
    searchMovements(service.database.db, search, actor, query)
  for (const query of movementQueries) {
    const answer = await found(movementSearch, query)
    expect(answer, JSON.stringify(query)).toEqual(await found({ ...movementSearch }, query))
  }
}

test('is right after every operation that there is', { timeout: 480_000 }, async () => {
  const writes = operations.filter(
    (operation) =>
      isWrite(operation) &&
      /^\/api\/(inventory|identity\/business-units)\b/.test(operation.path) &&
      requestOf(operation).by === 'key',
  )
  expect(writes.length).toBeGreaterThan(25)
  const scene = await openScene(service)
  await makeRecord(scene)
  for (const operation of writes) {
    const { parts, headers } = await workingRequest(scene, operation)
    // Read before, so that the change itself has to be noticed.
    await expectAsInDatabase(scene.farm.organisationId)
    await inTransaction(service.database.db, addUpMovements)
    expect(await send(service, operation, parts, headers), operation.key).toMatchObject({ status: 200 })
    expect(await expectAsInDatabase(scene.farm.organisationId), operation.key).toBeGreaterThan(0)
  }
})

/** A farm whose grain lies in somebody else's store. */
async function openStored() {
  const scene = await openScene(service)
  const owner = await makeOrganisation(service, { name: `Owner ${scene.marker}` })
  await acceptForGood(owner, scene.farm)
  const bays = await makeBays(scene, 3)
  const body = oldStock(bays[0] ?? (await makeBay(scene)), 1000, {
    owned: false,
    source: {
      type: 'existing',
      importDateUTC: '2025-08-01',
      owner: { id: owner.organisationId, name: owner.name },
    },
  })
  const { id } = ok(await scene.farm.as('owner').post('/api/inventory/records', body))
  return { scene, owner, recordId: id, bays }
}

test('is right for the owner as well as for the keeper, whoever changed something', async () => {
  const { scene, owner, recordId, bays } = await openStored()
  const { farm } = scene
  const ownerId = owner.organisationId
  const both = () => expectAsInDatabase(farm.organisationId, ownerId)
  expect(await both()).toBeGreaterThan(8)
  const [first, second] = bays
  const changes: (() => Promise<Answer>)[] = [
    () => farm.as('owner').post('/api/inventory/movements', movement(recordId, 400, second ?? 'mill')),
    () => farm.as('owner').patch(`/api/inventory/records/${recordId}`, { harvestYear: '2024' }),
    () =>
      farm.as('owner').patch(`/api/inventory/storage/${first?.storageId}`, {
        name: `Renamed ${scene.marker}`,
        tags: ['dry'],
        location: { address: { city: 'Tring', regionISO: 'GB-HRT' } },
        businessUnitIds: [farm.businessUnitId],
      }),
    () => farm.as('owner').patch(`/api/identity/business-units/${farm.businessUnitId}`, { type: 'merchant' }),
    () => farm.as('owner').patch(`/api/inventory/storage/${first?.storageId}`, { businessUnitIds: [] }),
  ]
  for (const change of changes) {
    ok(await change())
    await both()
  }
  ok(await owner.as('owner').patch('/api/identity/organisation', { name: 'A first name' }))
  await both()
  // No command gives stock to somebody else; whoever had it must not see it any more.
  await sql`update records set owner_id = ${farm.organisationId} where id = ${recordId}`.execute(
    service.database.db,
  )
  await both()
})

test('is right for loads that have to be cleaned, and once they are', async () => {
  const { merchant, farm, contract, intake } = await makeStore(service)
  const both = () => expectAsInDatabase(merchant.organisationId, farm.organisationId)
  const { id } = await contract({ services: { cleaning: { agreed: true } } })
  const toClean = async () =>
    ok(await merchant.as('viewer').get('/api/inventory/records?requiresCleaning=true')).totalDocs
  await both()
  const load = await intake(1000, { contract: { id } })
  expect(await both()).toBeGreaterThan(8)
  expect(await toClean()).toBe(1)
  const records = [{ id: load.inventory.recordId, adjustTo: 1000 }]
  ok(
    await merchant
      .as('owner')
      .post('/api/inventory/records/adjustments', { records, reasonId: CLEANING_LOSS }),
  )
  await both()
  expect(await toClean()).toBe(0)
})

test('is right when a load comes that has to be cleaned, and that nobody has weighed', async () => {
  const scene = await openScene(service)
  const { id, bay } = await makeRecord(scene)
  const start = service.clock.now()
  const intake = {
    moveAtUTC: new Date(start.getTime() + 3_600_000).toISOString(),
    storageContract: { cleaningAgreed: true },
  }
  const load = oldStock(bay, 0, { source: { type: 'intake', intake } })
  expect(ok(await scene.farm.as('operator').post('/api/inventory/records', load)).id).toBe(id)
  const found: number[] = []
  for (const hours of [0, 0.5, 1, 2]) {
    service.clock.set(new Date(start.getTime() + hours * 3_600_000))
    await expectAsInDatabase(scene.farm.organisationId)
    const toClean = await scene.farm.as('viewer').get('/api/inventory/records?requiresCleaning=true')
    found.push(ok(toClean).totalDocs)
  }
  service.clock.set(start)
  expect(found).toEqual([0, 0, 1, 1])
})

test('is right when a plan comes due, without anybody doing anything, and when a clock goes back', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene)
  const start = service.clock.now()
  const weight = async () => {
    await expectAsInDatabase(scene.farm.organisationId)
    return ok(await scene.farm.as('viewer').get('/api/inventory/records')).aggregations[0].sum
  }
  ok(
    await scene.farm.as('owner').post('/api/inventory/movements', {
      ...movement(id, 300, 'mill'),
      movementDateISO: new Date(start.getTime() + 3_600_000).toISOString(),
    }),
  )
  const weights: number[] = []
  for (const hours of [0, 0.5, 1, 2, 0.5, -24 * 400, 3]) {
    service.clock.set(new Date(start.getTime() + hours * 3_600_000))
    weights.push(await weight())
  }
  service.clock.set(start)
  expect(weights).toEqual([1000, 1000, 700, 700, 1000, 0, 700])
})

test('is right when what changed was forgotten before anybody looked', async () => {
  const scene = await openScene(service)
  const { db } = service.database
  const { organisationId } = scene.farm
  const numbers = async () =>
    (
      await db
        .selectFrom('search_changes')
        .select('number')
        .where('organisation_id', '=', organisationId)
        .execute()
    ).map(({ number }) => number)
  await makeRecord(scene)
  await numberAllChanges(db)
  await expectAsInDatabase(organisationId)
  await makeRecord(scene, 500)
  await numberAllChanges(db)
  const all = await numbers()
  const later = new Date(Date.now() + 48 * 3_600_000)
  await forgetChanges(db, later)
  // Whoever has seen the last one has seen all.
  expect(await numbers()).toEqual([Math.max(...all.map(Number))])
  expect(await expectAsInDatabase(organisationId)).toBeGreaterThan(4)
  await forgetChanges(db, later)
  expect(await expectAsInDatabase(organisationId)).toBeGreaterThan(4)
})

test('is right on a replica that lacks what was seen, and gives its numbers again', async () => {
  const scene = await openScene(service)
  const { db } = service.database
  const { organisationId } = scene.farm
  await makeRecord(scene)
  await numberAllChanges(db)
  await makeRecord(scene, 500)
  await numberAllChanges(db)
  await expectAsInDatabase(organisationId)
  const mine = sql`organisation_id = ${organisationId}`
  await sql`with gone as (delete from search_changes where ${mine} and number > 1 returning number)
    update search_heads set number = 1, token = (select token from search_changes where ${mine} and number = 1)
    where ${mine}`.execute(db)
  const { id } = await makeRecord(scene, 700)
  ok(await scene.farm.as('owner').patch(`/api/inventory/records/${id}`, { harvestYear: '2024' }))
  await numberAllChanges(db)
  expect(await expectAsInDatabase(organisationId)).toBeGreaterThan(6)
})

test('does not see what was taken back', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene)
  await expectAsInDatabase(scene.farm.organisationId)
  ok(await scene.farm.as('owner').post('/api/inventory/movements?dryRun=true', movement(id, 400, 'mill')))
  await expectAsInDatabase(scene.farm.organisationId)
})

test.runIf(inject('databaseSource').engine === 'postgresql')(
  'sees what was still under way when it looked last, and what another process did',
  async () => {
    const scene = await openScene(service)
    const { id } = await makeRecord(scene)
    const { organisationId } = scene.farm
    const client = await service.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update records set name = 'Under way' where id = $1`, [id])
      // Begun later and committed earlier, so that the next look has to see past it.
      await makeRecord(scene, 500)
      await expectAsInDatabase(organisationId)
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await expectAsInDatabase(organisationId)).toBeGreaterThan(4)
    const { docs } = await runSearch(service.database.db, recordSearch, actorOf(organisationId), {
      sortBy: 'name',
    })
    expect(docs.map(({ name }) => name)).toContain('Under way')
  },
)

test('is right for many who ask while others write', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene, 1000)
  const viewer = scene.farm.as('viewer')
  const weights = await Promise.all(
    Array.from({ length: 40 }, async () => {
      // Whoever has moved a kilogram finds at least that one gone.
      ok(await scene.farm.as('owner').post('/api/inventory/movements', movement(id, 1, 'mill')))
      const before = ok(await viewer.get(`/api/inventory/records/${id}`)).yield.current
      const { aggregations } = ok(await viewer.get('/api/inventory/records'))
      const after = ok(await viewer.get(`/api/inventory/records/${id}`)).yield.current
      return { before, found: aggregations[0].sum, after }
    }),
  )
  for (const { before, found, after } of weights) {
    expect(found).toBeLessThanOrEqual(before)
    expect(found).toBeGreaterThanOrEqual(after)
  }
  await expectAsInDatabase(scene.farm.organisationId)
})

test('reads once what all who ask at once have to know', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene, 1000)
  const inAnHour = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  const planned = { ...movement(id, 400, 'mill'), movementDateISO: inAnHour }
  ok(await scene.farm.as('owner').post('/api/inventory/movements', planned))
  const actor = actorOf(scene.farm.organisationId)
  const ask = (now: Date) => runSearch(service.database.db, recordSearch, { ...actor, now }, { docs: false })
  await ask(actor.now)
  const statements = watchStatements(service.database.pool)
  // Each a millisecond after the other, when the plan has come due and nobody has settled it: what is there is of that moment only.
  const due = Date.parse(inAnHour) + 1
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_answer, index) => ask(new Date(due + index))),
  )
  expect(answers.map(({ aggregations: [weight] }) => weight?.sum)).toEqual(answers.map(() => 600))
  expect(statements.taken().filter((text) => text.includes('json_agg(json_build_array('))).toHaveLength(1)
})
