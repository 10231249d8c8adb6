import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, SPRING } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from '../contracts/test-contracts.ts'
import { makeValeField, plant, wetLoad } from '../contracts/test-fields.ts'

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
  fieldId = await makeValeField(store)
  merchants = await plantLater(fieldId, { owned: true })
  farms = await plantLater(fieldId)
  planId = ok(await manager().get(`${base}/records/${farms}`)).harvest.harvestPlanId
})

const manager = () => store.merchant.as('manager')

/** Plants 5 ha, a moment after what was planted before. */
async function plantLater(field: string, crop?: Parameters<typeof plant>[2]): Promise<string> {
  service.clock.advance({ seconds: 1 })
  return (await plant(store, field, crop)).id
}

const bringIn = (...loads: object[]) =>
  manager().post(
    `${base}/harvest-plans/${planId}/loads`,
    loads.map((load) => wetLoad(store, fieldId, load)),
  )
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
      async () => ({ plantingId: await plantLater(fieldId, { owned: true, type: SPRING }) }),
      ['[1].plantingId unknown'],
    ],
    [
      'that names a crop of the plan in another field',
      async () => ({ plantingId: await plantLater(await makeValeField(store, 'Far Field')) }),
      ['[1].plantingId unknown'],
    ],
    [
      'that is off no field of the plan',
      () => ({ fieldId: nobodys, plantingId: farms }),
      ['[1].fieldId unknown'],
    ],
    [
      'with all that is wrong with it',
      () => ({ weightNet: 0.0001, substorageId: 0 }),
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
  const other = await makeValeField(store, 'Near Field')
  const oldest = await plantLater(other, { owned: true })
  const younger = await plantLater(other, { owned: true })
  expect(ok(await bringIn({ fieldId: other, plantingId: younger })).plantingId).toBe(younger)
  expect(ok(await bringIn({ fieldId: other })).plantingId).toBe(oldest)
})
