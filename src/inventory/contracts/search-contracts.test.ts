import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore
const contracts = `${base}/contracts`

beforeAll(async () => {
  service = await shareTestApp()
  store = await makeStore(service)
})
afterAll(() => service.close())

test('a status that there is not is refused with those that there are', async () => {
  const { status, body } = await store.merchant.as('viewer').get(`${contracts}?status=lost`)
  expect([status, body.validation]).toMatchObject([
    400,
    [{ path: 'status', code: 'enum', message: '"lost" is not upcoming, active or expired' }],
  ])
})

describe('a contract that is made shorter than what has come in', () => {
  const change = async (id: string, details: object) =>
    ok(await store.merchant.as('manager').put(`${contracts}/${id}`, { details, inventory: {} }))
  const correct = (
    load: { id: number; inventory: { recordId: string } },
    movementDateISO: string,
    weight: number,
  ) =>
    store.merchant.as('manager').put(`${base}/movements/${load.id}`, {
      recordId: load.inventory.recordId,
      movementDateISO,
      weight,
      destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
    })

  test('warns, and what is in can be corrected', async () => {
    const { id } = await store.contract({ services: {} })
    const load = await store.intake(20_000, { contract: { id }, at: '2026-08-12' })
    const inside = await store.intake(5000, { contract: { id }, at: '2026-08-14T07:00' })
    expect((await change(id, { reference: 'ST-2' })).message).toBeUndefined()
    expect((await change(id, { startDateUTC: '2026-08-14' })).message).toBe(
      'Warning: A load of 20,000 kg under this contract came in on 12 Aug 2026, outside its dates. ' +
        'What came in stays under it and can still be corrected.',
    )
    ok(await correct(load, '2026-08-11', 20_500))
    // What is covered cannot be moved out of it, and nothing new comes in before it.
    expect(faultsOf(await correct(inside, '2026-08-13', 5000))).toEqual(['movementDateISO not_running'])
    const late = store.intakeBody(1000, { contract: { id }, at: '2026-08-12' })
    expect(faultsOf(await store.merchant.as('operator').post(`${base}/records`, late))).toEqual([
      'source.intake.storageContract.id not_running',
    ])
  })

  test('counts all of several loads', async () => {
    const { id } = await store.contract({ services: {} })
    await store.intake(1000, { contract: { id }, at: '2026-08-12', bay: store.bays[1] })
    await store.intake(2000, { contract: { id }, at: '2026-08-13', bay: store.bays[1] })
    expect((await change(id, { startDateUTC: '2026-08-14' })).message).toContain(
      '2 loads, 3,000 kg in all, under this contract came in between 12 Aug 2026 and 13 Aug 2026',
    )
  })
})

test('a contract needs no end and no services', async () => {
  const manager = store.merchant.as('manager')
  const made = ok(
    await manager.post(contracts, {
      ownerOrganisationId: store.farm.organisationId,
      ownerOrganisationName: '',
      details: { startDateISO: '2026-08-02', services: { drying: {}, cleaning: {} } },
      inventory: { weightKG: 5000, commodity: { id: 2, type: 201 } },
    }),
  )
  expect(made).toMatchObject({
    status: 'active',
    details: {
      endDateUTC: null,
      services: { cleaning: { agreed: false }, drying: { agreed: false } },
    },
  })
  const change = async (details: object) =>
    ok(await manager.put(`${contracts}/${made.id}`, { details, inventory: {} })).details.endDateUTC
  expect(await change({ endDateUTC: '2026-08-31' })).toBe('2026-08-31T22:59:59.999Z')
  expect(await change({ reference: 'ST-9' })).toBe('2026-08-31T22:59:59.999Z')
  expect(await change({ endDateUTC: null })).toBeNull()
  const { body } = await manager.post(contracts, {})
  expect(body.validation).toMatchObject([
    { path: 'ownerOrganisationId', code: 'required' },
    { path: 'ownerOrganisationName', code: 'required' },
    { path: 'details', code: 'required' },
    { path: 'inventory', code: 'required' },
  ])
})
