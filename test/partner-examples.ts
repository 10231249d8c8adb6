import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

/** The examples of docs/rules.md §21, word for word, and how each is done. */
export function partnerExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  return {
    "A haulier's certificate ended three days ago. A load by its lorry today is stored, and says so; one that is entered late, of four days ago, says nothing.":
      async () => {
        const { farm, service } = scene()
        const manager = farm.organisation.as('manager')
        const daysAgo = (days: number) =>
          new Date(service.clock.now().getTime() - days * 86_400_000).toISOString()
        const untilISO = daysAgo(3).slice(0, 10)
        ok(
          await manager.post(`${base}/partners`, {
            name: 'Brook Haulage',
            vehicles: ['AB12 CDE'],
            assurances: [{ scheme: 'TASCC', covers: 'haulier', untilISO }],
          }),
        )
        const recordId = await farm.opening(farm.bays[0], 90_000)
        const sell = async (movementDateISO: string) =>
          ok(
            await manager.post(`${base}/movements`, {
              recordId,
              movementDateISO,
              weight: 1000,
              sold: true,
              destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
              driver: { vehicleRegistration: 'AB12 CDE' },
            }),
          )
        expect((await sell(daysAgo(0))).expiries).toMatchObject([{ scheme: 'TASCC', untilISO }])
        expect((await sell(daysAgo(4))).expiries).toBeUndefined()
      },
  }
}
