import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../../test/factories.ts'
import { fc } from '../../../../test/seed.ts'
import { base, GROUP_2, makeFarm, type TestFarm } from '../../../../test/farm.ts'

let service: TestApp
let farm: TestFarm

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const viewer = () => farm.organisation.as('viewer')

async function trace(recordId: string, at = '') {
  const answer = await viewer().get(`${base}/records/${recordId}/trace${at && `?at=${at}`}`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

async function traceMovement(id: number) {
  const answer = await viewer().get(`${base}/movements/${id}/trace`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

/** The stock in a bay now. */
async function recordIn(bayId: number): Promise<string> {
  const { body } = await viewer().get(`${base}/storage/${farm.storeId}`)
  return body.substorage.find(({ id }: { id: number }) => id === bayId).record.id
}

interface Line {
  type: string
  weight: number
  share: number
}
const lines = (each: Line[]) => each.map(({ type, weight, share }) => [type, weight, share])
const sum = (each: Line[]) => each.reduce((total, { share }) => total + Math.round(share * 1000), 0)

test('a blend is made of fields and intakes, and what leaves takes every part in proportion', async () => {
  const [bay, other] = farm.bays
  const planting = await farm.planting({ variety: 'Extase', grade: GROUP_2 })
  await farm.intake(bay, 10_000, { at: '2026-08-10', sender: { id: 'farm-2', name: 'Hill Farm' } })
  await farm.move(planting, bay, 20_000, { movementDateISO: '2026-08-11' })
  const blend = await recordIn(bay)

  const before = await trace(blend)
  expect(before).toMatchObject({ recordId: blend, weight: 30_000, at: TEST_START.replace('Z', '.000Z') })
  expect(before.madeOf).toMatchObject([
    {
      type: 'harvest',
      recordId: planting,
      fieldId: farm.fieldId,
      fieldName: 'Top Field',
      organisationId: farm.organisation.organisationId,
      organisationName: farm.organisation.name,
      movementId: 0,
      variety: 'Extase',
      grade: { id: GROUP_2, name: 'Group 2' },
      weight: 20_000,
      share: 66.667,
    },
    {
      type: 'sender',
      recordId: '',
      fieldId: '',
      organisationId: 'farm-2',
      organisationName: 'Hill Farm',
      movementId: expect.any(Number),
      movementDateUTC: '2026-08-09T23:00:00.000Z',
      variety: 'Skyfall',
      weight: 10_000,
      share: 33.333,
    },
  ])
  expect(lines(before.wentTo)).toEqual([['in storage', 30_000, 100]])

  const outbound = await farm.move(blend, 'mill-7', 6000)
  await farm.move(blend, other, 9000)
  expect(lines((await traceMovement(outbound)).madeOf)).toEqual([
    ['harvest', 4000, 66.667],
    ['sender', 2000, 33.333],
  ])

  const after = await trace(blend)
  expect(lines(after.madeOf)).toEqual([
    ['harvest', 10_000, 66.667],
    ['sender', 5000, 33.333],
  ])
  expect(after.wentTo).toMatchObject([
    {
      type: 'in storage',
      recordId: blend,
      substorageId: bay,
      name: 'Long Barn, Bay 1',
      weight: 15_000,
      share: 50,
    },
    { type: 'in storage', substorageId: other, name: 'Long Barn, Bay 2', weight: 9000, share: 30 },
    {
      type: 'outbound',
      recordId: '',
      organisationId: 'mill-7',
      organisationName: 'Name of mill-7',
      movementId: outbound,
      movementDateUTC: '2026-08-14T08:30:00.000Z',
      weight: 6000,
      share: 20,
    },
  ])

  const field = await trace(planting)
  expect(field).toMatchObject({ weight: 20_000, madeOf: [] })
  expect(lines(field.wentTo)).toEqual([
    ['in storage', 10_000, 50],
    ['in storage', 6000, 30],
    ['outbound', 4000, 20],
  ])
  expect(lines((await trace(planting, '2026-08-12')).wentTo)).toEqual([['in storage', 20_000, 100]])
  expect((await trace(planting, '2026-08-01')).wentTo).toEqual([])
})

test('three equal parts still add up to 100', async () => {
  const [bay] = farm.bays
  for (const id of ['a', 'b', 'c']) await farm.intake(bay, 10, { sender: { id, name: id } })
  const { madeOf } = await trace(await recordIn(bay))
  expect(madeOf.map(({ share }: Line) => share)).toEqual([33.334, 33.333, 33.333])
  expect(sum(madeOf)).toBe(100_000)
})

test('stock from before the books began, a gain and a loss', async () => {
  const [bay, other] = farm.bays
  const recordId = await farm.opening(bay, 1000)
  const adjust = (adjustTo: number, reasonId: number) =>
    farm.organisation
      .as('manager')
      .post(`${base}/records/adjustments`, { records: [{ id: recordId, adjustTo }], reasonId })
  await adjust(1250, 1)
  expect((await trace(recordId)).madeOf).toMatchObject([
    {
      type: 'opening',
      organisationName: farm.organisation.name,
      variety: 'Skyfall',
      movementId: 0,
      share: 80,
    },
    { type: 'gain', reasonId: 1, reason: 'Stock take', variety: '', movementId: 0, share: 20 },
  ])
  service.clock.advance({ hours: 1 })
  await adjust(1000, 7)
  const load = await farm.move(recordId, other, 500, { adjustment: { weight: -200, reason: 3 } })
  expect(lines((await traceMovement(load)).madeOf)).toEqual([
    ['opening', 400, 80],
    ['gain', 100, 20],
  ])
  expect((await trace(recordId)).wentTo).toMatchObject([
    { type: 'in storage', substorageId: other, weight: 500, share: 40 },
    { type: 'in storage', recordId, weight: 300, share: 24 },
    { type: 'loss', reason: 'Spillage', movementId: 0, weight: 250, share: 20 },
    { type: 'loss', reason: 'Cleaning loss', movementId: load, weight: 200, share: 16 },
  ])
})

test('a correction that finds stock is no part of the load twice', async () => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  const load = await farm.move(recordId, 'mill-7', 1000, { adjustment: { weight: 250, reason: 13 } })
  const traced = await traceMovement(load)
  expect(traced).toMatchObject({ weight: 1000 })
  expect(lines(traced.madeOf)).toEqual([
    ['opening', 800, 80],
    ['gain', 200, 20],
  ])
})

test('an excess that is written up is part of the load that found it, and of nothing else', async () => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  const load = await farm.move(recordId, 'mill-7', 1025, { adjustToZero: true })
  expect(lines((await traceMovement(load)).madeOf)).toEqual([
    ['opening', 1000, 97.561],
    ['gain', 25, 2.439],
  ])
  expect(await trace(recordId)).toMatchObject({ weight: 0, madeOf: [] })
})

test('a plan that takes more than is there is made up by what comes later', async () => {
  const [bay] = farm.bays
  const recordId = await farm.opening(bay, 1000)
  const load = await farm.move(recordId, 'mill-7', 1500, { movementDateISO: '2026-09-01' })
  await farm.intake(bay, 2000, { at: '2026-09-02', sender: { id: 'farm-2', name: 'Hill Farm' } })
  expect(lines((await traceMovement(load)).madeOf)).toEqual([
    ['opening', 1000, 66.667],
    ['unaccounted', 500, 33.333],
  ])
  expect(await trace(recordId, '2026-09-01')).toMatchObject({ weight: 0, madeOf: [] })
  const later = await trace(recordId, '2026-09-03')
  expect(later).toMatchObject({ weight: 1500 })
  expect(lines(later.madeOf)).toEqual([['sender', 1500, 100]])
})

test('what a plan took too much of is found again in what comes off the field afterwards', async () => {
  const [bay, other] = farm.bays
  const planting = await farm.planting()
  const recordId = await farm.opening(bay, 1000)
  await farm.opening(other, 500)
  const load = await farm.move(recordId, 'mill-7', 1500, { movementDateISO: '2026-09-01' })
  const further = await farm.move(recordId, other, 500, { movementDateISO: '2026-09-02' })
  const last = await farm.move(await recordIn(other), 'mill-8', 400, { movementDateISO: '2026-09-03' })
  service.clock.set('2026-09-05T09:00:00Z')
  expect(lines((await traceMovement(load)).madeOf)).toEqual([
    ['opening', 1000, 66.667],
    ['unaccounted', 500, 33.333],
  ])

  await farm.move(planting, bay, 1200, { movementDateISO: '2026-09-04' })
  const [sold, passed, onward] = [
    await traceMovement(load),
    await traceMovement(further),
    await traceMovement(last),
  ]
  expect(lines(sold.madeOf)).toEqual([
    ['opening', 1000, 66.667],
    ['harvest', 500, 33.333],
  ])
  expect(lines(passed.madeOf)).toEqual([['harvest', 500, 100]])
  expect(lines(onward.madeOf)).toEqual([
    ['harvest', 200, 50],
    ['opening', 200, 50],
  ])
  const field = await trace(planting)
  expect(field).toMatchObject({ weight: 1200 })
  expect(field.wentTo).toMatchObject([
    { type: 'outbound', movementId: load, weight: 500 },
    { type: 'in storage', substorageId: other, weight: 300 },
    { type: 'in storage', substorageId: bay, weight: 200 },
    { type: 'outbound', movementId: last, weight: 200 },
  ])
  expect((await trace(planting, '2026-09-03')).wentTo).toEqual([])
})

test('whatever was planned, every kilogram off a field is found once, and every load is all accounted for', async () => {
  const stepArb = fc.record({
    from: fc.nat({ max: 4 }),
    to: fc.nat({ max: 4 }),
    weight: fc.integer({ min: 1, max: 3_000_000 }),
    day: fc.integer({ min: -10, max: 20 }),
  })
  const property = fc.asyncProperty(fc.array(stepArb, { minLength: 15, maxLength: 25 }), async (steps) => {
    service.clock.set(TEST_START)
    farm = await makeFarm(service)
    const plantings = [await farm.planting(), await farm.planting()]
    for (const bay of farm.bays) await farm.move(plantings[0] ?? '', bay, 1000)
    const sources = [...plantings, ...(await Promise.all(farm.bays.map(recordIn)))]
    const harvested = new Map(plantings.map((id, index) => [id, index === 0 ? 3000 * 1000 : 0]))
    const sold: number[] = []
    for (const { from, to, weight, day } of steps) {
      const recordId = sources[from] ?? ''
      const bay = farm.bays[to]
      const { status, body } = await farm.organisation.as('manager').post(`${base}/movements`, {
        recordId,
        weight: weight / 1000,
        movementDateISO: new Date(Date.parse(TEST_START) + day * 24 * 3600 * 1000).toISOString(),
        ...(bay === undefined && { sold: true }),
        destination:
          bay === undefined
            ? { organisationId: 'mill-7', organisationName: 'Valley Mill' }
            : { storageId: farm.storeId, substorageId: bay },
      })
      // Refused are what was not there up to now, and what stays where it is.
      if (status !== 200) continue
      if (harvested.has(recordId)) harvested.set(recordId, (harvested.get(recordId) ?? 0) + weight)
      if (bay === undefined) sold.push(Number(body.ids[0]))
    }
    service.clock.advance({ days: 30 })
    const gramsOf = (each: Line[]) => each.reduce((total, line) => total + Math.round(line.weight * 1000), 0)
    for (const [id, grams] of harvested) {
      expect(gramsOf((await trace(id)).wentTo)).toBe(grams)
    }
    for (const id of sold) {
      const { body } = await viewer().get(`${base}/movements/${id}`)
      const { weight, madeOf } = await traceMovement(id)
      expect(weight).toBe(body.inventory.commodity.weight.weight)
      expect(gramsOf(madeOf)).toBe(Math.round(weight * 1000))
      expect(sum(madeOf)).toBe(100_000)
    }
  })
  await fc.assert(property, { numRuns: 6 })
})

test('grain that comes back is told once', async () => {
  const [bay, other] = farm.bays
  const recordId = await farm.opening(bay, 1000)
  await farm.move(recordId, other, 400)
  service.clock.advance({ hours: 1 })
  await farm.move(await recordIn(other), bay, 300)
  const traced = await trace(recordId)
  expect(traced).toMatchObject({ weight: 900 })
  expect(lines(traced.wentTo)).toEqual([
    ['in storage', 900, 90],
    ['in storage', 100, 10],
  ])
})

test('a load straight off the field, an intake and a deleted movement', async () => {
  const planting = await farm.planting()
  const off = await farm.move(planting, 'mill-7', 5000)
  expect((await traceMovement(off)).madeOf).toMatchObject([
    { type: 'harvest', recordId: planting, weight: 5000, share: 100 },
  ])
  expect((await trace(planting)).wentTo).toMatchObject([{ type: 'outbound', movementId: off, weight: 5000 }])
  await farm.intake(farm.bays[0], 700, { sender: { id: 'farm-2', name: 'Hill Farm' } })
  const [intake] = (await viewer().get(`${base}/movements?type=intake`)).body.docs
  expect((await traceMovement(intake.id)).madeOf).toMatchObject([
    { type: 'sender', organisationName: 'Hill Farm', movementId: intake.id, weight: 700, share: 100 },
  ])
  await farm.organisation.as('operator').delete(`${base}/movements/${off}`, { recordId: planting })
  expect(await traceMovement(off)).toMatchObject({ weight: 0, madeOf: [] })
  expect(await trace(planting)).toMatchObject({ weight: 0, wentTo: [] })
})

test('seen by the owner too, and by nobody else', async () => {
  const owner = await makeOrganisation(service)
  await acceptForGood(owner, farm.organisation)
  const stranger = await makeOrganisation(service)
  const party = { id: owner.organisationId, name: owner.name }
  const recordId = await farm.intake(farm.bays[0], 700, { owner: party })
  const url = `${base}/records/${recordId}/trace`
  expect(await owner.as('viewer').get(url)).toMatchObject({ status: 200, body: { weight: 700 } })
  expect(await stranger.as('owner').get(url)).toMatchObject({ status: 404 })
  expect(await viewer().get(`${base}/records/none/trace`)).toMatchObject({ status: 404 })
  expect(await viewer().get(`${url}?at=soon`)).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'at' }] },
  })
})
