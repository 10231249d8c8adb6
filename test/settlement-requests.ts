import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { makeRecord, MOVED_ON, movement } from './farm.ts'
import { ok, type Scene } from './scene.ts'

/** Requests about what a buyer says it received. */
export function settlementRequests(): Record<string, RequestFixture> {
  const statement = async (scene: Scene) => {
    const { id } = await makeRecord(scene)
    // A buyer of its own: a statement is held against all that left for its buyer in those days.
    const destination = { organisationId: 'mill-8', organisationName: 'Hill Mill' }
    const sold = { ...movement(id, 10, 'mill'), destination }
    ok(await scene.farm.as('owner').post('/api/inventory/movements', sold))
    return { buyer: { id: 'mill-8' }, lines: [{ dateISO: MOVED_ON, weight: 10, reference: scene.marker }] }
  }
  const entered = async (scene: Scene, weight = 10) => {
    const { buyer, lines } = await statement(scene)
    const body = { buyer, dateISO: '2025-08-31', lines: lines.map((line) => ({ ...line, weight })) }
    return ok(await scene.farm.as('owner').post('/api/inventory/settlements', body)).id
  }
  return {
    'GET /api/inventory/settlements': byKey(async (scene) => {
      await entered(scene)
      return {}
    }),
    'GET /api/inventory/settlements/{id}': byKey(async (scene) => ({ params: { id: await entered(scene) } })),
    'POST /api/inventory/settlements/try': byKey(async (scene) => ({ body: await statement(scene) })),
    'POST /api/inventory/settlements': creates(async (scene) => ({
      body: { ...(await statement(scene)), dateISO: '2025-08-31' },
    })),
    'PATCH /api/inventory/settlements/{id}/lines/{line}': byKey(async (scene) => ({
      params: { id: await entered(scene, 8), line: '1' },
      body: { decision: 'claimed', note: scene.marker },
    })),
    'POST /api/inventory/settlements/{id}/close': byKey(async (scene) => {
      const id = await entered(scene, 8)
      const url = `/api/inventory/settlements/${id}/lines/1`
      ok(await scene.farm.as('owner').patch(url, { decision: 'claimed' }))
      return { params: { id } }
    }),
    'DELETE /api/inventory/settlements/{id}': byKey(async (scene) => ({
      params: { id: await entered(scene) },
    })),
  }
}
