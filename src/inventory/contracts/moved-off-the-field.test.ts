import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, SPRING } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore, type TestStore } from './test-contracts.ts'
import { makeValeField, plant, wetLoad } from './test-fields.ts'

// A crop of the farm's in a field of the merchant's, moved in the ordinary way: under the contract that a harvest load is under.

let service: TestApp
let store: TestStore
let fieldId: string
let planting: { id: string; harvest: { harvestPlanId: string } }
let contractId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
  contractId = await makeContract()
  fieldId = await makeValeField(store)
  planting = await plant(store, fieldId)
})

const manager = () => store.merchant.as('manager')

/** A contract that agrees cleaning and drying; answers its id. */
async function makeContract(overrides: Parameters<TestStore['contract']>[0] = {}): Promise<string> {
  const drying = { agreed: true, preAgreedMoistureLevelPercentage: 15 }
  const services = { cleaning: { agreed: true }, drying }
  return (await store.contract({ services, ...overrides })).id
}

const toBay = (bay = store.bays[0]) => ({ storageId: store.storeId, substorageId: bay, type: 'store' })
const toMill = { sold: true, destination: { organisationId: 'mill', organisationName: 'Mill' } }
const tomorrow = () => new Date(service.clock.now().getTime() + 24 * 3_600_000).toISOString()

const body = (overrides: object = {}) => ({
  recordId: planting.id,
  weight: 20_000,
  movementDateISO: '2026-08-02T09:00:00Z',
  destination: toBay(),
  ...overrides,
})

/** Moves it; answers the movement's number. */
async function move(overrides?: object): Promise<number> {
  return Number(ok(await manager().post(`${base}/movements`, body(overrides))).ids[0])
}
const edit = async (id: number, overrides: object) =>
  ok(await manager().put(`${base}/movements/${id}`, body(overrides)))
const contractOf = async (id: number) => (await store.movement(id)).storageContract.id
const usage = async () => ok(await manager().get(`${base}/contracts/${contractId}`)).usage

test('it counts towards the contract, has to be cleaned, and is not dried, as nobody measured it', async () => {
  const movement = await store.movement(await move())
  expect(movement.storageContract).toMatchObject({ id: contractId, requiresCleaning: true })
  expect(movement).not.toHaveProperty('drying')
  expect(await usage()).toMatchObject({ intake: 20_000, used: 20_000 })
})

test('it is under the contract that a harvest load is under, which may be another of several', async () => {
  const later = await makeContract({ details: { startDateISO: '2026-08-02' } })
  const plan = `${base}/harvest-plans/${planting.harvest.harvestPlanId}`
  const load = ok(await manager().post(`${plan}/loads`, [wetLoad(store, fieldId, { moisture: null })]))
  expect([await contractOf(load.movementId), await contractOf(await move())]).toEqual([later, later])
})

test('more than the contract agrees is told, in a dry run too, which stores nothing', async () => {
  const exceeded = [{ kind: 'contract_exceeded', weight: 10_000 }]
  const much = body({ weight: 110_000 })
  const rehearsed = ok(await manager().post(`${base}/movements?dryRun=true`, much))
  expect(rehearsed.dryRun.conflicts.after).toMatchObject(exceeded)
  expect(await usage()).toMatchObject({ intake: 0 })
  expect(ok(await manager().post(`${base}/movements`, much)).conflicts).toMatchObject(exceeded)
})

test('of several in one request each is under its own, and counts with the others', async () => {
  const springs = await plant(store, fieldId, { type: SPRING })
  const forSpring = await makeContract({ commodity: { type: SPRING } })
  const records = [planting.id, springs.id, planting.id].map((id) => ({ id, weight: 60_000 }))
  const { recordId: _one, weight: _same, ...rest } = body()
  const { ids, conflicts } = ok(await manager().post(`${base}/movements/bulk`, { ...rest, records }))
  const contracts: string[] = []
  for (const id of ids) contracts.push(await contractOf(id))
  expect(contracts).toEqual([contractId, forSpring, contractId])
  expect(conflicts).toMatchObject([{ kind: 'contract_exceeded', weight: 20_000 }])
})

describe('it is under', () => {
  test.each<[string, string, () => object | Promise<object>]>([
    ['the contract', 'into a bay that has to be looked up', ownStore],
    ['the contract', 'as a plan', () => ({ movementDateISO: tomorrow() })],
    ['none', 'where the body says so', () => ({ storageContractId: null })],
    ['none', 'where the body says nothing but blanks', () => ({ storageContractId: ' ' })],
    ['none', 'before the contract begins', () => ({ movementDateISO: '2026-07-30' })],
    [
      'none',
      'of another type',
      async () => ({ recordId: (await plant(store, fieldId, { type: SPRING })).id }),
    ],
    [
      'none',
      'of the merchant’s own',
      async () => ({ recordId: (await plant(store, fieldId, { owned: true })).id }),
    ],
    ['none', 'straight to a buyer', () => toMill],
    ['none', 'from bay to bay', fromTheBay],
  ])('%s %s', async (which, _case, overrides) => {
    const id = await move(await overrides())
    expect(await contractOf(id)).toBe(which === 'none' ? '' : contractId)
  })

  function ownStore() {
    return { destination: { ...toBay(), organisationId: store.merchant.organisationId } }
  }

  async function fromTheBay() {
    const { recordIds } = ok(await manager().post(`${base}/movements`, body()))
    return { recordId: recordIds[0], destination: toBay(store.bays[1]) }
  }
})

describe('an edit that says no contract', () => {
  test.each([
    ['keeps the one that was found', {}, 'found'],
    ['keeps that it is under none', { storageContractId: null }, 'none'],
    ['looks one up for what had left the field and comes into a bay after all', toMill, 'found'],
    ['keeps that none was running', { movementDateISO: '2026-07-30' }, 'none'],
  ])('%s', async (_case, entered, which) => {
    const id = await move(entered)
    await edit(id, { destination: toBay(store.bays[1]), weight: 19_000 })
    expect(await contractOf(id)).toBe(which === 'none' ? '' : contractId)
    expect(await usage()).toMatchObject({ used: which === 'none' ? 0 : 19_000 })
  })

  test('leaves what comes into a bay after all under none where that is said', async () => {
    const id = await move(toMill)
    await edit(id, { storageContractId: null })
    expect(await contractOf(id)).toBe('')
  })

  test('tells that what comes into a bay after all is more than was agreed', async () => {
    const id = await move({ ...toMill, weight: 110_000 })
    const { conflicts } = await edit(id, { weight: 110_000 })
    expect(conflicts).toMatchObject([{ kind: 'contract_exceeded', weight: 10_000 }])
    expect((await store.movement(id)).storageContract).toMatchObject({ requiresCleaning: true })
  })
})
