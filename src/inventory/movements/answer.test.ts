import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from './test-farm.ts'

// What the answer says of stock that nobody could know from what was sent.

let service: TestApp
let farm: TestFarm
let recordId: string
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  recordId = await farm.opening(farm.bays[0], 10_000)
})
afterAll(() => service.close())

const movements = `${base}/movements`
const manager = () => farm.organisation.as('manager')
const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const load = (weight: number, others: object = {}) => ({
  recordId,
  weight,
  movementDateISO: '2026-08-10',
  ...MILL,
  ...others,
})
const create = async (body: object, path = '') => ok(await manager().post(movements + path, body))

test('a new movement or copy with a date to come is said to be a plan, and when its stock moves', async () => {
  const plan = { movementDateISO: '2027-01-15T14:30' }
  const when = 'on 2027-01-15 at 14:30.'
  const { ids, message } = await create(load(1000, plan))
  expect(message).toBe(`Movement stored: 1,000 kg to Valley Mill. It is a plan: its stock moves ${when}`)
  const copied = await create({ recordId, count: 2 }, `/${ids[0]}/duplicate`)
  expect(copied.message).toBe(`2 copies stored: 1,000 kg each. They are plans: their stock moves ${when}`)
  const records = [{ id: recordId, weight: 10 }]
  const several = await create({ records: [...records, ...records], ...plan, ...MILL }, '/bulk')
  expect(several.message).toBe(
    `2 movements stored: 20 kg to Valley Mill. They are plans: their stock moves ${when}`,
  )
})
