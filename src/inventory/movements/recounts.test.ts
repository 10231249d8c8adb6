import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { base, harvestLoad, openFarm, STOCK_TAKE, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { imported } from '../imports/test-imports.ts'

// A bay that was counted stays as counted, whatever is entered before it later (rules.md §2): a load that comes to light is lost by the
// count, or found by it. Whoever enters it is told so, for the bay holds what it held before and looks as if nothing had been stored.

let service: TestApp
let farm: TestFarm
let recordId: string
let emptied: number
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 50_000)
  const at = { movementDateISO: '2026-08-10', adjustToZero: true }
  emptied = await farm.move(recordId, 'mill-7', 49_500, at)
})

const manager = () => farm.organisation.as('manager')
const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const stays = (what: string, bay = 'Bay 1') =>
  `The count of “Winter wheat 2026” in Long Barn, ${bay} on 10 Aug 2026 still stands; its loss is now ${what} (bay emptied).`

test('a load that came in before', async () => {
  const record = ok(
    await manager().post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      storage: [{ storageId: farm.storeId, substorageId: farm.bays[0], weight: 3000 }],
      source: { intake: { moveAtUTC: '2026-08-05', driverName: 'Sam' } },
    }),
  )
  expect(record).toMatchObject({ message: stays('3,000 kg larger'), yield: { current: 0, loss: 3500 } })

  const url = `${base}/movements/${record.movementId}`
  const weighed = await manager().put(`${url}/actions`, {
    recordId,
    weighbridge: { empty: 14_000, full: 17_200 },
  })
  expect(ok(weighed).message).toBe(`Movement complete: 3,200 kg, as weighed. ${stays('200 kg larger')}`)
  expect(ok(await manager().delete(url)).message).toBe(
    `Movement deleted: 3,200 kg are taken out of stock again. ${stays('3,200 kg smaller')}`,
  )
})

test('a load that left before, entered, copied, and put right', async () => {
  const body = { recordId, movementDateISO: '2026-08-05', weight: 100, ...MILL }
  const { ids, message } = ok(await manager().post(`${base}/movements`, body))
  expect(message).toBe(`Movement stored: 100 kg to Valley Mill. ${stays('100 kg smaller')}`)
  const url = `${base}/movements/${ids[0]}`
  const copied = ok(await manager().post(`${url}/duplicate`, { recordId, count: 2 }))
  expect(copied.message).toBe(`2 copies stored: 100 kg each. ${stays('200 kg smaller')}`)
  const edited = ok(await manager().put(url, { ...body, weight: 40 }))
  expect(edited.message).toBe(`Movement changed: 40 kg. ${stays('60 kg larger')}`)
})

test('a load from one counted bay to another: which of them is which', async () => {
  const other = await farm.opening(farm.bays[1], 2000)
  await farm.move(other, 'mill-7', 1900, { movementDateISO: '2026-08-10', adjustToZero: true })
  const destination = { storageId: farm.storeId, substorageId: farm.bays[1] }
  const body = { recordId, movementDateISO: '2026-08-05', weight: 300, destination }
  const { ids, message } = ok(await manager().post(`${base}/movements`, body))
  expect(message).toBe(
    `Movement stored: 300 kg to Long Barn, Bay 2. ${stays('300 kg smaller')} ${stays('300 kg larger', 'Bay 2')}`,
  )
  const copied = ok(await manager().post(`${base}/movements/${ids[0]}/duplicate`, { recordId, count: 1 }))
  expect(copied.message).toBe(
    `One copy stored: 300 kg. The count of “Winter wheat 2026” in Long Barn, Bay 1 on 10 Aug 2026 still stands; its loss of 200 kg is now a gain of 100 kg (bay emptied). ${stays('300 kg larger', 'Bay 2')}`,
  )
})

test('a count that can only have found stock', async () => {
  const other = await farm.opening(farm.bays[1], 2000)
  const count = { records: [{ id: other, adjustTo: 3000 }], reasonId: 15 }
  ok(await manager().post(`${base}/records/adjustments`, count))
  const body = { recordId: other, movementDateISO: '2026-08-05', weight: 300, ...MILL }
  const { message } = ok(await manager().post(`${base}/movements`, body))
  expect(message).toMatch(
    / The count of .* still stands; its gain is now 300 kg larger \(opening balance\)\.$/,
  )
})

test('a load off the field', async () => {
  const plantingId = await farm.planting()
  const plan = ok(await manager().get(`${base}/records/${plantingId}`)).harvest.harvestPlanId
  const load = harvestLoad({
    fieldId: farm.fieldId,
    storageId: farm.storeId,
    substorageId: farm.bays[0],
    dateISO: '2026-08-05',
    weightNet: 700,
  })
  const entered = ok(await manager().post(`${base}/harvest-plans/${plan}/loads`, [load]))
  expect(entered.message).toBe(stays('700 kg larger'))
  const deleted = ok(await manager().delete(`${base}/harvest-plans/${plan}/loads`, [{ loadId: entered.id }]))
  expect(deleted.message).toBe(`The load was deleted. ${stays('700 kg smaller')}`)
})

test('rows of an import, each what it does; of rows of one day the last says what all of them do', async () => {
  const row = (date: string, tonnes: number, bay = 'Bay 1') =>
    `Long Barn,${bay},Winter wheat,Group 1,Skyfall,2026,${tonnes},${date},${date} ${tonnes}\n`
  const { results } = await imported(
    manager(),
    'inventory/stores',
    'Store,Bay,Commodity,Grade,Variety,Harvest year,Weight (t),Date,Reference\n' +
      row('2026-08-07', 30) +
      row('2026-08-08', 2) +
      row('2026-08-08', 3) +
      row('2026-08-08', 4, 'Bay 2'),
  )
  expect(results.map(({ message = [] }: { message?: string[] }) => message)).toEqual([
    [stays('30,000 kg larger')],
    [],
    [stays('5,000 kg larger')],
    [],
  ])
  expect(await farm.weightOf(recordId)).toBe(0)
})

test('stock that is available to trade, entered with another weight', async () => {
  const url = `${base}/trade-availability`
  const commodity = { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' }
  const offer = { type: 'crop', harvestYear: '2026', commodity, weight: 250_000 }
  const { id } = ok(await manager().post(url, { commodities: [offer] }))
  service.clock.advance({ minutes: 1 })
  const count = { records: [{ id, adjustTo: 240_000 }], reasonId: STOCK_TAKE }
  ok(await manager().post(`${base}/records/adjustments`, count))
  const patched = ok(await manager().patch(`${url}/${id}`, { commodityWeight: 260_000 }))
  expect(patched).toMatchObject({
    message:
      'The count of “Winter wheat 2026” on 14 Aug 2026 still stands; its loss is now 10,000 kg larger (stock take).',
    yield: { current: 240_000, loss: 20_000 },
  })
  expect(ok(await manager().patch(`${url}/${id}`, { tags: ['seed'] }))).not.toHaveProperty('message')
})

test('a bay that is planned to be emptied: what will be written off then', async () => {
  const other = await farm.opening(farm.bays[1], 10_000)
  await farm.move(other, 'mill-7', 10_000, { movementDateISO: '2026-08-20', adjustToZero: true })
  const entered = ok(
    await farm.organisation.as('operator').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      storage: [{ storageId: farm.storeId, substorageId: farm.bays[1], weight: 30_000 }],
      source: { intake: { driverName: 'Sam' } },
    }),
  )
  const willNow = (what: string) =>
    `The emptying of “Winter wheat 2026” in Long Barn, Bay 2 that is planned for 20 Aug 2026 will now write off ${what}.`
  expect(entered).toMatchObject({ id: other, message: willNow('30,000 kg more') })
  const body = { recordId: other, movementDateISO: '2026-08-18', weight: 5000, ...MILL }
  const { message } = ok(await manager().post(`${base}/movements`, body))
  expect(message).toContain(` ${willNow('5,000 kg less')}`)
  const later = { ...body, movementDateISO: '2026-08-21' }
  expect(ok(await manager().post(`${base}/movements`, later)).message).not.toContain('emptying')
})

test('not what comes afterwards, nor the count’s own movement', async () => {
  const edit = { recordId, movementDateISO: '2026-08-10', weight: 49_400, adjustToZero: true, ...MILL }
  const own = ok(await manager().put(`${base}/movements/${emptied}`, edit))
  expect(own.message).toBe(
    'Movement changed: 49,400 kg; to Valley Mill instead of to Name of mill-7. 600 kg left behind are written off.',
  )
  const record = await farm.intake(farm.bays[0], 1000, { at: '2026-08-11' })
  expect(record).toBe(recordId)
  expect(await farm.weightOf(recordId)).toBe(1000)
})
