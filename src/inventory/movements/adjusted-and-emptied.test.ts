import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm } from '../../../test/farm.ts'

// A movement that corrects its source and empties it: the correction comes just before the load, the rest after it.

const HANDLING_LOSS = 4
const STOCK_TAKE = 1
const BAY_EMPTIED = 6

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

interface Part {
  type: string
  reasonId: number
  weight: number
}
interface Entry {
  type: string
  change: number
  balanceAfter: number
  details: { adjustment?: { reasonId: number } }
}

/** A bay of 10,000 kg, of which a load was corrected and the bay emptied; what it carried, and how the timeline tells it. */
async function load(weight: number, adjustment: { weight: number; reason: number }) {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const recordId = await farm.opening(farm.bays[0], 10_000)
  const id = await farm.move(recordId, 'mill-7', weight, { adjustment, adjustToZero: true })
  const { madeOf } = ok(await manager.get(`${base}/movements/${id}/trace`))
  const { timeline } = ok(await manager.get(`${base}/records/${recordId}`))
  return {
    carried: (madeOf as Part[]).map((part) => [part.type, part.reasonId, part.weight]),
    told: (timeline as Entry[])
      .slice(1)
      .map(({ change, balanceAfter, details }) => [
        details.adjustment?.reasonId ?? 'load',
        change,
        balanceAfter,
      ]),
  }
}

test('what is found by emptying is found after the correction was taken off', async () => {
  const { carried, told } = await load(10_000, { weight: -192.51, reason: HANDLING_LOSS })
  expect(told).toEqual([
    [HANDLING_LOSS, -192.51, 9807.49],
    ['load', -10_000, -192.51],
    [BAY_EMPTIED, 192.51, 0],
  ])
  expect(carried).toEqual([
    ['opening', 0, 9807.49],
    ['gain', BAY_EMPTIED, 192.51],
  ])
})

test('what was found by the correction is in the load, and what is left is written off after it', async () => {
  const { carried, told } = await load(9000, { weight: 2000, reason: STOCK_TAKE })
  expect(told).toEqual([
    [STOCK_TAKE, 2000, 12_000],
    ['load', -9000, 3000],
    [BAY_EMPTIED, -3000, 0],
  ])
  expect(carried).toEqual([
    ['opening', 0, 7500],
    ['gain', STOCK_TAKE, 1500],
  ])
})
