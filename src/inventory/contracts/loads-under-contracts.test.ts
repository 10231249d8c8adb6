import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, GROUP_1, SPRING, WHEAT, WINTER, WINTER_BARLEY } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type IntakeOverrides, type TestStore } from './test-contracts.ts'

// The contract that a load names has to fit it: the owner, the stock and the day.

let service: TestApp
let store: TestStore
const manager = () => store.merchant.as('manager')
const operator = () => store.merchant.as('operator')

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

describe('an intake under a contract', () => {
  test.each<{ what: string; overrides: IntakeOverrides; contract?: object; code: string }>([
    {
      what: 'somebody else’s grain',
      overrides: { owner: { id: 'valley-farm', name: 'Valley Farm' } },
      code: 'other_owner',
    },
    { what: 'another commodity', overrides: { commodity: WINTER_BARLEY }, code: 'other_commodity' },
    { what: 'another type', overrides: { commodity: { id: WHEAT, type: SPRING } }, code: 'other_type' },
    { what: 'before it begins', overrides: { at: '2026-07-31' }, code: 'not_running' },
    { what: 'after it ended', overrides: { at: '2027-08-01' }, code: 'not_running' },
  ])('is refused for $what', async ({ overrides, code }) => {
    const { id } = await store.contract()
    const answer = await operator().post(
      `${base}/records`,
      store.intakeBody(1000, { ...overrides, contract: { id } }),
    )
    expect(faultsOf(answer)).toEqual([`source.intake.storageContract.id ${code}`])
  })

  test('is refused where there is no such contract, and none that agrees drying', async () => {
    const refused = async (contract: object, moisture = 20) =>
      faultsOf(await operator().post(`${base}/records`, store.intakeBody(1000, { contract, moisture })))
    const at = 'source.intake.storageContract'
    expect(await refused({ id: 'none' })).toEqual([`${at}.id unknown`])
    expect(await refused({ dryingAgreed: true })).toEqual([`${at}.dryingAgreed no_contract`])
    const other = await makeStore(service)
    expect(await refused({ id: (await other.contract()).id })).toEqual([`${at}.id unknown`])
    const { id } = await store.contract({ services: { drying: { agreed: false } } })
    expect(await refused({ id, dryingAgreed: true })).toEqual([`${at}.dryingAgreed contradiction`])
    expect(await refused({ id }, 155)).toEqual(['source.intake.sample.fields[0].value moisture'])
  })

  test('is found by its contract, and those without by having none', async () => {
    const { id } = await store.contract()
    const under = await store.intake(1000, { contract: { id } })
    const without = await store.intake(2000)
    const find = async (query: string) =>
      ok(await manager().get(`${base}/movements?${query}`)).docs.map((doc: { id: number }) => doc.id)
    expect(await find(`storageContractId=${id}`)).toEqual([under.id])
    expect(await find('noContract=true')).toEqual([without.id])
  })
})

describe('a movement under a contract', () => {
  const toBay = (recordId: string, storageContractId: string | null) => ({
    recordId,
    weight: 100,
    movementDateISO: '2026-08-14T08:00:00Z',
    destination: { storageId: store.storeId, substorageId: store.bays[1], type: 'store' },
    storageContractId,
  })

  test('names one that fits its stock', async () => {
    const { id } = await store.contract()
    const { inventory } = await store.intake(10_000, { contract: { id } })
    const made = ok(await operator().post(`${base}/movements`, toBay(inventory.recordId, id)))
    const movement = await store.movement(Number(made.ids[0]))
    expect(movement.storageContract).toMatchObject({
      id,
      requiresDrying: false,
      postDryingMoistureLevelPercentage: 15,
    })
    expect(movement.drying).toBeUndefined()
    const { usage } = ok(await manager().get(`${base}/contracts/${id}`))
    expect(usage, 'moving within the store uses nothing').toMatchObject({ used: 10_000 })
  })

  test('is refused under one that does not, or is not there', async () => {
    const other = await makeStore(service)
    const { inventory } = await store.intake(10_000)
    const refused = async (id: string) =>
      faultsOf(await operator().post(`${base}/movements`, toBay(inventory.recordId, id)))
    expect(await refused('none')).toEqual(['storageContractId unknown'])
    expect(await refused((await other.contract()).id)).toEqual(['storageContractId unknown'])
    expect(await refused((await store.contract({ commodity: WINTER_BARLEY })).id)).toEqual([
      'storageContractId other_commodity',
    ])
    const partner = { id: 'valley-farm', name: 'Valley Farm' }
    expect(await refused((await store.contract({ owner: partner })).id)).toEqual([
      'storageContractId other_owner',
    ])
    const fits = await store.contract({ commodity: { id: WHEAT, type: WINTER, grade: GROUP_1 } })
    ok(await operator().post(`${base}/movements`, toBay(inventory.recordId, fits.id)))
  })
})
