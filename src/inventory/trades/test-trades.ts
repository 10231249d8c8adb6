import { base, openFarm, WHEAT, WINTER } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

/** A farm with 900 t of wheat in its first bay, which sells to a mill and buys from a neighbour. */
export async function openTrader() {
  const { service, farm } = await openFarm()
  const operator = () => farm.organisation.as('operator')
  const manager = () => farm.organisation.as('manager')
  const heap = await farm.opening(farm.bays[0], 900_000)
  const mill = { id: 'mill-7', name: 'Valley Mill' }
  const body = (more: object = {}) => ({
    kind: 'sale',
    partner: mill,
    reference: 'S-31',
    commodity: { id: WHEAT, type: WINTER },
    weight: 100_000,
    ...more,
  })
  return {
    service,
    farm,
    heap,
    mill,
    operator,
    manager,
    body,
    enter: async (more: object = {}) => ok(await manager().post(`${base}/trades`, body(more))),
    /** Enters an order, to the mill where it names no contract. */
    order: async (more: object = {}) =>
      ok(
        await manager().post(`${base}/orders`, {
          ...(!('tradeId' in more) && {
            kind: 'sale',
            partner: mill,
            commodity: { id: WHEAT, type: WINTER },
          }),
          weight: 50_000,
          ...more,
        }),
      ),
    readOrder: async (id: string) => ok(await operator().get(`${base}/orders/${id}`)),
    read: async (id: string) => ok(await operator().get(`${base}/trades/${id}`)),
    /** Sells kilograms of the heap to the mill, now unless said. */
    sell: (weight: number, more: object = {}) =>
      operator().post(`${base}/movements`, {
        recordId: heap,
        weight,
        movementDateISO: service.clock.now().toISOString(),
        destination: { organisationId: mill.id },
        sold: true,
        ...more,
      }),
  }
}

export type Trader = Awaited<ReturnType<typeof openTrader>>
