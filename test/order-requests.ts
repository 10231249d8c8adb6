import { makeRecord, MOVED_ON, WHEAT, WINTER } from './farm.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const path = '/api/inventory/orders'

/** Requests about orders. */
export function orderRequests(): Record<string, RequestFixture> {
  const body = ({ marker }: Scene) => ({
    kind: 'sale',
    partner: { id: `mill ${marker}`, name: `Valley Mill ${marker}` },
    commodity: { id: WHEAT, type: WINTER },
    reference: `O-114 ${marker}`,
    partnerReference: `VM 48 ${marker}`,
    weight: 50_000,
    loads: 2,
    fromISO: '2025-08-01',
    toISO: '2025-08-31',
    haulier: `Fenland ${marker}`,
    vehicles: [`AB12 CDE ${marker}`],
    place: { address: `Gate 2 ${marker}`, openingHours: `7–17 ${marker}` },
    instructions: `Ring the bell ${marker}`,
  })
  /** An order on which a load has moved. */
  const made = async (scene: Scene) => {
    const owner = scene.farm.as('owner')
    const { id } = ok(await owner.post(path, body(scene)))
    const { id: recordId } = await makeRecord(scene)
    ok(
      await owner.post('/api/inventory/movements', {
        recordId,
        weight: 100,
        movementDateISO: MOVED_ON,
        destination: { organisationId: `mill ${scene.marker}` },
        sold: true,
        orderId: id,
      }),
    )
    return { params: { id } }
  }
  const shared = async (scene: Scene) => {
    const { params } = await made(scene)
    ok(await scene.farm.as('owner').post(`${path}/${params.id}/driver-link`))
    return { params }
  }
  return {
    [`GET ${path}`]: byKey(async (scene) => {
      await made(scene)
      return {}
    }),
    [`GET ${path}/open`]: byKey(async (scene) => {
      await made(scene)
      return { query: { kind: 'sale', partnerId: `mill ${scene.marker}`, dateISO: MOVED_ON, weight: '100' } }
    }),
    [`GET ${path}/{id}`]: byKey(made),
    [`GET ${path}/{id}/changes`]: byKey(made),
    [`GET ${path}/{id}/order.pdf`]: byKey(made),
    [`POST ${path}`]: creates((scene) => ({ body: body(scene) })),
    [`PATCH ${path}/{id}`]: byKey(async (scene) => ({
      ...(await made(scene)),
      body: { weight: 60_000, reason: `By phone ${scene.marker}` },
    })),
    [`POST ${path}/{id}/status`]: byKey(async (scene) => ({
      ...(await made(scene)),
      body: { status: 'done' },
    })),
    [`POST ${path}/{id}/driver-link`]: byKey(made),
    [`DELETE ${path}/{id}/driver-link`]: byKey(shared),
  }
}
