import { base, openFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

/** A farm with 300 t in its first bay, which is set on hold for one reason unless said. */
export async function openHeldFarm(reason: string) {
  const { service, farm } = await openFarm()
  const operator = () => farm.organisation.as('operator')
  const manager = () => farm.organisation.as('manager')
  const heap = await farm.opening(farm.bays[0], 300_000)
  const place = { storageId: farm.storeId, substorageId: farm.bays[0] }
  return {
    service,
    farm,
    heap,
    operator,
    manager,
    place,
    set: async (body: object = {}) =>
      ok(await manager().post(`${base}/holds`, { ...place, reason, ...body })),
    /** Tries to sell 1,000 kg of the heap, now unless said. */
    leave: (more: object = {}, by = operator()) =>
      by.post(`${base}/movements`, {
        recordId: heap,
        weight: 1000,
        movementDateISO: service.clock.now().toISOString(),
        destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
        sold: true,
        ...more,
      }),
  }
}

export type HeldFarm = Awaited<ReturnType<typeof openHeldFarm>>
