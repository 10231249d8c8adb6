import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { openTestApp, type Answer, type TestApp } from './app.ts'
import {
  harvestLoad,
  intake,
  makeBays,
  makePlan,
  makeRecord,
  WINTER_BARLEY,
  WINTER_WHEAT,
  type Bay,
} from './farm.ts'
import { ok, openScene, type Scene } from './scene.ts'

// Intakes and loads off fields of an organisation that come at once are stored in one transaction, as movements are.

const AT_ONCE = 12

let service: TestApp
let scene: Scene

beforeAll(async () => {
  service = await openTestApp()
  scene = await openScene(service)
})
afterAll(() => service.close())

const operator = () => scene.farm.as('operator')
const weightOf = async (recordId: string): Promise<number> =>
  ok(await operator().get(`/api/inventory/records/${recordId}`)).commodity.weight.weight

async function makeRecords(count: number) {
  const bays = await makeBays(scene, count)
  const records: { id: string; bay: Bay }[] = []
  for (const bay of bays) records.push(await makeRecord(scene, 1000, bay))
  return records
}

/** Sends bodies at once, by two people in turns. */
async function sendAll(path: string, bodies: object[]): Promise<Answer[]> {
  const people = [scene.farm.as('operator'), scene.farm.as('manager')] as const
  return Promise.all(
    bodies.map((body, index) =>
      people[index % 2 === 0 ? 0 : 1].post(path, body, { 'idempotency-key': newId() }),
    ),
  )
}

/** In how many transactions loads were stored, and by how many people, of answers that name their movements. */
async function storedBy(answers: Answer[]): Promise<{ transactions: number; people: number }> {
  const ids = answers.map((answer) => Number(ok(answer).movementId))
  expect(new Set(ids).size).toBe(answers.length)
  const { rows } = await service.database.pool.query<{ transactions: number; people: number }>(
    `select count(distinct xmin::text)::int as transactions, count(distinct recorded_by)::int as people
     from movements where id = any($1::bigint[])`,
    [ids],
  )
  return rows[0] ?? { transactions: 0, people: 0 }
}

test('intakes that come at once are stored together, and each is told its own doing', async () => {
  const [full, ...others] = await makeRecords(4)
  if (!full) throw new Error('a record was made')
  const { storageId, substorageId } = full.bay
  const capacity = { substorageId, commodityId: WINTER_WHEAT.id, weight: 1050 }
  ok(await scene.farm.as('manager').post(`/api/inventory/storage/${storageId}/commodities`, capacity))
  const moveAtUTC = service.clock.now().toISOString()
  const load = (bay: Bay, weight: number, overrides: object = {}) =>
    intake(bay, weight, {
      source: { type: 'intake', intake: { moveAtUTC, driverName: 'Sam', loadReference: newId() } },
      ...overrides,
    })
  const bodies = [
    ...Array.from({ length: AT_ONCE }, (_each, index) => load(others[index % 3]?.bay as Bay, index + 1)),
    load(full.bay, 100),
    load(others[0]?.bay as Bay, 10, { commodity: WINTER_BARLEY }),
  ]
  const answers = await sendAll('/api/inventory/records', bodies)
  const [overfull, barley] = answers.splice(AT_ONCE)
  expect([barley?.status, barley?.body.code]).toEqual([400, 'incompatible_stock'])
  expect(ok(overfull as Answer).conflicts).toHaveLength(1)
  for (const [index, answer] of answers.entries()) {
    const { movementId, conflicts, id } = ok(answer)
    expect(conflicts).toBeUndefined()
    expect(id).toBe(others[index % 3]?.id)
    const stored = ok(await operator().get(`/api/inventory/movements/${movementId}`))
    expect(stored.inventory.commodity.weight.weight).toBe(index + 1)
  }
  for (const [index, { id }] of others.entries()) expect(await weightOf(id)).toBe(1000 + 4 * (index + 1) + 18)
  const { transactions, people } = await storedBy(answers)
  expect(people).toBe(2)
  const again = await sendAll(
    '/api/inventory/records',
    Array.from({ length: AT_ONCE }, (_each, index) => load(others[index % 3]?.bay as Bay, 1)),
  )
  expect(Math.min(transactions, (await storedBy(again)).transactions)).toBeLessThan(AT_ONCE)
})

test('loads off fields that come at once are stored together, those of one plan and of several', async () => {
  const plans = [await makePlan(scene), await makePlan(scene)]
  const bays = await makeBays(scene, 4)
  const loadOf = (index: number, weightNet: number) => {
    const { fieldId } = plans[index % 2] ?? { fieldId: '' }
    const dateISO = service.clock.now().toISOString()
    return harvestLoad({ fieldId, ...(bays[index % 4] as Bay), dateISO, weightNet })
  }
  const sendLoads = (weight: number) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_each, index) =>
        operator().post(
          `/api/inventory/harvest-plans/${plans[index % 2]?.planId}/loads`,
          [loadOf(index, weight + index)],
          { 'idempotency-key': newId() },
        ),
      ),
    )
  const first = await sendLoads(100)
  service.clock.advance({ minutes: 1 })
  const second = await sendLoads(200)
  for (const [index, answer] of [...first, ...second].entries())
    expect(ok(answer).weightNet.weight).toBe(index < AT_ONCE ? 100 + index : 200 + index - AT_ONCE)
  expect((await storedBy(second)).transactions).toBeLessThan(AT_ONCE)
  const { rows } = await service.database.pool.query<{ ids: number[]; records: number }>(
    `select data -> 'ids' as ids, jsonb_array_length(data -> 'recordIds') as records from events
     where type = 'harvest.loads_added' and subject = any($1)`,
    [plans.map(({ planId }) => planId)],
  )
  expect(rows).toHaveLength(2 * AT_ONCE)
  // The crop and the parcel that it came into.
  for (const { ids, records } of rows) expect([ids.length, records]).toEqual([1, 2])
})
