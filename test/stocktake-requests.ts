import { makeRecord } from './farm.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const sessions = '/api/inventory/stocktakes'

/** A session over one bay, in which so many kilograms of its 1000 were counted. */
async function opened(scene: Scene, counted?: number): Promise<{ id: string; bay: string }> {
  const { bay } = await makeRecord(scene)
  const owner = scene.farm.as('owner')
  const body = { name: `Count ${scene.marker}`, substorageIds: [bay.substorageId] }
  const { id } = ok(await owner.post(sessions, body))
  if (counted !== undefined) {
    const line = { counted, countedBy: { name: 'Jim Reed' } }
    ok(await owner.patch(`${sessions}/${id}/lines/${bay.substorageId}`, line))
  }
  return { id, bay: String(bay.substorageId) }
}

/** Requests about bays that are counted as of one moment. */
export function stocktakeRequests(): Record<string, RequestFixture> {
  const one = async (scene: Scene, counted?: number) => ({
    params: { id: (await opened(scene, counted)).id },
  })
  const approved = async (scene: Scene) => {
    const asked = await one(scene, 990)
    ok(await scene.farm.as('owner').post(`${sessions}/${asked.params.id}/approve`, {}))
    return asked
  }
  return {
    'GET /api/inventory/stocktakes': byKey(async (scene) => {
      await opened(scene, 990)
      return {}
    }),
    'GET /api/inventory/stocktakes/people': byKey(async () => ({})),
    'GET /api/inventory/stocktakes/{id}': byKey((scene) => one(scene, 990)),
    'POST /api/inventory/stocktakes': creates(async (scene) => ({
      body: { name: `Count ${scene.marker}`, substorageIds: [(await makeRecord(scene)).bay.substorageId] },
    })),
    'PATCH /api/inventory/stocktakes/{id}/lines/{bay}': byKey(async (scene) => ({
      params: { ...(await opened(scene)) },
      body: { counted: 990, note: `Swept ${scene.marker}.` },
    })),
    'POST /api/inventory/stocktakes/{id}/recount': byKey(async (scene) => {
      const { id, bay } = await opened(scene, 990)
      return { params: { id }, body: { substorageIds: [Number(bay)] } }
    }),
    'POST /api/inventory/stocktakes/{id}/approve': byKey((scene) => one(scene, 990)),
    'GET /api/inventory/stocktakes/{id}/certificate.pdf': byKey(approved),
    'POST /api/inventory/stocktakes/{id}/certificate': byKey(approved),
    'GET /api/inventory/stocktakes/{id}/count-sheet.pdf': byKey((scene) => one(scene)),
    'POST /api/inventory/stocktakes/{id}/cancel': byKey((scene) => one(scene)),
  }
}
