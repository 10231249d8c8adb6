import {
  harvestLoad,
  makeBay,
  makeBays,
  makeField,
  makePlan,
  makeRecord,
  MOVED_ON,
  WINTER_WHEAT,
} from './farm.ts'
import { byKey, creates, type Make, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

/** A request that works for every operation of harvest plans. */
export function harvestRequests(): Record<string, RequestFixture> {
  const plan: Make = async (scene) => ({ params: { id: (await makePlan(scene)).planId } })
  const load = async (scene: Scene, fieldId: string) =>
    harvestLoad({
      fieldId,
      ...(await makeBay(scene)),
      dateISO: MOVED_ON,
      weightNet: 12_500,
      moisture: 15.5,
      driverName: 'Sam',
    })
  return {
    'POST /api/inventory/plantings': byKey(async (scene) => ({
      body: [
        {
          rowNumber: 1,
          name: `Crop ${scene.marker}`,
          type: 'crop',
          harvestYear: '2025',
          owned: true,
          commodity: WINTER_WHEAT,
          field: { storageId: await makeField(scene) },
          planting: { expectedYield: 8000 },
        },
      ],
    })),
    'GET /api/inventory/harvest-plans': byKey(),
    'GET /api/inventory/harvest-plans/history': byKey(),
    'GET /api/inventory/harvest-plans/loads': byKey(async (scene) => ({
      query: { harvestPlanId: (await makePlan(scene)).planId },
    })),
    'GET /api/inventory/harvest-plans/{id}': byKey(plan),
    'POST /api/inventory/harvest-plans/backfill': byKey(async (scene) => {
      const { fieldId } = await makePlan(scene)
      // As plantings were before there were plans.
      await scene.service.database.db
        .updateTable('records')
        .set({ harvest_plan_id: null })
        .where('storage_id', '=', fieldId)
        .execute()
      return { body: {} }
    }),
    'PATCH /api/inventory/harvest-plans/{id}/remaining-area': byKey(async (scene) => {
      const { planId, fieldId } = await makePlan(scene)
      return { params: { id: planId }, body: [{ fieldId, areaRemaining: 4.5, originalAreaRemaining: 10 }] }
    }),
    'POST /api/inventory/harvest-plans/{id}/loads': creates(async (scene) => {
      const { planId, fieldId } = await makePlan(scene)
      return { params: { id: planId }, body: [await load(scene, fieldId)] }
    }),
    'DELETE /api/inventory/harvest-plans/{id}/loads': byKey(async (scene) => {
      const { planId, fieldId } = await makePlan(scene)
      const url = `/api/inventory/harvest-plans/${planId}/loads`
      const { id } = ok(await scene.farm.as('owner').post(url, [await load(scene, fieldId)]))
      return { params: { id: planId }, body: [{ loadId: id }] }
    }),
  }
}

/** Loads of every kind in one list. */
export function loadRequests(): Record<string, RequestFixture> {
  return {
    'POST /api/inventory/loads': creates(async (scene) => {
      const [bay, other] = await makeBays(scene, 2)
      const { id } = await makeRecord(scene, 5000)
      const { planId, fieldId } = await makePlan(scene)
      const at = { dateISO: MOVED_ON, driver: { name: 'Sam' } }
      const brought = {
        commodity: WINTER_WHEAT,
        harvestYear: '2025',
        sender: { id: 'hill', name: 'Hill Farm' },
      }
      return {
        body: {
          loads: [
            { from: brought, to: bay, weight: 2000, reference: 'L-1', ...at },
            {
              from: { harvestPlanId: planId, fieldId },
              to: bay,
              weighbridge: { full: 9000, empty: 5000 },
              ...at,
            },
            { from: { recordId: id }, to: other, weight: 1000, ...at },
          ],
        },
      }
    }),
  }
}
