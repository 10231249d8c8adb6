import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, makeBay, stock, WINTER_WHEAT, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

const sender = { id: 'hill-farm', name: 'Hill Farm' }

/** The examples of docs/rules.md §21, word for word, and how each is done. */
export function reportExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const manager = () => scene().farm.organisation.as('manager')
  const read = async (query: string) => ok(await manager().get(`${base}/reports?${query}`))
  const bring = async (weight: number, moisture: number) => {
    const bay = await makeBay(scene().farm.organisation)
    const sample = { fields: [{ name: 'Moisture', value: String(moisture), metric: '%' }] }
    const source = { intake: { moveAtUTC: '2026-08-05T11:00:00Z', driverName: 'Sam', sender, sample } }
    ok(await manager().post(`${base}/records`, stock(bay, weight, { commodity: WINTER_WHEAT, source })))
  }
  return {
    'Hill Farm brings 20,000 kg of 14 % moisture and 10,000 kg of 17 %: 30,000 kg of 15 %.': async () => {
      await bring(20_000, 14)
      await bring(10_000, 17)
      const { figures, groups } = await read('kind=quality')
      const names = figures.map(({ name }: { name: string }) => name)
      const [row] = groups[0].rows
      expect(row.labels[0].name).toBe('Hill Farm')
      expect(row.figures[names.indexOf('cameIn')]).toBe(30_000)
      expect(row.figures[names.indexOf('moisture')]).toBe(15)
    },

    'On 14 August 2026 this harvest year is 1 July to 14 August 2026, and 1 July to 14 August 2025 stand beside it.':
      async () => {
        expect(await read('kind=owners&period=thisHarvestYear&withYearBefore=true')).toMatchObject({
          from: '2026-07-01',
          to: '2026-08-14',
          before: { from: '2025-07-01', to: '2025-08-14' },
        })
      },
  }
}
