import { expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { base, makeFarm, WHEAT } from '../../../test/farm.ts'

const service = await shareTestApp()
const BARLEY = { id: 2, type: 201 }

test('grain that a bay has no capacity for, though it has for others, comes in with a warning', async () => {
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const [limited, free] = farm.bays
  const capacity = { substorageId: limited, commodityId: WHEAT, weight: 100_000 }
  const set = await manager.post(`${base}/storage/${farm.storeId}/commodities`, capacity)
  expect(set, JSON.stringify(set.body)).toMatchObject({ status: 200 })
  const enter = async (bayId: number, source: object) => {
    const answer = await manager.post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: BARLEY,
      storage: [{ storageId: farm.storeId, substorageId: bayId, weight: 90_000 }],
      source,
    })
    return answer.body.message
  }
  const told = 'Warning: “Bay 1” has a capacity for Wheat, and none for Barley: nothing says when it is full.'
  expect(await enter(limited, { intake: {} })).toBe(told)
  expect(await enter(free, { intake: {} })).toBeUndefined()
})
