import { expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeRecord } from '../../../test/farm.ts'
import { openScene } from '../../../test/scene.ts'

const service = await shareTestApp()

test.each(['/api/inventory/records/by-ids', '/api/inventory/storage/by-records'])(
  '%s names the ids that nothing is found by',
  async (url) => {
    const scene = await openScene(service)
    const viewer = scene.farm.as('viewer')
    const { id } = await makeRecord(scene)
    const foreign = await makeRecord(await openScene(service))
    const some = await viewer.get(`${url}?ids=${id},${foreign.id},no%20id,no%20id`)
    expect(some.body).toHaveLength(1)
    expect(some.headers['x-not-found']).toBe(`${foreign.id},no%20id`)
    const all = await viewer.get(`${url}?ids=${id}`)
    expect([all.status, all.headers['x-not-found']]).toEqual([200, undefined])
  },
)

test('an id that nobody has is answered by where it stands', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const { id: recordId } = await makeRecord(scene)
  const { id: nobody } = await makeRecord(await openScene(service))
  const base = '/api/inventory'
  const move = { recordId, weight: 1 }
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status
  expect({
    address: await statusOf(owner.get(`${base}/records/${nobody}`)),
    actsOn: await statusOf(owner.post(`${base}/movements`, { ...move, destination: { storageId: nobody } })),
    besides: await statusOf(
      owner.patch(`${base}/storage/${(await makeRecord(scene)).bay.storageId}`, {
        businessUnitIds: [nobody],
      }),
    ),
    filter: await statusOf(owner.get(`${base}/movements?f:storageSourceId=${nobody}`)),
    parameter: await statusOf(owner.get(`${base}/movements?storageContractId=${nobody}`)),
    noId: await statusOf(owner.get(`${base}/movements?f:storageSourceId=barn`)),
  }).toEqual({ address: 404, actsOn: 404, besides: 400, filter: 200, parameter: 200, noId: 400 })
})
