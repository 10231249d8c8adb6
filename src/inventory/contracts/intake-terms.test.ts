import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from './test-contracts.ts'

// A contract is for the store that entered it: by one of another store the caller may own the grain, and takes nothing in.

let service: TestApp
let store: TestStore
let contractId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
  const { organisationId: id, name } = store.merchant
  contractId = (await (await makeStore(service)).contract({ owner: { id, name } })).id
})

const operator = () => store.merchant.as('operator')

/** A load of the merchant's own wheat into the merchant's own store. */
const ownLoad = (contract: object) => ({
  ...store.intakeBody(1000),
  owned: true,
  source: { intake: { moveAtUTC: '2026-08-14T07:00:00Z', driverName: 'Sam', storageContract: contract } },
})

describe('a contract by which another store keeps the caller’s grain', () => {
  test('is none that an intake comes in under', async () => {
    const answer = await operator().post(`${base}/records`, ownLoad({ id: contractId }))
    expect(faultsOf(answer)).toEqual(['source.intake.storageContract.id unknown'])
  })

  test('is none that an intake is put under later', async () => {
    const { id: recordId } = ok(await operator().post(`${base}/records`, ownLoad({})))
    const [{ id }] = ok(await operator().get(`${base}/movements`)).docs
    const edited = {
      recordId,
      weight: 1000,
      movementDateISO: '2026-08-14T07:00:00Z',
      destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
      storageContractId: contractId,
    }
    const answer = await operator().put(`${base}/movements/${id}`, edited)
    expect(faultsOf(answer)).toEqual(['storageContractId unknown'])
  })
})

test('cleaning that was asked for without a contract stays where an edit names none', async () => {
  const load = await store.intake(1000, { contract: { cleaningAgreed: true } })
  const edited = {
    recordId: load.inventory.recordId,
    weight: 1200,
    movementDateISO: '2026-08-14T07:00:00Z',
    destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
    storageContractId: null,
  }
  ok(await operator().put(`${base}/movements/${load.id}`, edited))
  expect(await store.movement(load.id)).toMatchObject({
    storageContract: { id: '', requiresCleaning: true },
    inventory: { commodity: { weight: { weight: 1200 } } },
  })
})

test('a contract with an empty id is none, as an answer says it', async () => {
  const load = await store.intake(1000, {
    contract: { id: '', dryingAgreed: false, cleaningAgreed: false },
  })
  expect(load.storageContract).toMatchObject({ id: '', requiresCleaning: false })
})

test('the timeline says whether a load comes under a contract, another or none from now on', async () => {
  const load = await store.intake(1000)
  const { recordId } = load.inventory
  const [first, second] = [await store.contract(), await store.contract()]
  for (const storageContractId of [first.id, second.id, null]) {
    const edited = {
      recordId,
      weight: 1000,
      movementDateISO: load.movementDateISO,
      destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
      storageContractId,
    }
    ok(await operator().put(`${base}/movements/${load.id}`, edited))
  }
  const { timeline } = ok(await operator().get(`${base}/records/${recordId}`))
  const said = timeline.map(
    ({ details }: { details: { statusMessage: string } }) =>
      /under .*/.exec(details.statusMessage)?.[0] ?? '',
  )
  expect(said.filter((each: string) => each !== '')).toEqual([
    'under a storage contract.',
    'under another storage contract.',
    'under no storage contract.',
  ])
})
