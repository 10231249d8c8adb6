import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeFile, ok } from '../../../test/scene.ts'
import { base } from '../../../test/farm.ts'
import { makeStore, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore

beforeAll(async () => {
  service = await shareTestApp()
  store = await makeStore(service)
})
afterAll(() => service.close())

const look = (by: TestOrganisation, id: string) => by.as('viewer').get(`/api/system/files/${id}/info`)
const statusesFor = async (by: TestOrganisation, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await look(by, id)).status))
const sharedWith = async (id: string) => ok(await look(store.merchant, id)).organisations

test('the files of a contract are seen by the owner of the grain, and by nobody else', async () => {
  const [first, second] = [
    await makeFile({ service, farm: store.merchant }),
    await makeFile({ service, farm: store.merchant }),
  ]
  const { id } = await store.contract({ details: { files: [{ id: first }] } })
  expect(await statusesFor(store.farm, [first, second])).toEqual([200, 404])
  const body = { details: { files: [{ id: first }, { id: second }] }, inventory: {} }
  ok(await store.merchant.as('manager').put(`${base}/contracts/${id}`, body))
  expect(await statusesFor(store.farm, [first, second])).toEqual([200, 200])
  expect(await sharedWith(first)).toEqual([store.farm.organisationId])
  const other = await makeOrganisation(service, { name: 'Other Farm' })
  expect(await statusesFor(other, [first, second])).toEqual([404, 404])
})

test('a partner that is no organisation here is shared nothing', async () => {
  const file = await makeFile({ service, farm: store.merchant })
  await store.contract({
    owner: { id: 'valley-farm', name: 'Valley Farm' },
    details: { files: [{ id: file }] },
  })
  expect(await sharedWith(file)).toEqual([])
})
