import { expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeBay, makePlan, makeRecord, oldStock } from '../../../test/farm.ts'
import { ok, openScene, type Scene } from '../../../test/scene.ts'

const service = await shareTestApp()
const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const AT = '2025-08-11T09:30:00.000Z'
const DRIVER = { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }
const FLAT = { driverName: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }
const SCALES = { empty: 14_000, full: 24_000 }

async function movementOf(scene: Scene, id: string | number) {
  return ok(await scene.farm.as('owner').get(`/api/inventory/movements/${id}`))
}

const shown = {
  movementDateISO: AT,
  driver: DRIVER,
  inventory: { commodity: { weight: { weight: 10_000 } } },
}

test('a movement takes the names of an intake', async () => {
  const scene = await openScene(service)
  const { id: recordId } = await makeRecord(scene, 50_000)
  const owner = scene.farm.as('owner')
  const body = { recordId, ...MILL, ...FLAT, moveAtUTC: AT, weighbridgeRecord: SCALES }
  const { ids } = ok(await owner.post('/api/inventory/movements', body))
  expect(await movementOf(scene, ids[0])).toMatchObject(shown)

  const several = { records: [{ id: recordId, weighbridgeRecord: SCALES }], ...MILL, ...FLAT, moveAtUTC: AT }
  const bulk = ok(await owner.post('/api/inventory/movements/bulk', several))
  expect(await movementOf(scene, bulk.ids[0])).toMatchObject(shown)
})

test('an edit and the actions of a movement take them, too', async () => {
  const scene = await openScene(service)
  const { id: recordId } = await makeRecord(scene, 50_000)
  const owner = scene.farm.as('owner')
  const plain = { recordId, ...MILL, movementDateISO: '2025-08-10', weight: 9000 }
  const { ids } = ok(await owner.post('/api/inventory/movements', plain))
  const edit = { recordId, ...MILL, ...FLAT, moveAtUTC: AT, weight: 9000 }
  ok(await owner.put(`/api/inventory/movements/${ids[0]}`, edit))
  expect(await movementOf(scene, ids[0])).toMatchObject({ movementDateISO: AT, driver: DRIVER })
  ok(
    await owner.put('/api/inventory/movements/bulk', {
      movements: [{ id: ids[0], ...edit, driverName: 'Ann' }],
    }),
  )
  expect(await movementOf(scene, ids[0])).toMatchObject({ driver: { ...DRIVER, name: 'Ann' } })
  const actions = { recordId, driverName: 'Sam', weighbridgeRecord: SCALES }
  ok(await owner.put(`/api/inventory/movements/${ids[0]}/actions`, actions))
  expect(await movementOf(scene, ids[0])).toMatchObject(shown)
})

test('an intake takes the names of a movement, alone and with a new bay', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const intake = { movementDateISO: AT, driver: DRIVER, weighbridge: SCALES }
  const body = { ...oldStock(await makeBay(scene), 0), source: { type: 'intake', intake } }
  const { id } = ok(await owner.post('/api/inventory/records', body))
  const { docs } = ok(await owner.get(`/api/inventory/movements?f:recordId=${id}`))
  expect(await movementOf(scene, docs[0].id)).toMatchObject(shown)

  const made = await owner.post('/api/inventory/storage', {
    name: 'New barn',
    type: 'store',
    location: null,
    substorage: [{ name: 'Bay 1', record: { ...body, storage: [{ weight: null }] } }],
  })
  const storageId = ok(made).id
  const found = ok(await owner.get(`/api/inventory/records?f:storageId=${storageId}`))
  expect(found.docs[0].yield.current).toBe(10_000)
})

test('a load off a field takes both', async () => {
  const scene = await openScene(service)
  const { planId, fieldId, ...rest } = await planWithField(scene)
  const load = {
    fieldId,
    ...rest,
    commodityId: 1,
    commodityGroupId: 101,
    moisture: null,
    temperature: null,
    sample: null,
  }
  const owner = scene.farm.as('owner')
  const sent = { ...load, movementDateISO: AT, driver: DRIVER, weighbridgeRecord: SCALES }
  const made = ok(await owner.post(`/api/inventory/harvest-plans/${planId}/loads`, [sent]))
  expect(made).toMatchObject({
    driverName: 'Sam',
    driverRegistration: 'AB12 CDE',
    dateISO: AT,
    weightNet: { weight: 10_000 },
  })
  expect(await movementOf(scene, made.id)).toMatchObject({ driver: DRIVER })
})

async function planWithField(scene: Scene) {
  const plan = await makePlan(scene)
  const bay = await makeBay(scene)
  return { ...plan, ...bay }
}

test('what is wrong is told by the name that was sent', async () => {
  const scene = await openScene(service)
  const { id: recordId } = await makeRecord(scene, 50_000)
  const owner = scene.farm.as('owner')
  const body = { recordId, ...MILL, weighbridgeRecord: { empty: 24_000, full: 14_000 }, driverName: 7 }
  const { body: shape } = await owner.post('/api/inventory/movements', body)
  expect(shape.validation.map(({ path }: { path: string }) => path)).toContain('driverName')
  const rule = await owner.post('/api/inventory/movements', { ...body, driverName: 'Sam' })
  expect(rule.body.validation).toEqual([expect.objectContaining({ path: 'weighbridgeRecord.full' })])
  expect(rule.body.message).toContain('weighbridgeRecord.full')
})

test('a field under both names is taken where they agree, and refused where they do not', async () => {
  const scene = await openScene(service)
  const { id: recordId } = await makeRecord(scene, 50_000)
  const owner = scene.farm.as('owner')
  const body = { recordId, ...MILL, weight: 1000, driverName: 'Sam', driver: { name: 'Sam' } }
  expect((await owner.post('/api/inventory/movements', body)).status).toBe(200)
  const { status, body: answer } = await owner.post('/api/inventory/movements', {
    ...body,
    driverName: 'Ann',
  })
  expect([status, answer.validation]).toMatchObject([400, [{ path: 'driverName', code: 'contradiction' }]])
})

test('a receiver and a sender are named by their name alone', async () => {
  const scene = await openScene(service)
  const { id: recordId } = await makeRecord(scene, 50_000)
  const owner = scene.farm.as('owner')
  const out = { recordId, weight: 1000, destination: { organisationName: 'Hill Mill' }, sold: true }
  const { ids } = ok(await owner.post('/api/inventory/movements', out))
  expect(await movementOf(scene, ids[0])).toMatchObject({
    inventory: { storage: { destination: { organisationName: 'Hill Mill' } } },
  })

  const intake = { moveAtUTC: AT, sender: { name: 'Valley Farm' } }
  const body = { ...oldStock(await makeBay(scene), 500), source: { type: 'intake', intake } }
  const { id } = ok(await owner.post('/api/inventory/records', body))
  const { docs } = ok(await owner.get(`/api/inventory/movements?f:recordId=${id}`))
  expect(await movementOf(scene, docs[0].id)).toMatchObject({
    inventory: { storage: { source: { organisationName: 'Valley Farm' } } },
  })
})
