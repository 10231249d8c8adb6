import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, SPRING } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from './test-contracts.ts'
import { makeValeField, plant, wetLoad } from './test-fields.ts'

// A crop of the farm's in a field of the merchant's: its loads come in under the farm's storage contract.

let service: TestApp
let store: TestStore
let planting: { id: string; harvest: { fieldId: string; harvestPlanId: string } }
let contractId: string

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
  const drying = { agreed: true, preAgreedMoistureLevelPercentage: 15 }
  contractId = (await store.contract({ services: { cleaning: { agreed: true }, drying } })).id
  planting = await plant(store, await makeValeField(store))
})

const manager = () => store.merchant.as('manager')
const plan = () => `${base}/harvest-plans/${planting.harvest.harvestPlanId}`

async function bringIn(overrides?: object) {
  const load = wetLoad(store, planting.harvest.fieldId, overrides)
  return ok(await manager().post(`${plan()}/loads`, [load]))
}

describe('a wet load off a field', () => {
  test('is dried under the contract, and the timeline says what that took', async () => {
    const load = await bringIn()
    expect((await store.movement(load.movementId)).drying).toMatchObject({ lossWeight: 1176.471 })
    const { timeline } = ok(await manager().get(`${base}/records/${load.recordId}`))
    expect(timeline.at(-1).details.statusMessage).toBe(
      '20,000 kg moved from Vale Field to Vale Store, Bay 1. Drying took 1,176.471 kg, on the owner.',
    )
  })

  test('that is planned is told as planned, with what drying is to take and what it is to join', async () => {
    const { recordId } = await bringIn()
    const day = new Date(service.clock.now().getTime() + 24 * 3_600_000)
    await bringIn({ dateISO: day.toISOString() })
    const said = async () =>
      ok(await manager().get(`${base}/records/${recordId}`)).timeline.at(-1).details.statusMessage
    expect(await said()).toBe(
      '20,000 kg is to move from Vale Field to Vale Store, Bay 1. Drying is to take 1,176.471 kg, on the owner. It is to join the stock there.',
    )
    service.clock.advance({ days: 1 })
    expect(await said()).toBe(
      '20,000 kg moved from Vale Field to Vale Store, Bay 1. Drying took 1,176.471 kg, on the owner. It joined the stock there.',
    )
  })

  test('that went to a buyer instead lost nothing, and does once it comes in after all', async () => {
    const { movementId } = await bringIn()
    const edit = async (body: object) => {
      const date = { recordId: planting.id, movementDateISO: '2026-08-02T09:00:00Z', weight: 20_000 }
      ok(await manager().put(`${base}/movements/${movementId}`, { ...date, ...body }))
      return store.movement(movementId)
    }
    const sold = await edit({ sold: true, destination: { organisationId: 'mill', organisationName: 'Mill' } })
    expect(sold).not.toHaveProperty('drying')
    const { timeline } = ok(await manager().get(`${base}/records/${planting.id}`))
    const messages = timeline.map(
      (entry: { details: { statusMessage: string } }) => entry.details.statusMessage,
    )
    expect(messages.slice(1)).toEqual([
      '20,000 kg went out to Mill, sold.',
      expect.stringMatching(/; nothing lost by drying instead of 1,176.471 kg lost by drying\.$/),
    ])
    expect(sold.storageContract).toMatchObject({ id: contractId, requiresDrying: false })
    const back = await edit({ destination: { storageId: store.storeId, substorageId: store.bays[1] } })
    expect(back.drying).toMatchObject({ lossWeight: 1176.471 })
    expect(back.storageContract).toMatchObject({ requiresDrying: true })
  })

  test('has the moisture of its sample where it says none, and else its own', async () => {
    const sample = { fields: [{ name: 'Moisture content', value: '20', metric: '%' }] }
    const sampled = await bringIn({ moisture: null, sample })
    expect(sampled).toMatchObject({ moisture: 20, sample })
    expect((await store.movement(sampled.movementId)).drying).toMatchObject({
      measuredMoisturePercentage: 20,
    })
    const said = await bringIn({ moisture: 14, sample })
    expect(said).toMatchObject({ moisture: 14, sample })
    expect(await store.movement(said.movementId)).not.toHaveProperty('drying')
    const { summary } = ok(await manager().get(plan()))
    expect(summary).toMatchObject({ averageMoistureContent: 17 })
  })
})

test('what is still to come in has not to be cleaned yet, nor what has gone', async () => {
  const toClean = async () =>
    ok(await manager().get(`${base}/records?requiresCleaning=true`)).docs.map(({ id }: { id: string }) => id)
  const tomorrow = new Date(service.clock.now().getTime() + 24 * 3_600_000).toISOString()
  const planned = await bringIn({ dateISO: tomorrow })
  expect(await toClean()).toEqual([])
  service.clock.advance({ hours: 25 })
  expect(await toClean()).toEqual([planned.recordId])
  ok(
    await manager().post(`${base}/records/adjustments`, {
      records: [{ id: planned.recordId, adjustTo: 0 }],
      reasonId: null,
    }),
  )
  await bringIn({ dateISO: new Date(service.clock.now().getTime() + 24 * 3_600_000).toISOString() })
  expect(await toClean()).toEqual([])
})

/** The body of a movement off the field, under the contract. */
const offTheField = (weight: number) => ({
  recordId: planting.id,
  weight,
  movementDateISO: '2026-08-02T09:00:00Z',
  destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
  storageContractId: contractId,
})

test('a load that was brought in late is told to exceed the contract, though that shows in another bay', async () => {
  const last = await store.intake(90_000, { contract: { id: contractId }, bay: store.bays[1] })
  const exceeded = (weight: number) => [
    { kind: 'contract_exceeded', movementId: last.id, substorageId: store.bays[1], weight },
  ]
  expect((await bringIn({ moisture: null })).conflicts).toMatchObject(exceeded(10_000))
  expect(ok(await manager().post(`${base}/movements`, offTheField(5000))).conflicts).toMatchObject(
    exceeded(15_000),
  )
})

test('a load that takes more off the field than the contract allows is answered so', async () => {
  ok(await manager().post(`${base}/movements`, offTheField(60_000)))
  const { conflicts } = ok(await manager().post(`${base}/movements`, offTheField(60_000)))
  expect(conflicts).toMatchObject([{ kind: 'contract_exceeded', weight: 20_000 }])
})

describe('the contract of what comes off a field', () => {
  const body = (more: object) => ({
    recordId: planting.id,
    weight: 20_000,
    movementDateISO: '2026-08-02T09:00:00Z',
    destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
    ...more,
  })
  const edit = (movementId: number, more: object) =>
    manager().put(`${base}/movements/${movementId}`, body(more))
  const dryingTo = (level: number) => ({
    cleaning: { agreed: false },
    drying: { agreed: true, preAgreedMoistureLevelPercentage: level },
  })

  test('is applied anew where another takes its place, as to an intake', async () => {
    const { movementId } = await bringIn()
    const { id: storageContractId } = await store.contract({ services: dryingTo(16) })
    ok(await edit(movementId, { storageContractId }))
    expect(await store.movement(movementId)).toMatchObject({
      storageContract: { id: storageContractId, requiresCleaning: false },
      drying: { measuredMoisturePercentage: 20, agreedMoisturePercentage: 16, lossWeight: 952.381 },
    })
    const { usage } = ok(await manager().get(`${base}/contracts/${storageContractId}`))
    expect(usage).toMatchObject({ intake: 20_000, used: 19_047.619, losses: [{ weight: 952.381 }] })
  })

  test('dries by the moisture of the load where it is given back, or comes later than the load', async () => {
    const { movementId } = await bringIn()
    ok(await edit(movementId, { storageContractId: null }))
    expect(await store.movement(movementId)).not.toHaveProperty('drying')
    ok(await edit(movementId, { storageContractId: contractId }))
    expect(await store.movement(movementId)).toMatchObject({
      storageContract: { requiresCleaning: true, requiresDrying: true },
      drying: { measuredMoisturePercentage: 20, lossWeight: 1176.471 },
    })
  })

  test('is for its type, and runs when the load comes in', async () => {
    const spring = await store.contract({ commodity: { type: SPRING } })
    const load = (more: object) => manager().post(`${base}/movements`, body(more))
    expect(faultsOf(await load({ storageContractId: spring.id }))).toEqual(['storageContractId other_type'])
    const july = { storageContractId: contractId, movementDateISO: '2026-07-30' }
    expect(faultsOf(await load(july))).toEqual(['storageContractId not_running'])

    const { movementId } = await bringIn()
    expect(faultsOf(await edit(movementId, { storageContractId: spring.id }))).toEqual([
      'storageContractId other_type',
    ])
    expect(faultsOf(await edit(movementId, { movementDateISO: '2026-07-30' }))).toEqual([
      'movementDateISO not_running',
    ])
    const mill = { sold: true, destination: { organisationId: 'mill', organisationName: 'Mill' } }
    ok(await edit(movementId, { ...mill, movementDateISO: '2026-07-30' }))
    expect(faultsOf(await edit(movementId, { movementDateISO: '2026-07-30' }))).toEqual([
      'movementDateISO not_running',
    ])
  })

  test('asks for cleaning of a load that was entered as a movement too', async () => {
    const { ids, recordIds } = ok(
      await manager().post(`${base}/movements`, body({ storageContractId: contractId })),
    )
    expect((await store.movement(Number(ids[0]))).storageContract).toMatchObject({ requiresCleaning: true })
    const { docs } = ok(await manager().get(`${base}/records?requiresCleaning=true`))
    expect(docs.map(({ id }: { id: string }) => id)).toEqual(recordIds)
  })
})
