import { byKey, type RequestFixture } from './request-fixture.ts'
import { makeMovement, makeRecord, movement } from './farm.ts'
import { ok } from './scene.ts'

/** A working request of what puts movements right besides an edit. */
export const correctionRequests: Record<string, RequestFixture> = {
  'POST /api/inventory/movements/rescale': byKey(async (scene) => {
    const { id, bay } = await makeRecord(scene)
    // On a day and in a store of its own: all loads of the time and the places that are asked for are looked at.
    const at = { movementDateISO: '2025-08-11T09:30:00Z', weighbridge: { empty: 14_200, full: 14_210 } }
    ok(await scene.farm.as('owner').post('/api/inventory/movements', { ...movement(id, 10, 'mill'), ...at }))
    const day = { startDateISO: '2025-08-11', endDateISO: '2025-08-11' }
    return { body: { ...day, storageIds: [bay.storageId], factor: 1.004 } }
  }),
  'POST /api/inventory/movements/{id}/restore': byKey(async (scene) => {
    const { id } = await makeMovement(scene)
    ok(await scene.farm.as('owner').delete(`/api/inventory/movements/${id}`))
    return { params: { id }, body: {} }
  }),
}
