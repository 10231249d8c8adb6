import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { dryingTo15, faultsOf, makeStore, type IntakeOverrides, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore
const manager = () => store.merchant.as('manager')
const operator = () => store.merchant.as('operator')
const DRYING_LOSS = 2
const CLEANING_LOSS = 3

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

const getRecord = async (id: string) => ok(await manager().get(`${base}/records/${id}`))

/** Kilograms in a record, what ever came in, and what was lost. */
async function weightsOf(recordId: string) {
  const { yield: figures } = await getRecord(recordId)
  return { current: figures.current, total: figures.total, loss: figures.loss }
}

/** The entries of a fact that stand, as `from → to grams`. */
async function entriesOf(factId: number): Promise<string[]> {
  const rows = await service.database.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('fact_id', '=', factId)
    .orderBy('id')
    .execute()
  const reversed = new Set(rows.map(({ reverses }) => reverses))
  return rows
    .filter(({ id, reverses }) => reverses === null && !reversed.has(id))
    .map((row) => `${row.source_outside ?? 'record'} → ${row.destination_outside ?? 'record'} ${row.grams}`)
}

describe('drying at intake', () => {
  test.each<{
    moisture: IntakeOverrides['moisture']
    level: number
    weight: number
    loss: number
    percentage: number
  }>([
    { moisture: 25, level: 15.5, weight: 10_000, loss: 1124.26, percentage: 11.243 },
    { moisture: 20, level: 15, weight: 28_460, loss: 1674.118, percentage: 5.882 },
    { moisture: '20,0', level: 15, weight: 28_460, loss: 1674.118, percentage: 5.882 },
  ])(
    'by dry matter: $moisture → $level takes $percentage % off $weight kg',
    async ({ moisture, level, weight, loss, percentage }) => {
      const { id } = await store.contract({
        services: { drying: { agreed: true, preAgreedMoistureLevelPercentage: level } },
      })
      const movement = await store.intake(weight, { contract: { id }, moisture: moisture ?? 0 })
      const net = Math.round((weight - loss) * 1000) / 1000
      expect(movement).toMatchObject({
        inventory: { commodity: { weight: { weight } } },
        weightRemaining: { weight: net },
        storageContract: {
          id,
          ownerOrganisationId: store.farm.organisationId,
          storerOrganisationId: store.merchant.organisationId,
          requiresDrying: true,
          requiresCleaning: false,
          postDryingMoistureLevelPercentage: level,
        },
        drying: {
          measuredMoisturePercentage: Number(String(moisture).replace(',', '.')),
          lossPercentage: percentage,
          isComputed: true,
          grossWeight: weight,
          lossWeight: loss,
          netWeight: net,
          reasonId: DRYING_LOSS,
          reason: 'Drying loss',
          payer: 'owner',
        },
      })
      expect(await weightsOf(movement.inventory.recordId)).toEqual({ current: net, total: weight, loss })
      expect(await entriesOf(movement.id)).toEqual([
        `sender:${store.farm.organisationId} → record ${weight * 1000}`,
        `record → loss:${DRYING_LOSS} ${Math.round(loss * 1000)}`,
      ])
      const { timeline } = await getRecord(movement.inventory.recordId)
      const told = timeline.find(({ type }: { type: string }) => type === 'movement').details
      expect(told).toMatchObject({ storageContractId: id, weight: { weight } })
      expect(told.statusMessage).toBe(
        `${weight.toLocaleString('en-GB')} kg came in from Hill Farm. Drying took ${loss.toLocaleString('en-GB', { maximumFractionDigits: 3 })} kg, on the owner.`,
      )
    },
  )

  const matrix = [
    { moistureMinPercentage: 15, moistureMaxPercentage: 17, weightLossPercentage: 2.4 },
    { moistureMinPercentage: 17, moistureMaxPercentage: 20, weightLossPercentage: 5.9 },
  ]
  test.each([
    { moisture: 14.9, loss: 0, isComputed: undefined },
    { moisture: 15, loss: 0, isComputed: undefined },
    { moisture: 15.1, loss: 240, isComputed: false },
    { moisture: 17, loss: 590, isComputed: false },
    { moisture: 20, loss: 590, isComputed: false },
    { moisture: 20.5, loss: 647.059, isComputed: true },
  ])('by the matrix: $moisture % takes $loss kg off 10 t', async ({ moisture, loss, isComputed }) => {
    const { id } = await store.contract({
      services: { drying: { ...dryingTo15, intakeSampleLossMatrix: matrix } },
    })
    const movement = await store.intake(10_000, { contract: { id }, moisture })
    expect(movement.drying?.isComputed).toBe(isComputed)
    expect(movement.storageContract).toMatchObject({
      requiresDrying: loss > 0,
      postDryingMoistureLevelPercentage: 15,
    })
    expect((await weightsOf(movement.inventory.recordId)).loss).toBe(loss)
  })

  test.each<{ what: string; contract?: object; moisture?: number; loss: number }>([
    { what: 'no contract', moisture: 20, loss: 0 },
    { what: 'no sample', contract: {}, loss: 0 },
    { what: 'a load that is said not to be dried', contract: { dryingAgreed: false }, moisture: 20, loss: 0 },
    {
      what: 'a load that is said to be dried',
      contract: { dryingAgreed: true },
      moisture: 20,
      loss: 588.235,
    },
  ])('$what: $loss kg', async ({ contract, moisture, loss }) => {
    const { id } = await store.contract()
    const movement = await store.intake(10_000, {
      ...(contract && { contract: { id, ...contract } }),
      ...(moisture && { moisture }),
    })
    expect((await weightsOf(movement.inventory.recordId)).loss).toBe(loss)
  })

  test('a load that is to be dried finds its contract', async () => {
    const { id } = await store.contract()
    const movement = await store.intake(10_000, { contract: { dryingAgreed: true }, moisture: 20 })
    expect(movement).toMatchObject({ storageContract: { id }, drying: { lossWeight: 588.235 } })
  })

  test('a lorry for two bays loses in each', async () => {
    const { id } = await store.contract()
    const body = store.intakeBody(28_000, { contract: { id }, moisture: 20 })
    const storage = store.bays.map((substorageId, index) => ({
      storageId: store.storeId,
      substorageId,
      weight: [10_000, 18_000][index],
    }))
    const records = ok(await operator().post(`${base}/records`, { ...body, storage }))
    expect(records.map((record: { yield: { current: number } }) => record.yield.current)).toEqual([
      9411.765, 16_941.176,
    ])
  })

  test('what joins is weighed as dried, and the trace takes the loss off the wet load alone', async () => {
    const { id } = await store.contract()
    const { inventory } = await store.intake(50_000, { contract: { id }, moisture: 14 })
    await store.intake(50_000, { contract: { id }, moisture: 20, at: '2026-08-14T08:00:00Z' })
    const { madeOf, wentTo } = ok(await manager().get(`${base}/records/${inventory.recordId}/trace`))
    expect(madeOf.map(({ weight }: { weight: number }) => weight)).toEqual([50_000, 47_058.824])
    expect(wentTo).toMatchObject([
      { type: 'in storage', weight: 97_058.824 },
      { type: 'loss', weight: 2941.176, reason: 'Drying loss', payer: 'owner' },
    ])
  })
})

describe('cleaning', () => {
  test('is asked of what came in under a contract that agrees it, until it is counted as cleaned', async () => {
    const { id } = await store.contract({ services: { cleaning: { agreed: true } } })
    const dirty = await store.intake(10_000, { contract: { id } })
    const clean = await store.intake(10_000, {
      contract: { id, cleaningAgreed: false },
      bay: store.bays[1],
      harvestYear: '2025',
    })
    expect(dirty.storageContract.requiresCleaning).toBe(true)
    expect(clean.storageContract.requiresCleaning).toBe(false)
    const find = async (asked: boolean) =>
      ok(await manager().get(`${base}/records?requiresCleaning=${asked}`)).docs.map(
        (doc: { id: string }) => doc.id,
      )
    expect(await find(true)).toEqual([dirty.inventory.recordId])
    expect(await find(false)).toEqual([clean.inventory.recordId])
    const counted = [{ id: dirty.inventory.recordId, adjustTo: 9_900 }]
    const [record] = ok(
      await manager().post(`${base}/records/adjustments`, { records: counted, reasonId: CLEANING_LOSS }),
    )
    expect(record.timeline.at(-1).details.adjustment).toMatchObject({
      reason: 'Cleaning loss',
      difference: -100,
      payer: 'owner',
    })
    expect(await find(true)).toEqual([])
  })
})

describe('what happens to a load later', () => {
  /** A load of 10 t at 20 % that was not weighed yet. */
  async function wetLoad(overrides: IntakeOverrides = {}) {
    const { id: contractId } = await store.contract()
    const movement = await store.intake(10_000, { contract: { id: contractId }, moisture: 20, ...overrides })
    return { contractId, id: movement.id, recordId: movement.inventory.recordId }
  }
  const edit = (recordId: string, body: object = {}) => ({
    recordId,
    weight: 10_000,
    movementDateISO: '2026-08-14T07:00:00Z',
    destination: { storageId: store.storeId, substorageId: store.bays[0], type: 'store' },
    ...body,
  })

  test('weighing it takes the loss off the net', async () => {
    const { id, recordId } = await wetLoad()
    ok(
      await operator().put(`${base}/movements/${id}/actions`, {
        recordId,
        weighbridge: { empty: 14_000, full: 34_400 },
      }),
    )
    expect(await weightsOf(recordId)).toEqual({ current: 19_200, total: 20_400, loss: 1200 })
    expect(await store.movement(id)).toMatchObject({
      status: 'complete',
      drying: { grossWeight: 20_400, lossWeight: 1200 },
    })
  })

  test('a new weight does, and keeps the contract', async () => {
    const { id, recordId, contractId } = await wetLoad()
    ok(await operator().put(`${base}/movements/${id}`, edit(recordId, { weight: 17_000 })))
    expect(await weightsOf(recordId)).toEqual({ current: 16_000, total: 17_000, loss: 1000 })
    expect(await store.movement(id)).toMatchObject({ storageContract: { id: contractId } })
  })

  test('another bay takes the loss along', async () => {
    const { id, recordId } = await wetLoad()
    const destination = { storageId: store.storeId, substorageId: store.bays[1], type: 'store' }
    ok(await operator().put(`${base}/movements/${id}`, edit(recordId, { destination })))
    expect(await weightsOf(recordId)).toEqual({ current: 0, total: 0, loss: 0 })
    const moved = await store.movement(id)
    expect(await weightsOf(moved.inventory.recordId)).toEqual({
      current: 9411.765,
      total: 10_000,
      loss: 588.235,
    })
  })

  test('without its contract it is not dried, and under another it is dried anew', async () => {
    const { id, recordId } = await wetLoad()
    ok(await operator().put(`${base}/movements/${id}`, edit(recordId, { storageContractId: null })))
    expect(await weightsOf(recordId)).toEqual({ current: 10_000, total: 10_000, loss: 0 })
    expect((await store.movement(id)).storageContract).toMatchObject({ id: '', requiresDrying: false })
    const other = await store.contract({
      services: { drying: { agreed: true, preAgreedMoistureLevelPercentage: 16 } },
    })
    ok(await operator().put(`${base}/movements/${id}`, edit(recordId, { storageContractId: other.id })))
    expect(await weightsOf(recordId)).toEqual({ current: 9523.81, total: 10_000, loss: 476.19 })
  })

  test('it may not move to a day on which its contract does not run', async () => {
    const { id, recordId } = await wetLoad()
    const answer = await operator().put(
      `${base}/movements/${id}`,
      edit(recordId, { movementDateISO: '2026-07-31' }),
    )
    expect(faultsOf(answer)).toEqual(['movementDateISO not_running'])
  })

  test('a contract that changes leaves it as it was', async () => {
    const { id, recordId, contractId } = await wetLoad()
    const services = { drying: { agreed: true, preAgreedMoistureLevelPercentage: 10 } }
    ok(await manager().put(`${base}/contracts/${contractId}`, { details: { services }, inventory: {} }))
    ok(await operator().put(`${base}/movements/${id}`, edit(recordId, { weight: 17_000 })))
    expect(await weightsOf(recordId)).toEqual({ current: 16_000, total: 17_000, loss: 1000 })
  })

  test('deleting it gives the loss back, and a copy loses as much again', async () => {
    const { id, recordId } = await wetLoad()
    ok(await operator().post(`${base}/movements/${id}/duplicate`, { recordId, count: 2 }))
    expect(await weightsOf(recordId)).toEqual({ current: 28_235.295, total: 30_000, loss: 1764.705 })
    ok(await operator().delete(`${base}/movements/${id}`, { recordId }))
    expect(await weightsOf(recordId)).toEqual({ current: 18_823.53, total: 20_000, loss: 1176.47 })
  })

  test('what was lost cannot be moved on', async () => {
    const { recordId } = await wetLoad()
    const toMill = (weight: number) => ({
      recordId,
      weight,
      movementDateISO: '2026-08-14T08:00:00Z',
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    })
    const refused = await operator().post(`${base}/movements`, toMill(9411.766))
    expect(refused.body).toMatchObject({ code: 'insufficient_stock', body: { shortfall: 0.001 } })
    ok(await operator().post(`${base}/movements`, toMill(9411.765)))
  })
})

describe('drying of a load that has not come', () => {
  const matrix = [
    { moistureMinPercentage: 15, moistureMaxPercentage: 16, weightLossPercentage: 1.5 },
    { moistureMinPercentage: 16, moistureMaxPercentage: 17, weightLossPercentage: 3 },
  ]
  const calculated = async (id: string, query: string, by = store.merchant) =>
    by.as('viewer').get(`${base}/contracts/${id}/drying?${query}`)

  test.each([
    { moisture: 15, isDried: false, isComputed: false, lossPercentage: 0, lossWeight: 0 },
    { moisture: 15.001, isDried: true, isComputed: false, lossPercentage: 1.5, lossWeight: 300 },
    { moisture: 16, isDried: true, isComputed: false, lossPercentage: 3, lossWeight: 600 },
    { moisture: 17, isDried: true, isComputed: false, lossPercentage: 3, lossWeight: 600 },
    { moisture: 20, isDried: true, isComputed: true, lossPercentage: 5.882, lossWeight: 1176.471 },
  ])('of $moisture % is what its intake would lose', async ({ moisture, ...expected }) => {
    const { id } = await store.contract({
      services: { drying: { ...dryingTo15, intakeSampleLossMatrix: matrix } },
    })
    const answer = ok(await calculated(id, `moisturePercentage=${moisture}&weight=20000`))
    expect(answer).toEqual({
      measuredMoisturePercentage: moisture,
      agreedMoisturePercentage: 15,
      grossWeight: 20_000,
      netWeight: 20_000 - expected.lossWeight,
      ...expected,
    })
    const { inventory } = await store.intake(20_000, { contract: { id }, moisture })
    expect((await weightsOf(inventory.recordId)).current).toBe(answer.netWeight)
  })

  test('is answered to the owner too, and not to others; without drying nothing is lost', async () => {
    const { id } = await store.contract({ services: {} })
    const query = 'moisturePercentage=20&weight=1'
    expect(ok(await calculated(id, query, store.farm))).toMatchObject({
      isDried: false,
      agreedMoisturePercentage: 0,
      netWeight: 1,
    })
    const other = await makeStore(service)
    expect((await calculated(id, query, other.merchant)).status).toBe(404)
    expect(faultsOf(await calculated(id, 'moisturePercentage=101&weight=-1'))).toEqual([
      'moisturePercentage maximum',
      'weight minimum',
    ])
  })
})
