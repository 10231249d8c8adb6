import { ok } from '../../../../test/scene.ts'
import { base, type TestFarm } from '../../../../test/farm.ts'

/** Lorry that the tests of loads in several parts share. */

export const LORRY = { reference: 'T-204', empty: 14_200, full: 42_660 }

/** Tickets of the farm that a test has at the moment. */
export function ticketsOf(farm: () => TestFarm) {
  const manager = () => farm().organisation.as('manager')
  const get = async (id: number) => ok(await manager().get(`${base}/movements/${id}`))

  /** An intake of wheat for so many bays; answers its movements. */
  async function intake(places: { weight?: number; share?: number }[], source: object): Promise<number[]> {
    const answer = await manager().post(`${base}/records`, intakeBody(places, source))
    return [ok(answer)].flat().map(({ movementId }: { movementId: number }) => movementId)
  }

  function intakeBody(places: object[], source: object) {
    return {
      type: 'crop',
      harvestYear: '2026',
      commodity: { id: 1, type: 101 },
      storage: places.map((place, index) => ({
        storageId: farm().storeId,
        substorageId: farm().bays[index],
        ...place,
      })),
      source: { intake: { driverName: 'Sam', ...source } },
    }
  }

  const weightsOf = (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await get(id)).inventory.commodity.weight.weight))

  async function correct(id: number, weighbridge: object) {
    const { inventory } = await get(id)
    return manager().put(`${base}/movements/${id}/actions`, { recordId: inventory.recordId, weighbridge })
  }
  return { manager, get, intake, intakeBody, weightsOf, correct }
}
