import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFarm, openFarm, type TestFarm } from '../../../../test/farm.ts'
import type { TestApp } from '../../../../test/app.ts'

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  ;({ service } = await openFarm())
  farm = await makeFarm(service, {})
})
afterAll(() => service.close())

test('stock that nobody named is called in the language of who reads, wherever it is shown', async () => {
  const [bay] = farm.bays
  const id = await farm.intake(bay, 10_000, { at: '2026-08-10' })
  const german = (path: string) =>
    farm.organisation.as('manager').get(`/api/inventory${path}`, { 'accept-language': 'de' })
  const english = (await farm.organisation.as('manager').get(`/api/inventory/records/${id}`)).body.name
  expect(english).toBe('Winter wheat 2026')
  const [movement] = (await german('/movements?type=intake')).body.docs
  expect([
    (await german(`/records/${id}`)).body.name,
    (await german('/records')).body.docs[0].name,
    (await german(`/records/${id}/trace`)).body.name,
    movement.inventory.name,
  ]).toEqual(Array(4).fill('Winterweizen 2026'))
})
