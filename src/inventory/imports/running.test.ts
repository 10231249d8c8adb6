import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { withClaimAhead } from '../../http/write/idempotency.ts'
import { base, imported, send } from './test-imports.ts'

// How imports run: step by step, once, and one after the other.

/** The embedded database keeps others waiting for the length of a step. */
const STEP_ROWS = inject('databaseSource').engine === 'pglite' ? 150 : 500

let service: TestApp
let farm: TestOrganisation
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service)
  manager = farm.as('manager')
})

function fields(count: number, name = 'Field'): string {
  return `Field,Area (ha)\n${Array.from({ length: count }, (_each, index) => `${name} ${index},${index % 30}`).join('\n')}\n`
}

async function fieldCount(): Promise<number> {
  return (await manager.get('/api/inventory/storage?type=field&limit=1')).body.totalDocs
}

async function importEvents(): Promise<{ type: string; subject: string; data: Record<string, unknown> }[]> {
  const rows = await service.database.db
    .selectFrom('events')
    .select(['type', 'subject', 'data'])
    .where('organisation_id', '=', farm.organisationId)
    .where('type', 'like', 'import.%')
    .orderBy('id')
    .execute()
  return rows.map(({ type, subject, data }) => ({ type, subject, data: data as Record<string, unknown> }))
}

describe('events', () => {
  test('tell how far a long import has come', async () => {
    const { importId } = await imported(manager, 'fields', fields(1100))
    const shared = {
      kind: 'fields',
      totalRows: 1100,
      changed: 0,
      unchanged: 0,
      leftOut: 0,
      validation: 0,
      errors: 0,
    }
    const at = (rows: number) => ({ ...shared, rowsDone: rows, success: rows })
    expect(await importEvents()).toEqual([
      { type: 'import.started', subject: importId, data: at(0) },
      ...Array.from({ length: Math.ceil(1100 / STEP_ROWS) }, (_step, index) => ({
        type: 'import.progress',
        subject: importId,
        data: at(Math.min(1100, (index + 1) * STEP_ROWS)),
      })),
      { type: 'import.finished', subject: importId, data: at(1100) },
    ])
  })

  test('of a short one tell its end, and of a dry run nothing', async () => {
    await send(manager, `${base}/fields?dryRun=true`, fields(600))
    expect(await importEvents()).toEqual([])
    await imported(manager, 'fields', fields(3))
    expect((await importEvents()).map(({ type }) => type)).toEqual(['import.finished'])
  })

  test('of bays that a store gets are those of a store that is changed', async () => {
    const first = await imported(manager, 'stores', 'Store,Bay\nBarn,1\nShed,1\n')
    await imported(
      manager,
      'stores',
      'Store,Bay,Commodity,Capacity (t)\nBarn,1,Wheat,10\nBarn,2,,\nShed,1,,\n',
    )
    const { rows } = await service.database.pool.query<{ subject: string; data: unknown }>(
      `select subject, data from events where organisation_id = $1 and type = 'storage.updated'`,
      [farm.organisationId],
    )
    expect(rows).toEqual([{ subject: first.results[0].id, data: { changed: ['substorage'] } }])
  })

  test('of what was made are those that it has when it is made one by one', async () => {
    await imported(manager, 'fields', fields(2))
    const { rows } = await service.database.pool.query<{ type: string; data: unknown }>(
      `select type, data from events where organisation_id = $1 and type not like 'import.%' order by id`,
      [farm.organisationId],
    )
    expect(rows.filter(({ type }) => type === 'storage.created')).toEqual([
      { type: 'storage.created', data: { name: 'Field 0', type: 'field' } },
      { type: 'storage.created', data: { name: 'Field 1', type: 'field' } },
    ])
  })
})

describe('an Idempotency-Key', () => {
  test('answers the same again, and does nothing', async () => {
    const key = { 'idempotency-key': 'fields-1' }
    const first = await send(manager, 'fields', fields(3), key)
    const again = await send(manager, 'fields', fields(3), key)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await importEvents()).length).toBe(1)
  })

  test('of another file is refused, and nothing of that file is stored', async () => {
    const key = { 'idempotency-key': 'fields-2' }
    await send(manager, 'fields', fields(1), key)
    const other = await send(manager, 'fields', fields(5), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await fieldCount()).toBe(1)
  })

  test('of two files at once is of one of them', async () => {
    const key = { 'idempotency-key': 'fields-3' }
    const answers = await Promise.all([
      send(manager, 'fields', fields(2, 'One'), key),
      send(manager, 'fields', fields(3, 'Other'), key),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const taken = answers.find(({ status }) => status === 200)
    expect(await fieldCount()).toBe(taken?.body.success)
  })

  test('is free again after a file that could not be read', async () => {
    const key = { 'idempotency-key': 'fields-4' }
    expect((await send(manager, 'fields', 'Cow\nDaisy\n', key)).status).toBe(400)
    expect((await send(manager, 'fields', fields(1), key)).status).toBe(200)
  })
})

describe('an Idempotency-Key that a server was killed with', () => {
  /** The one claim of the farm. */
  const claim = () =>
    service.database.db
      .selectFrom('idempotency_keys')
      .select(['created_at', 'status'])
      .where('organisation_id', '=', farm.organisationId)
      .executeTakeFirst()

  test('is good again a minute later', async () => {
    const key = { 'idempotency-key': 'fields-5' }
    await send(manager, 'fields', fields(2), key)
    await service.database.db
      .updateTable('idempotency_keys')
      .set({ status: null, sealed: null })
      .where('organisation_id', '=', farm.organisationId)
      .execute()
    const sending = send(manager, 'fields', fields(2), key)
    expect(await Promise.race([sending, sleep(300, 'waits')])).toBe('waits')
    service.clock.advance({ seconds: 61 })
    const { status, body } = await sending
    expect({ status, results: body.results }).toMatchObject({
      status: 200,
      results: [{ status: 'unchanged' }, { status: 'unchanged' }],
    })
  })

  test('is nobody else’s as long as the server lives', async () => {
    const { db } = service.database
    const claiming = { db, clock: service.clock.now, renewedEveryMilliseconds: 5 }
    const sent = { key: 'k', answersKey: Buffer.alloc(32), method: 'POST', url: '/', body: {} }
    const { organisationId } = farm
    const mine = { ...sent, organisationId, caller: 'somebody', mayHoldSecret: true }
    const work = Promise.withResolvers<string>()
    const first = withClaimAhead(claiming, mine, () => work.promise)
    await expect.poll(claim).toBeDefined()
    const second = withClaimAhead(claiming, mine, async () => 'second')
    for (let minute = 1; minute <= 3; minute++) {
      service.clock.advance({ seconds: 50 })
      await expect.poll(claim).toEqual({ created_at: service.clock.now(), status: null })
    }
    expect(await Promise.race([second, sleep(300, 'waits')])).toBe('waits')
    work.reject(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    expect(await second).toBe('second')
  })
})

describe('the same rows', () => {
  test('sent many times at once are entered once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(manager, 'fields', fields(700))))
    expect(answers.map(({ status, body }) => [status, body.success + body.unchanged])).toEqual(
      Array(4).fill([200, 700]),
    )
    expect(await fieldCount()).toBe(700)
  })

  test('of stock sent many times at once are entered once', async () => {
    await imported(manager, 'stores', 'Store,Bay\nBarn,1\n')
    const rows = Array.from({ length: 30 }, (_each, index) => `Barn,Wheat,Winter,2026,1,Ticket ${index}`)
    const stock = `Store,Commodity,Type,Harvest year,Weight (t),Reference\n${rows.join('\n')}\n`
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(manager, 'inventory/stores', stock)))
    expect(answers.map(({ status, body }) => [status, body.success + body.unchanged])).toEqual(
      Array(4).fill([200, 30]),
    )
    const { body } = await manager.get('/api/inventory/records?limit=5')
    expect(body.docs.map((record: { yield: { current: number } }) => record.yield.current)).toEqual([30_000])
  })
})

describe('whoever is shut out while their file is entered', () => {
  const USERS = '/api/identity/users'
  const shutOut: [string, number, (person: TestPerson) => Promise<Answer>][] = [
    ['suspended', 401, ({ userId }) => farm.as('owner').post(`${USERS}/${userId}/suspend`)],
    ['removed', 401, ({ userId }) => farm.as('owner').delete(`${USERS}/${userId}`)],
    [
      'of another role',
      403,
      ({ userId }) => farm.as('owner').put(`${USERS}/${userId}/role`, { role: 'viewer' }),
    ],
  ]
  test.each(shutOut)('%s, gets no further than the step under way', async (_how, status, shut) => {
    const person = await addPerson(service, farm, 'manager')
    const sent = send(person.client, 'fields', fields(6000))
    await expect.poll(fieldCount, { interval: 1 }).toBeGreaterThan(0)
    ok(await shut(person))
    expect((await sent).status).toBe(status)
    const stored = await fieldCount()
    expect(stored % STEP_ROWS, 'whole steps').toBe(0)
    expect(stored).toBeLessThan(6000)
    expect((await importEvents()).map(({ type }) => type)).not.toContain('import.finished')
    // Somebody else goes on with the same file.
    const { success, unchanged } = await imported(manager, 'fields', fields(6000))
    expect(success + unchanged).toBe(6000)
    expect(await fieldCount()).toBe(6000)
  })
})

test('bays that somebody adds by hand at the same moment are there once', async () => {
  const store = { name: 'Barn', type: 'store', location: null, substorage: [] }
  const { id } = ok(await manager.post('/api/inventory/storage', store))
  const file = 'Store,Bay,Commodity,Capacity (t)\nBarn,Bay 1,Wheat,10\nBarn,Bay 2,,\n'
  const added = Promise.withResolvers<undefined>()
  const byHand = inTransaction(service.database.db, async (trx) => {
    await sql`select from storages where id = ${id} for update`.execute(trx)
    await sql`insert into bays (organisation_id, storage_id, name, created_at)
      select organisation_id, id, 'bay 1', ${service.clock.now()}::timestamptz from storages where id = ${id}`.execute(
      trx,
    )
    added.resolve(undefined)
    await sleep(300)
  })
  await added.promise
  const { results } = await imported(manager, 'stores', file)
  await byHand
  expect(results.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Added: the capacity.',
    'Added: the bay.',
  ])
})

test('crops that are sent as plantings at the same moment are entered once', async () => {
  await imported(manager, 'fields', fields(40))
  const { docs } = ok(await manager.get('/api/inventory/storage?type=field&limit=200'))
  const rows = docs.map(({ id }: { id: string }, index: number) => ({
    rowNumber: index + 1,
    type: 'crop',
    harvestYear: '2027',
    commodity: { id: 1, type: 101 },
    field: { storageId: id },
    planting: {},
  }))
  const names = docs.map(({ name }: { name: string }) => `${name},Winter wheat,2027`)
  const plantings = async (after: number) => {
    await sleep(after)
    return manager.post('/api/inventory/plantings', rows)
  }
  await Promise.all([
    imported(manager, 'inventory/fields', `Field,Crop,Harvest year\n${names.join('\n')}\n`),
    ...[0, 4, 8, 12, 16, 20].map(plantings),
  ])
  expect((await manager.get('/api/inventory/records?limit=1')).body.totalDocs).toBe(40)
})

test('what an organisation sends is for itself, and may be named', async () => {
  const sendFor = (organisationId: string) => {
    const form = new FormData()
    form.append('organisationId', organisationId)
    form.append('organisationName', 'Whatever')
    form.append('file', new Blob([fields(1)]), 'farm.csv')
    return manager.post(`${base}/fields`, form)
  }
  const stranger = await makeOrganisation(service)
  expect(await sendFor(stranger.organisationId)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await sendFor(farm.organisationId)).status).toBe(200)
  expect((await sendFor('')).status).toBe(200)
  expect(await fieldCount()).toBe(1)
})

test('a form without a file, and one with a workbook, are refused', async () => {
  const form = new FormData()
  form.append('organisationId', '')
  expect(await manager.post(`${base}/fields`, form)).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'file' }] },
  })
  const workbook = await send(manager, 'fields', Buffer.from('PK\x03\x04etc', 'latin1'))
  expect(workbook).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  const { rows } = await service.database.pool.query(`select id from imports where organisation_id = $1`, [
    farm.organisationId,
  ])
  expect(rows).toEqual([])
})

// The numbers of transactions are those of a whole server, on which other tests are at work.
test.runIf(inject('databaseSource').engine === 'pglite')(
  'what is refused in one bay is found without trying the rows of the others again and again',
  async () => {
    const bays = Array.from({ length: 20 }, (_each, index) => `Bay ${index}`)
    await imported(manager, 'stores', `Store,Bay\n${bays.map((bay) => `Barn,${bay}\n`).join('')}`)
    const header = 'Store,Bay,Commodity,Harvest year,Weight (t),Reference\n'
    await imported(manager, 'inventory/stores', `${header}Barn,Bay 7,Winter barley,2026,20,first\n`)
    const rows = Array.from(
      { length: 200 },
      (_each, index) => `Barn,${bays[index % bays.length]},Winter wheat,2026,1,${index}\n`,
    )
    const writesBefore = await writesSoFar()
    const result = await imported(manager, 'inventory/stores', header + rows.join(''))
    expect(result).toMatchObject({ success: 190, validation: 0, errors: 10 })
    // To try the ten rows of one bay takes twenty attempts, and a few more to find the bay; between the others it takes a hundred.
    expect((await writesSoFar()) - writesBefore).toBeLessThan(75)
  },
)

/** Each attempt to store some rows is a transaction within another, and has a number of its own. */
async function writesSoFar(): Promise<number> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    'select pg_current_xact_id()::text as id',
  )
  return Number(rows[0]?.id)
}
