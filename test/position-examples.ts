import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, GROUP_1, WHEAT, WINTER, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

/** The examples of docs/rules.md §19, word for word, and how each is done. */
export function positionExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const { as, heap, sell, leave, position, inMonth } = trading(scene)
  return {
    'Of 900,000 kg of wheat 100,000 are sold for September, 10,000 of them in a load that is planned for 20 September: in September 10,000 kg are planned to leave, 90,000 kg are sold, and 800,000 kg may still be sold.':
      async () => {
        const recordId = await heap()
        const windows = [{ fromISO: '2026-09-01', toISO: '2026-09-30', weight: 100_000 }]
        const tradeId = await sell({ windows })
        ok(await leave(recordId, 10_000, { tradeId, movementDateISO: '2026-09-20T08:00:00Z' }))
        expect(await inMonth('2026-09')).toMatchObject({
          plannedOut: 10_000,
          sales: 90_000,
          available: 800_000,
        })
      },

    '100,000 kg are sold, 60,000 of them up to 31 October, and 40,000 without a window: in August 40,000 kg are sold, in October 60,000.':
      async () => {
        await sell({ windows: [{ fromISO: '2026-09-01', toISO: '2026-10-31', weight: 60_000 }] })
        expect(await inMonth('2026-08')).toMatchObject({ sales: 40_000 })
        expect(await inMonth('2026-10')).toMatchObject({ sales: 60_000 })
      },

    'Of 900,000 kg of Group 1 and nothing else, 500,000 kg are sold as Group 1 and 500,000 of any grade: each of them could be met, both cannot, and 100,000 kg are oversold.':
      async () => {
        await heap()
        await sell({ commodity: { id: WHEAT, type: WINTER, grade: GROUP_1 }, weight: 500_000 })
        expect((await position()).conflicts).toEqual([])
        await sell({ weight: 500_000 })
        expect((await position()).conflicts).toMatchObject([
          { kind: 'oversold', grade: { id: 0 }, month: '2026-08', weight: 100_000 },
        ])
      },

    'Of 900,000 kg 500,000 are reserved for a sale. 400,000 kg go to anybody; 1,000 kg more are refused, `reserved`. 100,000 kg go under the contract, and 400,000 kg are still kept.':
      async () => {
        const { farm } = scene()
        ok(await as('owner').patch('/api/identity/organisation', { refusesReserved: true }))
        const recordId = await heap()
        const tradeId = await sell({ weight: 500_000 })
        const place = { storageId: farm.storeId, substorageId: farm.bays[0] }
        const { id } = ok(
          await as('manager').post(`${base}/reservations`, { tradeId, ...place, weight: 500_000 }),
        )
        ok(await leave(recordId, 400_000))
        expect((await leave(recordId, 1000)).body.code).toBe('reserved')
        ok(await leave(recordId, 100_000, { tradeId }))
        expect(ok(await as('manager').get(`${base}/reservations/${id}`)).left).toBe(400_000)
      },
  }
}

/** Sales to a mill, and the position after them, as the examples have them. */
function trading(scene: () => { service: TestApp; farm: TestFarm }) {
  const as = (role: 'manager' | 'owner') => scene().farm.organisation.as(role)
  const mill = { id: 'mill-7', name: 'Valley Mill' }
  const heap = () => scene().farm.opening(scene().farm.bays[0], 900_000)
  const sell = async (more: object = {}): Promise<string> => {
    const commodity = { id: WHEAT, type: WINTER }
    const body = { kind: 'sale', partner: mill, commodity, weight: 100_000, ...more }
    return ok(await as('manager').post(`${base}/trades`, body)).id
  }
  const leave = (recordId: string, weight: number, more: object = {}) =>
    as('manager').post(`${base}/movements`, {
      recordId,
      weight,
      movementDateISO: scene().service.clock.now().toISOString(),
      destination: { organisationId: mill.id, organisationName: mill.name },
      sold: true,
      ...more,
    })
  const position = async () => ok(await as('manager').get(`${base}/trades/position`))
  const inMonth = async (month: string) => {
    const [wheat] = (await position()).commodities
    return wheat.months.find((each: { month: string }) => each.month === month)
  }
  return { as, heap, sell, leave, position, inMonth }
}
