import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from '../contracts/test-contracts.ts'

let service: TestApp
let store: TestStore

beforeAll(async () => {
  service = await shareTestApp()
  service.clock.set(TEST_START)
  store = await makeStore(service)
})
afterAll(() => service.close())

const operator = () => store.merchant.as('operator')
/** As databases that keep such ids by themselves may write them. */
const inCapitals = ({ organisationId }: { organisationId: string }) => ({
  id: organisationId.toUpperCase(),
  name: 'As the ERP calls it',
})

test('an organisation here is meant by its id in capitals, too', async () => {
  const owner = inCapitals(store.farm)
  const contract = await store.contract({ owner })
  expect(contract.owner).toMatchObject({ id: store.farm.organisationId, name: 'Hill Farm' })
  const load = `commodity=1&commodityType=101&dateISO=2026-08-14&ownerOrganisationId=${owner.id}`
  expect(ok(await operator().get(`${base}/contracts/lookup?${load}`)).id).toBe(contract.id)

  const first = await store.intake(1000)
  const second = await store.intake(500, { owner, contract: { id: contract.id } })
  expect(second.inventory.recordId).toBe(first.inventory.recordId)
  const record = ok(await store.farm.as('viewer').get(`${base}/records/${first.inventory.recordId}`))
  expect(record).toMatchObject({ organisationName: 'Hill Farm', yield: { current: 1500 } })

  const sold = await operator().post(`${base}/movements`, {
    recordId: first.inventory.recordId,
    movementDateISO: '2026-08-14T08:00:00Z',
    weight: 100,
    sold: true,
    destination: { organisationId: owner.id, organisationName: owner.name },
  })
  const { inventory } = await store.movement(ok(sold).ids[0])
  expect(inventory.storage.destination).toMatchObject({
    organisationId: store.farm.organisationId,
    organisationName: 'Hill Farm',
  })
})

test('the caller’s own organisation is refused as another in capitals, too', async () => {
  const owner = inCapitals(store.merchant)
  const intake = await operator().post(`${base}/records`, store.intakeBody(1000, { owner }))
  expect(faultsOf(intake)).toEqual(['source.owner.id contradiction'])
  const contract = await store.merchant.as('manager').post(`${base}/contracts`, store.contractBody({ owner }))
  expect(faultsOf(contract)).toEqual(['ownerOrganisationId own_organisation'])
  const body = store.intakeBody(1000, { bay: store.bays[1] })
  const own = ok(
    await operator().post(`${base}/records`, {
      ...body,
      owned: true,
      source: { intake: { moveAtUTC: '2026-08-14T07:00:00Z' } },
    }),
  )
  const toItself = await operator().post(`${base}/movements`, {
    recordId: own.id,
    movementDateISO: '2026-08-14T08:00:00Z',
    weight: 100,
    sold: true,
    destination: { organisationId: owner.id, organisationName: owner.name },
  })
  expect(faultsOf(toItself)).toEqual(['destination.organisationId own_organisation'])
})

test('an id that is nobody’s here is a trading partner’s as it is written', async () => {
  const owner = { id: '0192F5C1-6C1E-4C3A-9F21-4B8C3F0E6A55', name: 'Brook Farm' }
  expect((await store.contract({ owner })).owner).toMatchObject(owner)
})
