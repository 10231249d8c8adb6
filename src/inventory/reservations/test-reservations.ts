import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { openTrader } from '../trades/test-trades.ts'

/** A trader with 900 t in the first bay, who reserves it for sales. */
export async function openReserver() {
  const trader = await openTrader()
  const { farm, manager, operator } = trader
  const place = (bay = 0) => ({ storageId: farm.storeId, substorageId: farm.bays[bay] })
  return {
    ...trader,
    place,
    reserve: (tradeId: string, more: object = {}) =>
      manager().post(`${base}/reservations`, { tradeId, ...place(), ...more }),
    reservation: async (id: string) => ok(await operator().get(`${base}/reservations/${id}`)),
    release: async (id: string, note = 'Not needed.') =>
      ok(await manager().post(`${base}/reservations/${id}/release`, { note })),
    position: async () => ok(await operator().get(`${base}/trades/position`)),
    refuse: async (refusesReserved = true) =>
      ok(await farm.organisation.as('owner').patch('/api/identity/organisation', { refusesReserved })),
  }
}
