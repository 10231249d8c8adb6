import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeHarvest, plans } from './test-harvest.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

test('grain off a field without an area is harvested, and says nothing of a yield', async () => {
  const { farm, got, planOf, makeField, plant, addLoad, setRemaining } = await makeHarvest(service)
  const { id } = await planOf(await farm.planting())
  await addLoad(id, { weightNet: 90_000 })
  await setRemaining(id, 0, 10)
  const bare = await makeField(0, { area: null })
  await plant(bare)
  await addLoad(id, { fieldId: bare, weightNet: 20_000 })
  expect((await got(`${plans}/history`)).datasets).toEqual([
    { label: 'predicted', data: [80_000] },
    { label: 'harvested', data: [110_000] },
    { label: 'area', data: [10] },
    { label: 'areaHarvested', data: [10] },
    { label: 'yield', data: [9000] },
  ])
  expect((await got(`${plans}/${id}`)).summary).toMatchObject({
    totalHarvestedYield: 110_000,
    totalRemainingYield: 0,
  })
})
