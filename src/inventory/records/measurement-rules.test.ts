import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { measurementsOf } from './measurement-rules.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from '../contracts/test-contracts.ts'

let service: TestApp
let store: TestStore
let contract: { id: string }
beforeAll(async () => {
  service = await shareTestApp()
  store = await makeStore(service)
  contract = { id: (await store.contract()).id }
})
afterAll(() => service.close())

test.each(['wet', '14.5.1', '150', '-3'])(
  'a moisture of %s is refused wherever it is measured',
  async (moisture) => {
    const intake = store.intakeBody(10_000, { contract: { ...contract, dryingAgreed: true }, moisture })
    expect(faultsOf(await store.merchant.as('operator').post(`${base}/records`, intake))).toEqual([
      'source.intake.sample.fields[0].value moisture',
    ])
    const { inventory } = await store.intake(1000)
    const fields = [{ name: 'moisture content %', value: moisture, metric: '%' }]
    const sampled = await store.merchant
      .as('operator')
      .post(`${base}/records/${inventory.recordId}/samples`, { fields })
    expect(faultsOf(sampled)).toEqual(['fields[0].value moisture'])
  },
)

test('a moisture that was left empty is none', async () => {
  const { id } = await store.intake(1000, { contract, moisture: '' })
  expect((await store.movement(id)).drying).toBeUndefined()
})

test.each(['0', '100', ' 14,5 '])('a moisture of %s is read', async (moisture) => {
  ok(await store.merchant.as('operator').post(`${base}/records`, store.intakeBody(1, { moisture })))
})

test.each([
  ['Feuchtigkeit', '20'],
  ['Humidité', '20'],
  ['Dry matter', '80'],
  ['Trockenmasse %', '80,0'],
])('a load of which %s is %s is dried by it', async (measure, moisture) => {
  expect(measurementsOf([{ name: measure, value: moisture }])).toEqual({
    Moisture: { value: 20, metric: '%' },
  })
  const { id } = await store.intake(10_000, {
    contract: { ...contract, dryingAgreed: true },
    measure,
    moisture,
  })
  // (20 − 15) / (100 − 15)
  expect((await store.movement(id)).drying).toMatchObject({
    measuredMoisturePercentage: 20,
    lossPercentage: 5.882,
  })
})

test('a moisture that was measured goes before the one that the dry matter leaves', () => {
  const fields = [
    { name: 'Moisture', value: '14.5' },
    { name: 'Dry matter', value: '85' },
    { name: 'Protein', value: '12.1', metric: '%' },
  ]
  expect(measurementsOf(fields)).toEqual({
    Moisture: { value: 14.5, metric: '%' },
    Protein: { value: 12.1, metric: '%' },
  })
})
