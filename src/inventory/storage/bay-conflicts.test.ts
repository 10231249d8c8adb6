import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, actorOf, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base } from './test-storage.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createMovement } from '../movements/create-movements.ts'

let service: TestApp
let farm: TestOrganisation
let grower: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
  grower = await makeOrganisation(service)
  await acceptForGood(grower, farm)
})
afterAll(() => service.close())

/** Two bays: 30 t of the grower's wheat in one, and room for 10 t in the other. */
async function makeStore() {
  const record = {
    type: 'crop',
    harvestYear: '2026',
    owned: false,
    commodity: { id: 1, type: 101, tags: [], variety: 'Skyfall' },
    source: { type: 'existing', owner: { id: grower.organisationId } },
    storage: [{ weight: 30_000 }],
  }
  const { body } = await farm.as('manager').post(base, {
    name: 'Barn',
    type: 'store',
    location: null,
    substorage: [
      { name: 'Full', record },
      { name: 'Small', capacity: [{ commodityId: 1, weight: 10_000 }] },
    ],
  })
  const [full, small] = body.substorage
  return {
    id: body.id as string,
    full: full.id as number,
    small: small.id as number,
    recordId: full.record.id as string,
  }
}

async function move(
  store: Awaited<ReturnType<typeof makeStore>>,
  date: string,
  weight: number,
): Promise<void> {
  await inTransaction(service.database.db, (trx) =>
    createMovement(trx, actorOf(farm, service.clock.now()), {
      recordId: store.recordId,
      movementDateISO: date,
      weight,
      destination: { storageId: store.id, substorageId: store.small, type: 'store' },
    }),
  )
}

test('future movements are told in order, each with its conflict, for a bay or for all', async () => {
  const store = await makeStore()
  await move(store, '2026-08-14T08:30:00Z', 1000)
  await move(store, '2026-09-02', 25_000)
  await move(store, '2026-09-01', 8000)
  const { body } = await farm.as('viewer').get(`${base}/${store.id}/conflicts`)
  const told = body.movements.map((each: Record<string, unknown>) => [
    each['movementDateUTC'],
    each['direction'],
    each['substorageId'],
    each['conflict'],
  ])
  expect(told).toEqual([
    ['2026-08-31T23:00:00.000Z', 'out', store.full, 'none'],
    ['2026-08-31T23:00:00.000Z', 'in', store.small, 'none'],
    ['2026-09-01T23:00:00.000Z', 'out', store.full, 'overdrawn'],
    ['2026-09-01T23:00:00.000Z', 'in', store.small, 'over_capacity'],
  ])
  expect(body.movements[0]).toMatchObject({
    type: 'internal',
    recordId: store.recordId,
    weight: { weight: 8000 },
  })
  const movementId = body.movements[2].id
  expect(body.conflicts).toMatchObject([
    { kind: 'overdrawn', movementId, weight: 4000 },
    { kind: 'over_capacity', movementId, weight: 24_000 },
  ])
  expect(body.message).toBe('2 movements are planned for Barn, and there are 2 conflicts.')

  const empty = await makeStore()
  const { message } = (await farm.as('viewer').get(`${base}/${empty.id}/conflicts`)).body
  expect(message).toBe('Nothing is planned for Barn, and there is no conflict.')

  const small = await farm.as('viewer').get(`${base}/${store.id}/conflicts?substorageId=${store.small}`)
  expect(small.body).toMatchObject({
    conflicts: [{ kind: 'over_capacity' }],
    movements: [{ direction: 'in' }, { direction: 'in' }],
  })
  const storage = await farm.as('viewer').get(`${base}/${store.id}`)
  expect(storage.body).toMatchObject({
    isConflicted: true,
    substorage: [
      {
        record: { weight: { weight: 29_000 } },
        // 29 t lie there; 8 t and 25 t are planned, so the two of them take 4 t too much.
        conflict: {
          status: 'overdrawn',
          movementDateUTC: '2026-09-01T23:00:00.000Z',
          weight: 4000,
          movementIds: [body.movements[0].id, movementId],
        },
      },
      {
        record: { weight: { weight: 1000 } },
        conflict: {
          status: 'over_capacity',
          weight: 24_000,
          movementIds: [body.movements[0].id, movementId],
        },
        remainingCapacity: { weight: 9000 },
      },
    ],
  })
})

test('the owner of the grain sees its plan', async () => {
  const store = await makeStore()
  await move(store, '2026-09-01', 31_000)
  const { body } = await grower.as('viewer').get(`${base}/${store.id}/conflicts`)
  expect(body).toMatchObject({
    conflicts: [{ kind: 'overdrawn', weight: 1000 }],
    movements: [{ direction: 'out', substorageId: store.full, conflict: 'overdrawn' }],
  })
})

test('what was planned lies there once its day has come', async () => {
  const store = await makeStore()
  const before = service.clock.now()
  await move(store, '2026-09-01', 8000)
  service.clock.set('2026-09-02T08:00:00Z')
  const { body } = await farm.as('viewer').get(`${base}/${store.id}`)
  service.clock.set(before)
  expect(body.substorage).toMatchObject([
    { record: { weight: { weight: 22_000 } } },
    { record: { weight: { weight: 8000 } } },
  ])
})

test('who changes something is told what it makes worse, whichever movement that shows at', async () => {
  const store = await makeStore()
  service.clock.set('2026-08-14T10:00:00Z')
  const client = farm.as('operator')
  const send = async (recordId: string, date: string, weight: number, destination: object, rest = {}) => {
    const answer = await client.post('/api/inventory/movements', {
      recordId,
      movementDateISO: date,
      weight,
      destination,
      ...rest,
    })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    return { ...answer.body, id: Number(answer.body.ids[0]) }
  }
  const toBay = (substorageId: number) => ({ storageId: store.id, substorageId, type: 'store' })
  const mill = { organisationId: 'mill-7', organisationName: 'Mill 7' }
  const isSold = { sold: true }

  const tooMuch = await send(store.recordId, '2026-08-14T08:40:00Z', 12_000, toBay(store.small))
  expect(tooMuch.conflicts).toMatchObject([
    {
      kind: 'over_capacity',
      movementId: tooMuch.id,
      movementDateUTC: '2026-08-14T08:40:00.000Z',
      weight: 2000,
    },
  ])
  const [parcel] = tooMuch.recordIds
  // What leaves makes it better: it is not to blame, and what came in still is.
  const less = await send(parcel, '2026-08-14T08:50:00Z', 500, mill, isSold)
  expect(less.conflicts).toBeUndefined()
  expect(less.message).not.toContain('Warning')
  const { body } = await farm.as('viewer').get(`${base}/${store.id}/conflicts`)
  expect(body.conflicts).toMatchObject([{ kind: 'over_capacity', movementId: tooMuch.id, weight: 1500 }])

  const back = await send(parcel, '2026-09-01', 5000, toBay(store.full))
  const sale = await send(store.recordId, '2026-09-10', 22_000, mill, isSold)
  expect([back.conflicts, sale.conflicts]).toEqual([undefined, undefined])
  const deleted = await client.delete(`/api/inventory/movements/${back.id}`)
  expect(deleted).toMatchObject({
    status: 200,
    body: { conflicts: [{ kind: 'overdrawn', movementId: sale.id, weight: 4000 }] },
  })
  expect(deleted.body.message).toContain('Warning: On 10 Sept 2026')

  // An edit that makes too much less is no reason to warn, and one that makes it more is.
  const edit = (weight: number) =>
    client.put(`/api/inventory/movements/${tooMuch.id}`, {
      recordId: store.recordId,
      movementDateISO: '2026-08-14T08:40:00Z',
      weight,
      destination: toBay(store.small),
    })
  expect((await edit(11_500)).body.conflicts).toBeUndefined()
  expect((await edit(11_900)).body.conflicts).toMatchObject([
    { kind: 'over_capacity', movementId: tooMuch.id, weight: 1400 },
    { kind: 'overdrawn', movementId: sale.id, weight: 3900 },
  ])
})

test('what a plan took too much makes no room for more', async () => {
  const store = await makeStore()
  await farm.as('manager').post(`${base}/${store.id}/commodities`, {
    substorageId: store.full,
    commodityId: 1,
    weight: 40_000,
  })
  await move(store, '2026-09-01', 31_000)
  const before = service.clock.now()
  service.clock.set('2026-09-02T12:00:00Z')
  const { body } = await farm.as('viewer').get(`${base}/${store.id}`)
  service.clock.set(before)
  expect(body.substorage[0]).toMatchObject({
    record: { weight: { weight: -1000 } },
    remainingCapacity: { weight: 40_000 },
  })
})

test('a bay that is too full is laid to the last load that came in, whatever was counted or corrected since', async () => {
  const store = await makeStore()
  const manager = farm.as('manager')
  const before = service.clock.now()
  await move(store, before.toISOString(), 20_000)
  service.clock.advance({ hours: 2 })
  const told = async () => {
    const url = `${base}/${store.id}/conflicts?substorageId=${store.small}`
    return (await manager.get(url)).body.conflicts
  }
  const [{ movementId, recordId }] = await told()
  const out = {
    recordId,
    destination: { organisationId: 'mill-7', organisationName: 'Mill 7' },
    sold: true,
  }
  const count = { records: [{ id: recordId, adjustTo: 18_000 }], reasonId: 1 }
  expect((await manager.post('/api/inventory/records/adjustments', count)).status).toBe(200)
  // It comes before the count, which lost less, then.
  const late = { ...out, weight: 500, movementDateISO: before.toISOString() }
  expect((await manager.post('/api/inventory/movements', late)).status).toBe(200)
  expect(await told()).toMatchObject([{ kind: 'over_capacity', movementId, weight: 8000 }])
  const movementDateISO = service.clock.now().toISOString()
  const found = { ...out, weight: 1000, movementDateISO, adjustment: { weight: 100, reason: 1 } }
  expect((await manager.post('/api/inventory/movements', found)).status).toBe(200)
  expect(await told()).toMatchObject([{ kind: 'over_capacity', movementId, weight: 7100 }])
  service.clock.set(before)
})

test('an owner is told at a movement what the bay says of it, also of grain of its own that lay there before', async () => {
  const kept = (harvestYear: string, weight: number) => ({
    type: 'crop',
    harvestYear,
    owned: false,
    commodity: { id: 1, type: 101 },
    source: { type: 'existing', owner: { id: grower.organisationId } },
    storage: [{ weight }],
  })
  const { body: store } = await farm.as('manager').post(base, {
    name: 'Shed',
    type: 'store',
    location: null,
    substorage: [
      { name: 'Old', record: kept('2025', 1000) },
      { name: 'New', record: kept('2026', 30_000) },
    ],
  })
  const [old, fresh] = store.substorage
  const planned = {
    recordId: fresh.record.id,
    weight: 20_000,
    movementDateISO: '2026-09-01',
    destination: { storageId: store.id, substorageId: old.id },
  }
  expect((await farm.as('manager').post('/api/inventory/movements', planned)).status).toBe(200)
  const viewer = grower.as('viewer')
  const { conflicts } = (await viewer.get(`${base}/${store.id}/conflicts`)).body
  expect(conflicts).toMatchObject([{ kind: 'incompatible', recordId: old.record.id, weight: 1000 }])
  const { docs } = (await viewer.get(`/api/inventory/movements?conflicts=true&f:storageSourceId=${store.id}`))
    .body
  expect(docs).toMatchObject([{ id: conflicts[0].movementId, conflicts }])
})

test('an owner’s place is in conflict, too, where grain of its own is to come to what lies there', async () => {
  const store = await makeStore()
  const planned = await farm.as('manager').post('/api/inventory/records', {
    type: 'crop',
    harvestYear: '2025',
    owned: false,
    commodity: { id: 1, type: 101 },
    source: {
      owner: { id: grower.organisationId },
      intake: { moveAtUTC: '2026-09-01', driverName: 'Sam' },
    },
    storage: [{ storageId: store.id, substorageId: store.full, weight: 5000 }],
  })
  const told = await grower.as('viewer').get(`${base}/${store.id}/conflicts`)
  expect(told.body.conflicts).toMatchObject([{ kind: 'incompatible', recordId: planned.body.id }])
  const { body } = await grower.as('viewer').get(`${base}/${store.id}`)
  expect(body).toMatchObject({
    isConflicted: true,
    substorage: [{ record: { id: store.recordId }, conflict: { recordId: planned.body.id } }],
  })
  const found = await grower.as('viewer').get(`${base}/search?conflict=true`)
  expect(found.body.docs.map(({ id }: { id: string }) => id)).toContain(store.id)
})

test('an owner is told that its grain is to lie with another’s, and nothing of how much that is', async () => {
  const neighbour = await makeOrganisation(service)
  const store = await makeStore()
  const manager = farm.as('manager')
  const capacity = { substorageId: store.full, commodityId: 1, weight: 40_000 }
  await manager.post(`${base}/${store.id}/commodities`, capacity)
  const plan = async (weight: number, day: string) => {
    const { status, body } = await manager.post('/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity: { id: 1, type: 101 },
      source: { owner: { id: neighbour.organisationId }, intake: { moveAtUTC: day, driverName: 'Sam' } },
      storage: [{ storageId: store.id, substorageId: store.full, weight }],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id as string
  }
  const paths = [
    `${base}/${store.id}/conflicts`,
    `${base}/${store.id}`,
    `${base}?conflict=true`,
    `/api/inventory/records/${store.recordId}`,
    '/api/inventory/movements?conflicts=true',
  ]
  const told = async () => {
    const answers = await Promise.all(paths.map((path) => grower.as('viewer').get(path)))
    return answers.map(({ body }) => body)
  }

  const planned = await plan(500, '2026-09-01')
  const ofLittle = await told()
  expect(ofLittle[0]).toMatchObject({
    conflicts: [{ kind: 'incompatible', recordId: store.recordId, movementId: 0, weight: 30_000 }],
    movements: [],
  })
  await plan(15_000, '2026-09-02')
  await plan(45_000, '2026-09-03')
  expect(await told()).toEqual(ofLittle)
  const { conflicts } = (await manager.get(`${base}/${store.id}/conflicts`)).body
  expect(conflicts.map(({ kind, weight }: Record<string, unknown>) => [kind, weight])).toEqual([
    ['incompatible', 500],
    ['over_capacity', 5500],
    ['incompatible', 15_500],
    ['over_capacity', 50_500],
    ['incompatible', 30_000],
  ])

  const before = service.clock.now()
  service.clock.set('2026-09-04T08:00:00Z')
  const ofMuch = await told()
  await manager.post('/api/inventory/movements', {
    recordId: planned,
    movementDateISO: '2026-09-04T07:00:00Z',
    weight: 45_000,
    destination: { organisationId: 'mill-7', organisationName: 'Mill 7' },
    sold: true,
  })
  const ofLess = await told()
  service.clock.set(before)
  expect(ofMuch[0]).toMatchObject({ conflicts: [{ kind: 'incompatible', recordId: store.recordId }] })
  expect(ofLess).toEqual(ofMuch)
})
