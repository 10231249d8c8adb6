import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, faultsOf, makeStore, ok, type TestStore } from '../contracts/test-contracts.ts'

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
