import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, WHEAT, WINTER, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

const mill = { id: 'mill-7', name: 'Valley Mill' }

/** The examples of docs/rules.md §18, word for word, and how each is done. */
export function orderExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const manager = () => scene().farm.organisation.as('manager')
  const enter = async (path: string, body: object): Promise<string> =>
    ok(await manager().post(`${base}/${path}`, body)).id
  const sell = (more: object = {}) =>
    enter('trades', {
      kind: 'sale',
      partner: mill,
      commodity: { id: WHEAT, type: WINTER },
      weight: 100_000,
      ...more,
    })
  const usageOf = async (path: string) => ok(await manager().get(`${base}/${path}`)).usage
  return {
    'Under a contract for 100,000 kg 40,000 kg are ordered in 2 lorries. A lorry leaves with 25,000 kg out of two bays: 15,000 kg and 1 lorry are left of the order, and 75,000 kg of the contract. The load goes on another contract: all of the order is left.':
      async () => {
        const { farm } = scene()
        const [one, other] = [await sell(), await sell()]
        const id = await enter('orders', { tradeId: one, weight: 40_000, loads: 2 })
        const from = [await farm.opening(farm.bays[0], 90_000), await farm.opening(farm.bays[1], 90_000)]
        const load = {
          from: { recordId: from[0] },
          to: { organisationId: mill.id, sold: true },
          orderId: id,
          parts: [
            { from: { recordId: from[0] }, weight: 15_000 },
            { from: { recordId: from[1] }, weight: 10_000 },
          ],
        }
        const { loads } = ok(await manager().post(`${base}/loads`, { loads: [load] }))
        expect(await usageOf(`orders/${id}`)).toMatchObject({ left: 15_000, leftLoads: 1 })
        expect(await usageOf(`trades/${one}`)).toMatchObject({ left: 75_000 })
        for (const [index, movement] of loads[0].movements.entries())
          ok(
            await manager().put(`${base}/movements/${movement.id}`, {
              recordId: from[index],
              weight: index === 0 ? 15_000 : 10_000,
              destination: { organisationId: mill.id },
              tradeId: other,
            }),
          )
        expect(await usageOf(`orders/${id}`)).toMatchObject({ left: 40_000, leftLoads: 2 })
      },

    'Under a contract with a tolerance of 5 % 20,000 kg are ordered. 20,800 kg are over by 800 kg, which the tolerance takes. 1,000 kg more are over by 1,800 kg.':
      async () => {
        const { farm, service } = scene()
        const tradeId = await sell({ tolerance: { percentage: 5 } })
        const id = await enter('orders', { tradeId, weight: 20_000 })
        const recordId = await farm.opening(farm.bays[0], 90_000)
        const leave = async (weight: number) =>
          ok(
            await manager().post(`${base}/movements`, {
              recordId,
              weight,
              movementDateISO: service.clock.now().toISOString(),
              destination: { organisationId: mill.id },
              sold: true,
              orderId: id,
            }),
          ).message
        expect(await leave(20_800)).toMatch(/over by 800 kg, which the contract’s tolerance takes\./)
        expect(await leave(1000)).toMatch(/is over by 1,800 kg\./)
        expect(await usageOf(`orders/${id}`)).toMatchObject({ over: 1800, beyondTolerance: 800 })
      },
  }
}
