import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../../test/app.ts'
import { base, makeFarm, type TestFarm } from '../../../../test/farm.ts'
import { ok } from '../../../../test/scene.ts'
import { imported } from '../test-imports.ts'

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

test('loads of closed books are one question for a file, and are known again by their true day', async () => {
  await farm.opening(farm.bays[0], 100_000)
  ok(await farm.organisation.as('owner').post(`${base}/periods`, { upTo: '2026-08-10' }))
  const file =
    'Ticket,Date,Store,Bay,Receiver,Net (kg)\n1182,2026-08-05,Long Barn,Bay 1,Valley Mill,1000\n1183,2026-08-12,Long Barn,Bay 1,Valley Mill,2000\n'
  const send = async (query: string) => {
    const manager = farm.organisation.as('manager')
    return imported(manager, `inventory/loads${query}`, file)
  }
  expect(await send('?create=partners&dryRun=true')).toMatchObject({ closedDays: 1, errors: 1 })
  expect(await send('?create=partners&closedDays=late')).toMatchObject({
    closedDays: 0,
    errors: 0,
    success: 2,
  })
  const { docs } = ok(await farm.organisation.as('viewer').get(`${base}/movements`))
  const late = docs.find(
    ({ driver }: { driver: { loadReference: string } }) => driver.loadReference === '1182',
  )
  expect([late.movementDateISO, late.happenedAtISO]).toEqual([
    '2026-08-10T23:00:00.000Z',
    '2026-08-04T23:00:00.000Z',
  ])
  expect(await send('?closedDays=late')).toMatchObject({ errors: 0, success: 0, unchanged: 2 })
})
