import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, makeBay, stock, WINTER_WHEAT, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

const owner = { id: 'hill-farm', name: 'Hill Farm' }

/** The examples of docs/rules.md §20, word for word, and how each is done. */
export function chargeExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const manager = () => scene().farm.organisation.as('manager')
  const post = async (path: string, body: object = {}) => ok(await manager().post(`${base}${path}`, body))
  const agree = (rates: object[], more: object = {}) =>
    post('/tariffs', { partner: owner, fromISO: '2026-01-01', currency: 'GBP', rates, ...more })
  const takeIn = async (weight: number, day: string, moisture?: number) => {
    const bay = await makeBay(scene().farm.organisation)
    const fields = [{ name: 'Moisture', value: String(moisture), metric: '%' }]
    const intake = {
      moveAtUTC: `${day}T11:00:00Z`,
      driverName: 'Sam',
      ...(moisture !== undefined && { sample: { fields } }),
    }
    const what = { owned: false, commodity: WINTER_WHEAT, source: { owner, intake } }
    return { ...(await post('/records', stock(bay, weight, what))), bay }
  }
  const draft = (fromMonth: string) => post('/charges', { ownerId: owner.id, fromMonth })
  const amounts = ({ lines }: { lines: { amount: string }[] }) => lines.map(({ amount }) => amount).toSorted()
  return {
    "Everybody pays 1.00 a tonne in, Hill Farm 2.00 from 15 July on. Hill Farm's 10 t of 10 July cost 10.00, its 10 t of 20 July 20.00.":
      async () => {
        await agree([{ kind: 'in', rate: '1.00' }], { partner: null })
        await agree([{ kind: 'in', rate: '2.00' }], { fromISO: '2026-07-15' })
        await takeIn(10_000, '2026-07-10')
        await takeIn(10_000, '2026-07-20')
        expect(amounts(await draft('2026-07'))).toEqual(['10.00', '20.00'])
      },

    '20,000 kg come on 5 July. At 0.35 a tonne and week with 10 free days, July costs 17 days of 20 t: 340 ÷ 7 × 0.35 = 17.00.':
      async () => {
        await agree([{ kind: 'storage', rate: '0.35', per: 'week', freeDays: 10 }])
        await takeIn(20_000, '2026-07-05')
        const { lines } = await draft('2026-07')
        expect(lines).toMatchObject([{ quantity: '340', divisor: 7, rate: '0.35', amount: '17.00' }])
      },

    '20,000 kg of 16.5 % moisture cost 3.20 for each tonne and point above 15 %: 96.00. With a minimum of 100.00 a line of 4.00 stands below.':
      async () => {
        await agree([{ kind: 'drying', rate: '3.20', base: 15 }], { minimum: '100.00' })
        await takeIn(20_000, '2026-07-05', 16.5)
        const { lines } = await draft('2026-07')
        expect(lines).toMatchObject([
          { kind: 'drying', amount: '96.00' },
          { kind: 'minimum', amount: '4.00' },
        ])
      },

    '10,000 kg in at 2.00 a tonne are billed with 20.00. The load is corrected to 12,000 kg: the next statement has a correction of 4.00. It is deleted, and the one after that has −24.00.':
      async () => {
        await agree([{ kind: 'in', rate: '2.00' }])
        const { id: recordId, movementId, bay } = await takeIn(10_000, '2026-05-10')
        const close = async (month: string) => post(`/charges/${(await draft(month)).id}/close`)
        expect(amounts(await close('2026-05'))).toEqual(['20.00'])
        const body = { recordId, weight: 12_000, destination: bay }
        ok(await manager().put(`${base}/movements/${movementId}`, body))
        expect(amounts(await close('2026-06'))).toEqual(['4.00'])
        ok(await manager().delete(`${base}/movements/${movementId}`, { recordId }))
        expect(amounts(await close('2026-07'))).toEqual(['-24.00'])
      },
  }
}
