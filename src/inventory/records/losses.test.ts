import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
const STOCK_TAKE = 1
const HANDLING_LOSS = 4
const BAY_EMPTIED = 6

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const got = async (url: string) => {
  const { status, body } = await farm.organisation.as('viewer').get(base + url)
  expect(status).toBe(200)
  return body
}
const lossesOf = async (recordId: string) =>
  (await got(`/records/${recordId}`)).timeline.filter(
    ({ type, takenBack }: { type: string; takenBack?: object }) => type === 'adjustment' && !takenBack,
  )
const dusty = { adjustment: { weight: -50, reason: HANDLING_LOSS, notes: 'DUSTNOTE' } }

test('what a movement corrects its source by is told there, just before it, and by the movement', async () => {
  const [from, to] = farm.bays
  const recordId = await farm.opening(from, 1000)
  const id = await farm.move(recordId, to, 400, dusty)
  const told = { reasonId: HANDLING_LOSS, reason: 'Handling loss', difference: -50, payer: 'storer' }
  const { timeline, yield: figures } = await got(`/records/${recordId}`)
  expect(figures).toMatchObject({ current: 550, loss: 50 })
  expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['created', 'adjustment', 'movement'])
  expect(timeline[1]).toMatchObject({
    subtype: 'adjustment',
    createdAtUTC: service.clock.now().toISOString(),
    createdBy: timeline[2].createdBy,
    userName: timeline[2].userName,
    details: {
      id,
      moveAtUTC: timeline[2].details.moveAtUTC,
      weight: { weight: 50 },
      statusMessage: '50 kg lost: handling loss. DUSTNOTE',
      adjustment: { ...told, notes: 'DUSTNOTE', files: [] },
    },
  })
  const movement = await got(`/movements/${id}`)
  expect(movement.adjustment).toEqual({ ...told, notes: 'DUSTNOTE' })
  expect(await lossesOf(movement.inventory.recordId)).toHaveLength(1)
  const { docs } = await got(`/records?f:storageId=${farm.storeId}`)
  const other = docs.find((each: { id: string }) => each.id !== recordId)
  expect(await lossesOf(other.id)).toEqual([])
})

test('what a movement finds is told as found; without a correction a movement has none', async () => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  const found = { weight: 20, reason: STOCK_TAKE, notes: null }
  await farm.move(recordId, farm.bays[1], 1020, { adjustment: found })
  expect(await lossesOf(recordId)).toMatchObject([
    { details: { statusMessage: '20 kg found: stock take.', adjustment: { difference: 20, payer: '' } } },
  ])
  const other = await farm.opening(farm.bays[2], 1000)
  expect(await got(`/movements/${await farm.move(other, 'mill-7', 10)}`)).not.toHaveProperty('adjustment')
})

test('what adjustToZero writes off is told after the movement, until that is deleted', async () => {
  const recordId = await farm.opening(farm.bays[0], 1500)
  const id = await farm.move(recordId, 'mill-7', 500, { adjustToZero: true, ...dusty })
  const { timeline } = await got(`/records/${recordId}`)
  expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
    'created',
    'adjustment',
    'movement',
    'adjustment',
  ])
  expect(timeline[3]).toMatchObject({
    userName: timeline[2].userName,
    createdAtUTC: timeline[2].createdAtUTC,
    details: {
      id,
      weight: { weight: 0 },
      statusMessage: 'Set to 0 kg: bay emptied; 950 kg lost.',
      adjustment: { reasonId: BAY_EMPTIED, reason: 'Bay emptied', difference: -950, payer: 'storer' },
    },
  })
  const removed = await farm.organisation.as('operator').delete(`${base}/movements/${id}`, { recordId })
  expect(removed.status).toBe(200)
  expect(await lossesOf(recordId)).toEqual([])
  // It stays, struck through, with who took it back.
  const { timeline: after } = await got(`/records/${recordId}`)
  const takenBack = { byName: 'operator key', atUTC: service.clock.now().toISOString() }
  expect(after.slice(1, 4)).toMatchObject(
    [1, 2, 3].map((place) => ({
      type: timeline[place].type,
      change: 0,
      balanceAfter: 1500,
      takenBack,
      details: {
        status: 'deleted',
        weight: timeline[place].details.weight,
        statusMessage: timeline[place].details.statusMessage,
      },
    })),
  )
})

test('of several loads of one request that empty a record, the last does', async () => {
  const recordId = await farm.opening(farm.bays[0], 1500)
  const answer = await farm.organisation.as('manager').post(`${base}/movements/bulk`, {
    records: [
      { id: recordId, weight: 300 },
      { id: recordId, weight: 200 },
    ],
    movementDateISO: service.clock.now().toISOString(),
    destination: { organisationId: 'mill-7', organisationName: 'Mill' },
    sold: true,
    adjustToZero: true,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await lossesOf(recordId)).toMatchObject([
    {
      details: { id: Number(answer.body.ids[1]), statusMessage: 'Set to 0 kg: bay emptied; 1,000 kg lost.' },
    },
  ])
})

test('a write-off that is planned is told as planned, and one that found nothing is not told', async () => {
  const recordId = await farm.opening(farm.bays[0], 1500)
  const at = { movementDateISO: '2026-08-20T10:00:00Z' }
  const planned = await farm.move(recordId, 'mill-7', 500, { ...at, adjustToZero: true, ...dusty })
  expect(
    (await lossesOf(recordId)).map(
      ({ details }: { details: { statusMessage: string } }) => details.statusMessage,
    ),
  ).toEqual([
    '50 kg is to be written off: handling loss. DUSTNOTE',
    'To be set to 0 kg: bay emptied; 950 kg is to be written off.',
  ])
  await farm.organisation.as('operator').delete(`${base}/movements/${planned}`, { recordId })
  await farm.move(recordId, 'mill-7', 1500, { adjustToZero: true })
  expect(await lossesOf(recordId)).toEqual([])
})

/** Puts this year's wheat into a bay, and writes off what other years left there. */
async function replaceStock(bay: number | undefined, source: object) {
  return ok(
    await farm.organisation.as('manager').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      adjustToZero: true,
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
      storage: [{ storageId: farm.storeId, substorageId: bay, weight: 700 }],
      source,
    }),
  )
}

test.each(['existing', 'intake'])(
  'stock of another year that %s stock replaces is told as written off',
  async (kind) => {
    const bay = farm.bays[0]
    const old = await farm.opening(bay, 100, { harvestYear: '2025' })
    const { id, message } = await replaceStock(
      bay,
      kind === 'intake' ? { intake: { driverName: 'Sam' } } : { type: 'existing' },
    )
    expect(message).toBe('100 kg left behind are written off.')
    expect(await lossesOf(old)).toMatchObject([
      {
        userName: expect.stringMatching(/./),
        createdAtUTC: service.clock.now().toISOString(),
        details: {
          statusMessage: 'Set to 0 kg: bay emptied; 100 kg lost.',
          adjustment: { reason: 'Bay emptied', difference: -100, payer: 'storer' },
        },
      },
    ])
    expect(await lossesOf(id)).toEqual([])
  },
)

test('an intake that is to replace stock says how much it will write off', async () => {
  const [bay] = farm.bays
  await farm.opening(bay, 100, { harvestYear: '2025' })
  const { message } = await replaceStock(bay, { intake: { moveAtUTC: '2026-08-20T08:00' } })
  expect(message).toBe(
    'It is a plan: its stock moves on 20 Aug 2026 at 08:00. 100 kg left behind will be written off.',
  )
})

test('where a bay is short of stock of another year, new stock makes none up', async () => {
  const [bay] = farm.bays
  const old = await farm.opening(bay, 1000, { harvestYear: '2025' })
  await farm.move(old, 'mill-7', 1500, { movementDateISO: '2026-08-15T08:00:00Z' })
  service.clock.set('2026-08-16T08:00:00Z')
  expect(await replaceStock(bay, { intake: { driverName: 'Sam' } })).not.toHaveProperty('message')
  expect(await lossesOf(old)).toEqual([])
  expect((await got(`/records/${old}`)).yield).toMatchObject({ current: -500, loss: 0 })
  const { substorage } = await got(`/storage/${farm.storeId}`)
  expect(substorage[0].conflict).toMatchObject({ status: 'overdrawn', recordId: old })
})

test('it stays written off where the intake is weighed or edited, and is back where that turns out to lie elsewhere', async () => {
  const [bay, elsewhere] = farm.bays
  const manager = farm.organisation.as('manager')
  const old = await farm.opening(bay, 100, { harvestYear: '2025' })
  const intake = await replaceStock(bay, { intake: { driverName: 'Sam' } })
  const movement = `${base}/movements/${intake.movementId}`
  const edit = async (substorageId: number, movementDateISO: string) => {
    const destination = { storageId: farm.storeId, substorageId }
    const body = { recordId: intake.id, weight: 600, movementDateISO, destination }
    return ok(await manager.put(movement, body)).message
  }
  const writtenOff = expect.stringMatching(/ 100 kg left behind are written off\.$/)
  const weighbridge = { empty: 9000, full: 9600 }
  const weighed = ok(await manager.put(`${movement}/actions`, { recordId: intake.id, weighbridge }))
  expect(weighed.message).toEqual(writtenOff)
  expect([await farm.weightOf(old), await farm.weightOf(intake.id)]).toEqual([0, 600])
  expect(await edit(bay, '2026-08-13T08:00:00Z')).toEqual(writtenOff)
  expect([await farm.weightOf(old), await farm.weightOf(intake.id)]).toEqual([0, 600])
  expect(await edit(elsewhere, '2026-08-13T08:00:00Z')).toMatch(
    / 100 kg that had been written off \(bay emptied\) are back in “Winter wheat 2025” in Long Barn, Bay 1\.$/,
  )
  expect([await farm.weightOf(old), await farm.weightOf(intake.id)]).toEqual([100, 0])
})

test('an intake that replaced stock can be taken back when the next one is entered once more in its place', async () => {
  const [bay] = farm.bays
  const manager = farm.organisation.as('manager')
  const old = await farm.opening(bay, 100, { harvestYear: '2025' })
  const lorry = (moveAtUTC: string) => ({ intake: { moveAtUTC, driverName: 'Sam' } })
  const wrong = await replaceStock(bay, lorry('2026-08-10'))
  await farm.intake(bay, 700, { at: '2026-08-11' })
  const { docs } = await got('/movements?limit=1')
  const remove = (movementId: number) => manager.delete(`${base}/movements/${movementId}`)
  expect(await remove(wrong.movementId)).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
  await replaceStock(bay, lorry('2026-08-11'))
  ok(await remove(docs[0].id))
  ok(await remove(wrong.movementId))
  expect([await farm.weightOf(old), await farm.weightOf(wrong.id)]).toEqual([0, 700])
  expect(await lossesOf(old)).toMatchObject([{ details: { moveAtUTC: '2026-08-10T23:00:00.000Z' } }])
})

test('what was first is what came in, and not what a count found once its load was taken back', async () => {
  const [bay] = farm.bays
  const recordId = await farm.intake(bay, 1000, { at: '2026-08-01' })
  const manager = farm.organisation.as('manager')
  await manager.post(`${base}/records/adjustments`, {
    records: [{ id: recordId, adjustTo: 900 }],
    reasonId: STOCK_TAKE,
  })
  const { docs } = await got('/movements')
  await manager.delete(`${base}/movements/${docs[0].id}`, { recordId })
  expect((await got(`/records/${recordId}`)).yield).toMatchObject({
    initial: 0,
    current: 900,
    loss: -900,
    total: 0,
  })
})
