import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'

// What the answer says of stock that nobody could know from what was sent.

let service: TestApp
let farm: TestFarm
let recordId: string
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 10_000)
})

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
  const when = 'on 15 Jan 2027 at 14:30.'
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

test('of several records that are not there, all are named, each once', async () => {
  const [lost, gone] = ['01990000-0000-7000-8000-00000000000a', '01990000-0000-7000-8000-00000000000b']
  const records = [recordId, lost, gone, lost, 'x'].map((id) => ({ id, weight: 10 }))
  const refused = await manager().post(`${movements}/bulk`, {
    records,
    movementDateISO: '2026-08-10',
    ...MILL,
  })
  expect([refused.status, refused.body.message]).toEqual([404, `There are no records ${lost}, ${gone}, x.`])
})

test('one that empties its source says how much it writes off, or finds', async () => {
  const emptied = (weight: number) => load(weight, { adjustToZero: true })
  const { ids, message } = await create(emptied(9700))
  expect(message).toBe('Movement stored: 9,700 kg to Valley Mill. 300 kg left behind are written off.')
  const url = `${movements}/${ids[0]}`
  const edited = async (body: object) => ok(await manager().put(url, body)).message
  expect(await edited(emptied(10_400))).toBe(
    'Movement changed: 10,400 kg. 400 kg that the books lack are written up.',
  )
  expect(await edited(emptied(10_000))).toBe(
    'Movement changed: 10,000 kg. 400 kg that had been written up (bay emptied) are taken out of “Winter wheat 2026” in Long Barn, Bay 1 again.',
  )
  // Left out, it stays as it was.
  expect(await edited(load(9900))).toBe('Movement changed: 9,900 kg. 100 kg left behind are written off.')
  expect(await edited(load(9900, { adjustToZero: false }))).toBe(
    'Movement changed: 9,900 kg; the rest left there instead of the rest written off. 100 kg that had been written off (bay emptied) are back in “Winter wheat 2026” in Long Barn, Bay 1.',
  )
  const weighed = { recordId, adjustToZero: true, weighbridge: { empty: 14_000, full: 23_950 } }
  expect(ok(await manager().put(`${url}/actions`, weighed)).message).toBe(
    'Movement saved: 9,950 kg, as weighed. Still to fill in: driver. 50 kg left behind are written off.',
  )
})

test('one that will empty its source says how much it will write off', async () => {
  const { message } = await create(load(1000, { movementDateISO: '2027-01-15', adjustToZero: true }))
  expect(message).toMatch(/ 9,000 kg left behind will be written off\.$/)
})

test('one that emptied its source and is deleted: both weights are told, and the timeline keeps load and write-off as taken back', async () => {
  const { ids, message } = await create(load(1100, { adjustToZero: true }))
  expect(message).toBe('Movement stored: 1,100 kg to Valley Mill. 8,900 kg left behind are written off.')
  expect(ok(await manager().delete(`${movements}/${ids[0]}`)).message).toBe(
    'Movement deleted: 1,100 kg are back where they were. 8,900 kg that had been written off (bay emptied) are back in “Winter wheat 2026” in Long Barn, Bay 1.',
  )
  const { docs } = ok(await manager().get(`${base}/records/${recordId}/timeline`))
  type Entry = { change: number; details: { status: string }; takenBack?: { atUTC: string; byName: string } }
  const gone = docs.filter(({ details }: Entry) => details.status === 'deleted')
  expect(gone.map(({ change, takenBack }: Entry) => ({ change, takenBack }))).toMatchObject(
    Array.from({ length: 2 }, () => ({
      change: 0,
      takenBack: { atUTC: service.clock.now().toISOString(), byName: expect.stringMatching(/./) },
    })),
  )
})
