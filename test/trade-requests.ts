import { makeRecord, MOVED_ON, WHEAT, WINTER } from './farm.ts'
import { byKey, creates, type RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const path = '/api/inventory/trades'
const reservations = '/api/inventory/reservations'

/** Requests about contracts to buy and to sell. */
export function tradeRequests(): Record<string, RequestFixture> {
  const body = ({ marker }: Scene) => ({
    kind: 'sale',
    partner: { id: `mill ${marker}`, name: `Valley Mill ${marker}` },
    reference: `S-31 ${marker}`,
    partnerReference: `VM 47 ${marker}`,
    commodity: { id: WHEAT, type: WINTER },
    varieties: [`Skyfall ${marker}`],
    harvestYear: '2025',
    weight: 100_000,
    tolerance: { percentage: 5, option: 'seller' },
    windows: [{ fromISO: '2025-08-01', toISO: '2025-08-31', weight: 60_000 }],
    delivery: { terms: 'delivered' },
    final: { weight: 'unloading', quality: 'unloading' },
    limits: [{ name: `Moisture ${marker}`, maximum: 15 }],
    allowances: [
      { name: `Moisture ${marker}`, from: 15, to: 18, base: 15, perPoint: '-1.3', unit: 'percent' },
    ],
    price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
    notes: `By lorry ${marker}`,
  })
  /** A contract under which a load has moved. */
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
        tradeId: id,
      }),
    )
    return { params: { id } }
  }
  return {
    ...reservationRequests(made),
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
    [`GET ${path}/{id}/deliveries`]: byKey(made),
    [`GET ${path}/{id}/deliveries.pdf`]: byKey(made),
    [`POST ${path}`]: creates((scene) => ({ body: body(scene) })),
    [`PATCH ${path}/{id}`]: byKey(async (scene) => ({
      ...(await made(scene)),
      body: { weight: 120_000, reason: `By phone ${scene.marker}` },
    })),
    [`POST ${path}/{id}/status`]: byKey(async (scene) => ({
      ...(await made(scene)),
      body: { status: 'closed_short', reason: `Enough ${scene.marker}` },
    })),
  }
}

/** Requests about what is kept for a contract, and about the position. */
function reservationRequests(
  made: (scene: Scene) => Promise<{ params: { id: string } }>,
): Record<string, RequestFixture> {
  /** Half of a bay that is kept for a contract. */
  const reserving = async (scene: Scene) => {
    const { params } = await made(scene)
    const { bay } = await makeRecord(scene)
    const note = `For the mill ${scene.marker}`
    return { tradeId: params.id, ...bay, weight: 500, untilISO: '2099-12-31', note }
  }
  const reserved = async (scene: Scene) => {
    const { id } = ok(await scene.farm.as('owner').post(reservations, await reserving(scene)))
    return { params: { id } }
  }
  return {
    [`GET ${path}/position`]: byKey(async (scene) => {
      await reserved(scene)
      return {}
    }),
    [`GET ${path}/position/parts`]: byKey(async (scene) => {
      await reserved(scene)
      return { query: { commodity: String(WHEAT) } }
    }),
    [`GET ${path}/position/conflicts`]: byKey(async (scene) => {
      await reserved(scene)
      return {}
    }),
    [`GET ${reservations}`]: byKey(async (scene) => {
      await reserved(scene)
      return {}
    }),
    [`GET ${reservations}/{id}`]: byKey(reserved),
    [`POST ${reservations}`]: creates(async (scene) => ({ body: await reserving(scene) })),
    [`POST ${reservations}/{id}/release`]: byKey(async (scene) => ({
      ...(await reserved(scene)),
      body: { note: `Not needed ${scene.marker}` },
    })),
  }
}
