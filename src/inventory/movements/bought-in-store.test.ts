import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import type { TestOrganisation } from '../../../test/factories.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from '../contracts/test-contracts.ts'

/** A merchant buys grain of a farm that it keeps: it changes hands, and lies where it lay. */

let service: TestApp
let store: TestStore

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  store = await makeStore(service)
})
afterAll(() => service.close())

const AT = '2026-08-14T08:00:00Z'
const operator = () => store.merchant.as('operator')
const toMerchant = () => ({
  sold: true,
  destination: { organisationId: store.merchant.organisationId, organisationName: '' },
})
const sale = (recordId: string, weight: number) => ({
  recordId,
  movementDateISO: AT,
  weight,
  ...toMerchant(),
})
/** The grain as the merchant's own, from the farm. */
const bought = (weight: number) => ({
  ...store.intakeBody(weight, { at: AT }),
  owned: true,
  source: { intake: { moveAtUTC: AT, sender: { id: store.farm.organisationId } } },
})
const totalsOf = async (who: TestOrganisation) =>
  ok(await who.as('viewer').get(`${base}/position?at=${AT}`)).totals

test('it is sold in the owner’s books, and the keeper’s own from then on', async () => {
  const { inventory } = await store.intake(30_000)
  const { ids } = ok(await operator().post(`${base}/movements`, sale(inventory.recordId, 30_000)))
  const own = ok(await operator().post(`${base}/records`, bought(30_000)))
  expect(own).toMatchObject({ owned: true, position: 30_000 })
  expect(await totalsOf(store.farm)).toMatchObject({ owned: 0, stored: 0 })
  expect(await totalsOf(store.merchant)).toMatchObject({ owned: 30_000, stored: 0 })
  for (const who of [store.farm, store.merchant]) {
    expect(ok(await who.as('viewer').get(`${base}/records/${inventory.recordId}`))).toMatchObject({
      soldTo: 'Vale Merchants',
      yield: { current: 0, sold: 30_000, loss: 0 },
    })
    expect(await store.movement(ids[0], who)).toMatchObject({
      type: 'outbound',
      sold: true,
      inventory: { storage: { destination: { organisationId: store.merchant.organisationId } } },
    })
  }
  expect((await store.farm.as('owner').get(`${base}/records/${own.id}`)).status).toBe(404)
})

test('what is the keeper’s own already cannot go to itself, alone, with others or by an edit', async () => {
  const { inventory } = await store.intake(30_000)
  const elsewhere = { ...store.intakeBody(5000, { bay: store.bays[1] }), owned: true }
  const own = ok(
    await operator().post(`${base}/records`, { ...elsewhere, source: { intake: { moveAtUTC: AT } } }),
  )
  const refused = ['destination.organisationId own_organisation']
  expect(faultsOf(await operator().post(`${base}/movements`, sale(own.id, 1000)))).toEqual(refused)
  const { sold: _sold, ...unsaid } = sale(own.id, 1000)
  expect(faultsOf(await operator().post(`${base}/movements`, unsaid))).toEqual([
    'sold required',
    'destination.organisationId own_organisation',
  ])
  const records = [inventory.recordId, own.id].map((id) => ({ id, weight: 1000 }))
  const many = { records, movementDateISO: AT, ...toMerchant() }
  expect(faultsOf(await operator().post(`${base}/movements/bulk`, many))).toEqual(refused)
  const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  const { ids } = ok(await operator().post(`${base}/movements`, { ...sale(own.id, 1000), destination }))
  const url = `${base}/movements/${ids[0]}`
  expect(faultsOf(await operator().put(url, sale(own.id, 1000)))).toEqual(refused)
})
