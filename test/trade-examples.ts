import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, WHEAT, WINTER, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

/** The examples of docs/rules.md §17, word for word, and how each is done. */
export function tradeExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const { manager, heap, sell, read, leave } = sales(scene)
  return {
    'Of 100,000 kg sold, 25,000 kg have left and 10,000 kg are planned for the next month: 75,000 kg are left. The load is corrected to 24,000 kg, and 76,000 kg are left; it is deleted, and all 100,000 kg are.':
      async () => {
        const [recordId, tradeId] = [await heap(), await sell()]
        const [first] = (await leave(recordId, 25_000, { tradeId })).ids
        await leave(recordId, 10_000, { tradeId, movementDateISO: '2026-09-20T08:00:00Z' })
        const left = async () => (await read(tradeId)).usage.left
        expect((await read(tradeId)).usage).toMatchObject({ moved: 25_000, planned: 10_000, left: 75_000 })
        const body = { recordId, weight: 24_000, destination: { organisationId: mill.id } }
        ok(await manager().put(`${base}/movements/${first}`, body))
        expect(await left()).toBe(76_000)
        ok(await manager().delete(`${base}/movements/${first}`, { recordId }))
        expect(await left()).toBe(100_000)
      },

    "Of 60,000 kg for August and 40,000 kg for September, 25,000 kg leave in August and name no window, and 26,000 kg on the same day that name September's: 35,000 kg of August's are left and 14,000 kg of September's.":
      async () => {
        const windows = [
          { fromISO: '2026-08-01', toISO: '2026-08-31', weight: 60_000 },
          { fromISO: '2026-09-01', toISO: '2026-09-30', weight: 40_000 },
        ]
        const [recordId, tradeId] = [await heap(), await sell({ windows })]
        await leave(recordId, 25_000, { tradeId })
        await leave(recordId, 26_000, { tradeId, tradeWindow: 2 })
        expect((await read(tradeId)).windows).toMatchObject([{ left: 35_000 }, { left: 14_000 }])
      },

    '100,000 kg are sold with a tolerance of 5 %. After 99,000 kg, 4,000 kg are over by 3,000 kg, which the tolerance takes. 4,000 kg more are over by 7,000 kg, of which 2,000 kg are beyond it.':
      async () => {
        const [recordId, tradeId] = [await heap(), await sell({ tolerance: { percentage: 5 } })]
        await leave(recordId, 99_000, { tradeId })
        const within = await leave(recordId, 4000, { tradeId })
        expect(within.message).toMatch(/over by 3,000 kg, which its tolerance takes\./)
        const beyond = await leave(recordId, 4000, { tradeId })
        expect(beyond.message).toMatch(/over by 7,000 kg, more than its tolerance takes\./)
        expect((await read(tradeId)).usage).toMatchObject({ over: 7000, beyondTolerance: 2000 })
      },

    'A lorry of 28,000 kg in shares of 3 and 1 moves 21,000 kg under the first contract and 7,000 kg under the second.':
      async () => {
        const recordId = await heap()
        const [one, other] = [await sell({ reference: 'S-1' }), await sell({ reference: 'S-2' })]
        const load = {
          from: { recordId },
          to: { organisationId: mill.id, sold: true },
          weighbridge: { empty: 15_000, full: 43_000 },
          parts: [
            { share: 3, tradeId: one },
            { share: 1, tradeId: other },
          ],
        }
        ok(await manager().post(`${base}/loads`, { loads: [load] }))
        expect([(await read(one)).usage.moved, (await read(other)).usage.moved]).toEqual([21_000, 7000])
      },
  }
}

const mill = { id: 'mill-7', name: 'Valley Mill' }

/** Sales to a mill, as the examples make them. */
function sales(scene: () => { service: TestApp; farm: TestFarm }) {
  const manager = () => scene().farm.organisation.as('manager')
  const sell = async (more: object = {}): Promise<string> => {
    const commodity = { id: WHEAT, type: WINTER }
    const body = { kind: 'sale', partner: mill, commodity, weight: 100_000, ...more }
    return ok(await manager().post(`${base}/trades`, body)).id
  }
  const read = async (id: string) => ok(await manager().get(`${base}/trades/${id}`))
  const heap = () => scene().farm.opening(scene().farm.bays[0], 900_000)
  const leave = async (recordId: string, weight: number, more: object) =>
    ok(
      await manager().post(`${base}/movements`, {
        recordId,
        weight,
        movementDateISO: scene().service.clock.now().toISOString(),
        destination: { organisationId: mill.id },
        sold: true,
        ...more,
      }),
    )
  return { manager, heap, sell, read, leave }
}

/** The example of what deliveries are worth, in the same section. */
export function deliveryExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const { manager, heap, sell, leave } = sales(scene)
  return {
    'At 200 a tonne, less 1.3 % for each point of moisture above 15, 28,460 kg of 15.5 % come to 5,655.00. By unloading weight 28,000 kg come to 5,600.00 and are provisional, until a settlement has 27,940 kg: 5,588.00.':
      async () => {
        const price = { kind: 'fixed', amount: '200', currency: 'GBP', unit: 't' }
        const moisture = { name: 'Moisture', from: 15, to: 18, base: 15, perPoint: '-1.3', unit: 'percent' }
        const seller = { id: 'reed', name: 'Reed Farm' }
        const bought = await sell({ kind: 'purchase', partner: seller, price, allowances: [moisture] })
        const { storeId, bays } = scene().farm
        const load = {
          from: { commodity: { id: WHEAT, type: WINTER }, harvestYear: '2026', sender: seller },
          to: { storageId: storeId, substorageId: bays[1] },
          weight: 28_460,
          sample: { fields: [{ name: 'Moisture', value: '15.5', metric: '%' }] },
          tradeId: bought,
        }
        ok(await manager().post(`${base}/loads`, { loads: [load] }))
        const worth = async (id: string) => ok(await manager().get(`${base}/trades/${id}/deliveries`))
        expect((await worth(bought)).totals).toEqual([{ currency: 'GBP', amount: '5655.00' }])
        const [recordId, sold] = [await heap(), await sell({ price, final: { weight: 'unloading' } })]
        await leave(recordId, 28_000, { tradeId: sold, driver: { loadReference: 'A1' } })
        const line = { amount: '5600.00', isWeightProvisional: true }
        expect((await worth(sold)).lines).toMatchObject([line])
        ok(
          await manager().post(`${base}/settlements`, {
            buyer: { id: mill.id },
            reference: 'GU-1',
            dateISO: '2026-08-14',
            lines: [{ reference: 'A1', dateISO: '2026-08-14', weight: 27_940 }],
          }),
        )
        expect((await worth(sold)).lines).toMatchObject([{ amount: '5588.00', isWeightProvisional: false }])
      },
  }
}
