import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_2, makeFarm, type TestFarm } from '../movements/test-farm.ts'

// An instant is judged as a whole: whatever arrives and leaves then, in whichever order it was typed (rules.md §1).

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

const manager = () => farm.organisation.as('manager')

test('a lorry that was planned to leave as the bay is filled is weighed when it has', async () => {
  const source = await farm.opening(farm.bays[0], 40_000)
  const filled = await farm.opening(farm.bays[1], 1000)
  const tomorrow = { movementDateISO: '2026-08-15T10:00' }
  const sale = await farm.move(filled, 'mill-7', 28_000, tomorrow)
  await farm.move(source, farm.bays[1], 30_000, tomorrow)
  expect(ok(await manager().get(`${base}/storage/${farm.storeId}/conflicts`)).conflicts).toEqual([])
  service.clock.set('2026-08-16T08:00:00Z')
  const weighed = { recordId: filled, weighbridge: { empty: 14_000, full: 42_460 } }
  ok(await manager().put(`${base}/movements/${sale}/actions`, weighed))
  expect(await farm.weightOf(filled)).toBe(1000 + 30_000 - 28_460)
})

describe('a sale typed before what arrives at the same instant', () => {
  const then = { movementDateISO: '2026-08-10T10:00' }

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

  test('takes its share of it in a trace, whichever came first', async () => {
    const shares = async (isSaleFirst: boolean) => {
      farm = await makeFarm(service)
      const source = await farm.opening(farm.bays[0], 1000, { grade: GROUP_2 })
      const sold = await farm.opening(farm.bays[1], 3000)
      const sell = () => farm.move(sold, 'mill-7', 1000, then)
      const fill = () => farm.move(source, farm.bays[1], 1000, then)
      const first = isSaleFirst ? await sell() : await fill()
      const second = isSaleFirst ? await fill() : await sell()
      const { madeOf } = ok(await manager().get(`${base}/movements/${isSaleFirst ? first : second}/trace`))
      return madeOf.map(({ share }: { share: number }) => share)
    }
    expect(await shares(true)).toEqual([75, 25])
    expect(await shares(false)).toEqual([75, 25])
  })
})
