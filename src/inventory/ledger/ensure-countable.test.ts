import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { base, makeFarm } from '../../../test/farm.ts'
import { settlePlans } from '../stock/due-plans.ts'

let service: TestApp
beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

test('what would be more than can be counted is refused, so that owners read theirs and plans of others come due', async () => {
  const farm = await makeFarm(service)
  const owner = await makeOrganisation(service, { name: 'Hill Farm' })
  await acceptForGood(owner, farm.organisation)
  const operator = farm.organisation.as('operator')
  const recordId = await farm.planting({ owner: { id: owner.organisationId, name: owner.name } })
  const heavy = { id: recordId, weight: 1_000_000_000 }
  const bringIn = (movementDateISO: string, bay: number, loads = 1000) =>
    operator.post(`${base}/movements/bulk`, {
      records: Array.from({ length: loads }, () => heavy),
      movementDateISO,
      destination: { storageId: farm.storeId, substorageId: farm.bays[bay] },
    })
  const planned: string[] = []
  for (const bay of [0, 1, 0, 1]) {
    const { status, body } = await bringIn('2026-09-14', bay)
    expect(status).toBe(200)
    planned.push(body.ids[0])
  }
  const tooMuch = {
    status: 400,
    body: {
      code: 'invalid_input',
      message:
        'More would come into “Winter wheat 2026”, or leave it, than can be counted: 4,500 million tonnes. Nothing was changed.',
      body: { recordId },
    },
  }
  expect(await bringIn('2026-09-15', 2)).toMatchObject(tooMuch)
  expect(await bringIn('2026-08-14', 2, 1)).toMatchObject({ status: 200 })
  expect(await operator.delete(`${base}/movements/${planned[0]}`)).toMatchObject({ status: 200 })

  const other = await makeFarm(service)
  const wheat = await other.opening(other.bays[0], 1000)
  await other.move(wheat, other.bays[1], 400, { movementDateISO: '2026-09-14' })
  service.clock.set('2026-09-16T08:00:00Z')
  await settlePlans(service.database, service.clock.now())
  expect(await bringIn('2026-10-15', 2, 1)).toMatchObject({ status: 200 })
  const { status, body } = await owner.as('viewer').get(`${base}/records?f:status=active`)
  expect(status).toBe(200)
  expect(body.custom.commodities[0].commodity.totalWeight).toBe(4_000_000_080_000)
})
