import { makeBay, makeRecord } from './farm.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

/** Requests about holds on bays and parcels. */
export function holdRequests(): Record<string, RequestFixture> {
  const set = async (scene: Scene, body: object = {}) => {
    const bay = await makeBay(scene)
    const hold = { ...bay, reason: 'infestation', note: scene.marker, ...body }
    return ok(await scene.farm.as('owner').post('/api/inventory/holds', hold)).id
  }
  const store = async (scene: Scene) => ({ params: { id: (await makeBay(scene)).storageId } })
  const held = async (scene: Scene) => ({ params: { id: await set(scene) } })
  return {
    'GET /api/inventory/holds': byKey(async (scene) => {
      await set(scene)
      return {}
    }),
    'GET /api/inventory/holds/{id}': byKey(held),
    'GET /api/inventory/holds/{id}/trace': byKey(held),
    'POST /api/inventory/holds': creates(async (scene) => {
      const { id: recordId } = await makeRecord(scene)
      return {
        body: { recordId, reason: 'mycotoxin', blocks: 'out', note: `DON above limit ${scene.marker}` },
      }
    }),
    'PATCH /api/inventory/holds/{id}': byKey(async (scene) => ({
      ...(await held(scene)),
      body: { note: `Seen again ${scene.marker}` },
    })),
    'POST /api/inventory/holds/{id}/release': byKey(async (scene) => ({
      ...(await held(scene)),
      body: { note: 'Result 4711: clean.' },
    })),
    'POST /api/inventory/holds/{id}/trace': byKey(held),
    'GET /api/inventory/storage/{id}/checks': byKey(async (scene) => {
      const { storageId, substorageId } = await makeBay(scene)
      const check = { substorageId, temperatures: [{ probe: 'A1', celsius: 13.5 }], note: scene.marker }
      ok(await scene.farm.as('owner').post(`/api/inventory/storage/${storageId}/checks`, check))
      return { params: { id: storageId } }
    }),
    'GET /api/inventory/storage/{id}/checks/report.pdf': byKey(store),
    'POST /api/inventory/storage/{id}/checks': byKey(async (scene) => {
      const { storageId, substorageId } = await makeBay(scene)
      const temperatures = [{ probe: 'A1', celsius: 13.5 }]
      return { params: { id: storageId }, body: { substorageId, temperatures, note: scene.marker } }
    }),
    'GET /api/inventory/storage/{id}/check-plan': byKey(store),
    'PUT /api/inventory/storage/{id}/check-plan': byKey(async (scene) => ({
      ...(await store(scene)),
      body: { everyDays: 7, temperatureMost: 15, temperatureRiseMost: 2, moistureMost: 14.5 },
    })),
  }
}
