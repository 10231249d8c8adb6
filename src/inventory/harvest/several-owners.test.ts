import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import {
  base,
  faultsOf,
  makeStore,
  ok,
  SPRING,
  WHEAT,
  WINTER,
  type TestStore,
} from '../contracts/test-contracts.ts'

// A field of the merchant's with 5 ha of its own wheat and 5 ha of the farm's, which is one plan; the farm's comes in under a contract.

let service: TestApp
let store: TestStore
let fieldId: string
let planId: string
let merchants: string
let farms: string
let contractId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
  contractId = (await store.contract()).id
  fieldId = await makeField('Vale Field')
  merchants = await plant(fieldId)
  farms = await plant(fieldId, farmsOwn())
  planId = ok(await manager().get(`${base}/records/${farms}`)).harvest.harvestPlanId
})

const manager = () => store.merchant.as('manager')
const farmsOwn = () => ({ owner: { id: store.farm.organisationId, name: 'Hill Farm' } })

async function makeField(name: string): Promise<string> {
  const field = { name, type: 'field', area: 10, location: null, substorage: [] }
  return ok(await manager().post(`${base}/storage`, field)).id
}

/** Plants 5 ha, a moment after what was planted before. */
async function plant(
  storageId: string,
  { owner, type = WINTER }: { owner?: object; type?: number } = {},
): Promise<string> {
  service.clock.advance({ seconds: 1 })
  const { id } = ok(
    await manager().post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: !owner,
      commodity: { id: WHEAT, type, variety: 'Skyfall' },
      storage: [{ storageId, area: 5 }],
      source: { ...(owner && { owner }), planting: { expectedYield: 8000 } },
    }),
  )
  return id
}

const load = (overrides: object = {}) => ({
  fieldId,
  commodityId: WHEAT,
  commodityGroupId: WINTER,
  storageId: store.storeId,
  substorageId: store.bays[0],
  dateISO: '2026-08-02T09:00:00Z',
  weightNet: 20_000,
  moisture: 20,
  temperature: null,
  driverName: null,
  driverRegistration: null,
  sample: null,
  ...overrides,
})
const bringIn = (...loads: object[]) =>
  manager().post(`${base}/harvest-plans/${planId}/loads`, loads.map(load))
const loadsOfPlan = async () => ok(await manager().get(`${base}/harvest-plans/loads?harvestPlanId=${planId}`))

test('a load is whose crop it names, and comes in under their contract', async () => {
  const [own, theirs] = ok(
    await bringIn({ plantingId: merchants }, { plantingId: farms, substorageId: store.bays[1] }),
  )
  expect([own.plantingId, theirs.plantingId]).toEqual([merchants, farms])
  expect(ok(await manager().get(`${base}/records/${theirs.recordId}`))).toMatchObject({
    organisationId: store.farm.organisationId,
    yield: { current: 18_823.529 },
  })
  expect(ok(await manager().get(`${base}/records/${own.recordId}`))).toMatchObject({
    organisationId: store.merchant.organisationId,
    yield: { current: 20_000 },
  })
  expect((await store.movement(theirs.movementId)).storageContract.id).toBe(contractId)
  expect((await store.movement(own.movementId)).storageContract.id).toBe('')
})

describe('a load is refused, and none with it stored,', () => {
  const nobodys = '01990000-0000-7000-8000-000000000000'
  test.each<[string, () => Promise<object> | object, string[]]>([
    ['that names no crop', () => ({}), ['[1].plantingId required']],
    ['that names null', () => ({ plantingId: null }), ['[1].plantingId required']],
    ['that names a crop nobody has', () => ({ plantingId: nobodys }), ['[1].plantingId unknown']],
    ['that names no id', () => ({ plantingId: 'the wheat' }), ['[1].plantingId unknown']],
    [
      'that names a crop of another plan in the field',
      async () => ({ plantingId: await plant(fieldId, { type: SPRING }) }),
      ['[1].plantingId unknown'],
    ],
    [
      'that names a crop of the plan in another field',
      async () => ({ plantingId: await plant(await makeField('Far Field'), farmsOwn()) }),
      ['[1].plantingId unknown'],
    ],
    [
      'that is off no field of the plan',
      () => ({ fieldId: nobodys, plantingId: farms }),
      ['[1].fieldId unknown'],
    ],
    [
      'with all that is wrong with it',
      () => ({ weightNet: 0, substorageId: 0 }),
      ['[1].weightNet minimum', '[1].plantingId required', '[1].substorageId unknown_bay'],
    ],
  ])('%s', async (_case, overrides, faults) => {
    expect(faultsOf(await bringIn({ plantingId: farms }, await overrides()))).toEqual(faults)
    expect(await loadsOfPlan()).toEqual([])
  })
})

test('whoever has to say which crop it is, is told whose they are', async () => {
  const { body } = await bringIn({})
  expect(body.validation).toMatchObject([
    {
      path: '[0].plantingId',
      message: `is needed to say which crop the load comes off, for those in “Vale Field” are of several owners: ${merchants} (Vale Merchants), ${farms} (Hill Farm)`,
    },
  ])
})

test('which crop it is has to be said also when one has no area left, and may be that one', async () => {
  const area = { fieldId, areaRemaining: 5, originalAreaRemaining: 10 }
  ok(await manager().patch(`${base}/harvest-plans/${planId}/remaining-area`, [area]))
  expect(faultsOf(await bringIn({}))).toEqual(['[0].plantingId required'])
  expect(ok(await bringIn({ plantingId: merchants })).plantingId).toBe(merchants)
})

test('of several crops of one owner a load names one, or comes off the oldest with area left', async () => {
  const other = await makeField('Near Field')
  const oldest = await plant(other)
  const younger = await plant(other)
  expect(ok(await bringIn({ fieldId: other, plantingId: younger })).plantingId).toBe(younger)
  expect(ok(await bringIn({ fieldId: other })).plantingId).toBe(oldest)
})
