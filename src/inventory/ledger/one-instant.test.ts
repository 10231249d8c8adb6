import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import {
  base,
  expectSoundLedger,
  GROUP_1,
  GROUP_2,
  makeFarm,
  openFarm,
  type TestFarm,
} from '../../../test/farm.ts'
import { settlePlans } from '../stock/due-plans.ts'

// An instant is judged as a whole: whatever arrives and leaves then, in whichever order it was typed, planned or fell due (rules.md §1).

let service: TestApp
let farm: TestFarm
beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const manager = () => farm.organisation.as('manager')
const then = { movementDateISO: '2026-08-10T10:00' }
const tomorrow = { movementDateISO: '2026-08-15T10:00' }

test('a lorry that was planned to leave as the bay is filled is weighed when it has', async () => {
  const source = await farm.opening(farm.bays[0], 40_000)
  const filled = await farm.opening(farm.bays[1], 1000)
  const sale = await farm.move(filled, 'mill-7', 28_000, tomorrow)
  await farm.move(source, farm.bays[1], 30_000, tomorrow)
  expect(ok(await manager().get(`${base}/storage/${farm.storeId}/conflicts`)).conflicts).toEqual([])
  service.clock.set('2026-08-16T08:00:00Z')
  const weighed = { recordId: filled, weighbridge: { empty: 14_000, full: 42_460 } }
  ok(await manager().put(`${base}/movements/${sale}/actions`, weighed))
  expect(await farm.weightOf(filled)).toBe(1000 + 30_000 - 28_460)
  const more = { recordId: filled, weighbridge: { full: 14_000 + 31_001 } }
  const refused = await manager().put(`${base}/movements/${sale}/actions`, more)
  expectError(refused, 400, 'insufficient_stock')
  expect(refused.body.body).toMatchObject({ recordId: filled, shortfall: 1 })
})

describe('a sale typed before what arrives at the same instant', () => {
  test('is accepted afterwards, as far as both together leave enough', async () => {
    const source = await farm.opening(farm.bays[0], 5000)
    const sold = await farm.opening(farm.bays[1], 1000)
    const sale = await farm.move(sold, 'mill-7', 1000, then)
    await farm.move(source, farm.bays[1], 500, then)
    const edit = (weight: number) =>
      manager().put(`${base}/movements/${sale}`, {
        recordId: sold,
        weight,
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
        ...then,
      })
    ok(await edit(1500))
    expectError(await edit(1501), 400, 'insufficient_stock')
  })

  test('is short when that is taken back, and is named as what is starved', async () => {
    const source = await farm.opening(farm.bays[0], 5000)
    const sold = await farm.opening(farm.bays[1], 1000)
    const sale = await farm.move(sold, 'mill-7', 1400, { ...tomorrow })
    const delivery = await farm.move(source, farm.bays[1], 500, { ...tomorrow })
    service.clock.set('2026-08-16T08:00:00Z')
    const refused = await manager().delete(`${base}/movements/${delivery}`, { recordId: source })
    expectError(refused, 400, 'insufficient_stock')
    expect(refused.body.body).toMatchObject({ recordId: sold, shortfall: 400, movementId: sale })
  })
})

/** What there is to compare, once a bay of 3 t of Group 1 was filled with 1 t of Group 2 and 1 t went on to another bay at one instant. */
async function filledAndLeft(isLeavingFirst: boolean, when: object, meanwhile?: () => Promise<void>) {
  farm = await makeFarm(service)
  const source = await farm.opening(farm.bays[0], 1000, { grade: GROUP_2, variety: 'Extase' })
  const heap = await farm.opening(farm.bays[1], 3000)
  const leave = () => farm.move(heap, farm.bays[2], 1000, when)
  const fill = () => farm.move(source, farm.bays[1], 1000, when)
  const first = isLeavingFirst ? await leave() : await fill()
  const second = isLeavingFirst ? await fill() : await leave()
  await meanwhile?.()
  const { madeOf } = ok(await manager().get(`${base}/movements/${isLeavingFirst ? first : second}/trace`))
  return {
    shares: madeOf.map(({ share }: { share: number }) => share),
    heap: await calledIn(farm.bays[1]),
    load: await calledIn(farm.bays[2]),
  }
}

/** What stock of a bay is called. */
async function calledIn(bayId: number) {
  const { docs } = ok(await manager().get(`${base}/records`))
  const found = docs.find((doc: { storage: { substorageId: number } }) => doc.storage.substorageId === bayId)
  return [found.commodity.grade.id, found.commodity.variety]
}

describe('what leaves takes its share of what arrives at the instant, and is called what that is', () => {
  const expected = { shares: [75, 25], load: [GROUP_2, 'Mixed'], heap: [GROUP_2, 'Mixed'] }

  test.each([true, false])('entered afterwards, what leaves first: %s', async (isLeavingFirst) => {
    expect(await filledAndLeft(isLeavingFirst, then)).toEqual(expected)
  })

  test.each([true, false])(
    'planned, and taken in when due, what leaves first: %s',
    async (isLeavingFirst) => {
      const fallDue = async () => {
        service.clock.set('2026-08-16T08:00:00Z')
        await settlePlans(service.database, service.clock.now())
      }
      expect(await filledAndLeft(isLeavingFirst, tomorrow, fallDue)).toEqual(expected)
    },
  )
})

test('what is said of a heap holds for a load that was entered before, and is dated at that very instant later', async () => {
  const [first, second] = farm.bays
  const heap = await farm.opening(first, 3000, { grade: GROUP_2 })
  const other = await farm.opening(second, 5000, { grade: GROUP_2 })
  const load = await farm.move(other, farm.bays[2], 1000)
  ok(await manager().patch(`${base}/records/${heap}`, { commodityGrade: GROUP_1 }))
  ok(
    await manager().put(`${base}/movements/${load}`, {
      recordId: other,
      weight: 1000,
      movementDateISO: service.clock.now().toISOString(),
      destination: { storageId: farm.storeId, substorageId: first },
    }),
  )
  expect(ok(await manager().get(`${base}/records/${heap}`)).commodity.grade.id).toBe(GROUP_1)
})

test('along a chain of bays that is typed from its end', async () => {
  const [one, two, three] = farm.bays
  const first = await farm.opening(one, 1000, { grade: GROUP_2, variety: 'Extase' })
  const second = await farm.opening(two, 1000)
  const third = await farm.opening(three, 1000)
  const sale = await farm.move(third, 'mill-7', 500, then)
  await farm.move(second, three, 500, then)
  await farm.move(first, two, 500, then)
  expect(await calledIn(three)).toEqual([GROUP_2, 'Mixed'])
  const { madeOf } = ok(await manager().get(`${base}/movements/${sale}/trace`))
  // A third of what was sold came from the second bay, of which a third had come from the first.
  expect(madeOf.map(({ weight }: { weight: number }) => weight)).toEqual([333.333, 111.111, 55.556])
})

test('what empties its bay comes before what is typed after it at the same instant', async () => {
  const sold = await farm.opening(farm.bays[0], 1010, { grade: GROUP_2, variety: 'Extase' })
  const source = await farm.opening(farm.bays[1], 500)
  const sale = await farm.move(sold, 'mill-7', 1000, { ...then, adjustToZero: true })
  await farm.move(source, farm.bays[0], 500, then)
  expect(await farm.weightOf(sold)).toBe(500)
  const { commodity } = ok(await manager().get(`${base}/records/${sold}`))
  expect(commodity).toMatchObject({ grade: { id: GROUP_1 }, variety: 'Skyfall' })
  const { madeOf } = ok(await manager().get(`${base}/movements/${sale}/trace`))
  expect(madeOf).toHaveLength(1)
})

test('a count makes up for nothing that left before it at its instant', async () => {
  const sold = await farm.opening(farm.bays[0], 1000)
  const count = (weight: number) =>
    manager().post(`${base}/records/adjustments`, {
      records: [{ id: sold, adjustTo: weight }],
      reasonId: 1,
      countedAtISO: then.movementDateISO,
    })
  const sale = await farm.move(sold, 'mill-7', 1000, then)
  ok(await count(0))
  const edited = await manager().put(`${base}/movements/${sale}`, {
    recordId: sold,
    weight: 1001,
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    sold: true,
    ...then,
  })
  expectError(edited, 400, 'insufficient_stock')
})
