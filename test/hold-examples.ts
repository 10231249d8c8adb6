import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, type TestFarm } from './farm.ts'
import { ok } from './scene.ts'

/** The examples of docs/rules.md §13, word for word, and how each is done. */
export function holdExamples(
  scene: () => { service: TestApp; farm: TestFarm },
): Record<string, () => Promise<void>> {
  const manager = () => scene().farm.organisation.as('manager')
  const set = (bay: 0 | 1 | 2, body: object) => {
    const { storeId: storageId, bays } = scene().farm
    return manager()
      .post(`${base}/holds`, { storageId, substorageId: bays[bay], ...body })
      .then(ok)
  }
  const sell = (recordId: string, movementDateISO: string, more: object = {}) =>
    manager().post(`${base}/movements`, {
      recordId,
      weight: 1000,
      movementDateISO,
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      ...more,
    })
  return {
    'A bay is on hold from 10 to 12 August for infestation. On the 14th a ticket of the 11th is refused, `on_hold`; one of the 13th is taken, and with a `holdOverride` so is the one of the 11th.':
      async () => {
        const { farm } = scene()
        const heap = await farm.opening(farm.bays[0], 50_000)
        await set(0, { reason: 'infestation', fromISO: '2026-08-10', untilISO: '2026-08-12' })
        const ofThe11th = '2026-08-11T09:00:00Z'
        expect((await sell(heap, ofThe11th)).body.code).toBe('on_hold')
        ok(await sell(heap, '2026-08-13T09:00:00Z'))
        ok(await sell(heap, ofThe11th, { holdOverride: 'Cleaned at the mill' }))
      },

    'On 6 August 10,000 kg go from bay 1 to bay 2, where 4,000 lie. On the 14th bay 1 is set on hold since the 5th. Its trace has the load and the parcel in bay 2 with 14,000; held by trace, nothing leaves that either.':
      async () => {
        const { farm } = scene()
        const heap = await farm.opening(farm.bays[0], 50_000)
        const other = await farm.opening(farm.bays[1], 4000)
        const movementId = await farm.move(heap, farm.bays[1], 10_000, {
          movementDateISO: '2026-08-06T09:00:00Z',
        })
        const { id } = await set(0, { reason: 'mycotoxin', fromISO: '2026-08-05' })
        expect(ok(await manager().get(`${base}/holds/${id}/trace`))).toMatchObject({
          loads: [{ movementId, weight: 10_000 }],
          parcels: [{ recordId: other, weight: 14_000 }],
        })
        ok(await manager().post(`${base}/holds/${id}/trace`, {}))
        expect((await sell(other, '2026-08-14T08:00:00Z')).body.code).toBe('on_hold')
      },

    'A bay that is aired on 18 August at 08:00 UTC, with 2 withholding days, is free from 20 August at 08:00 UTC on.':
      async () => {
        const { service, farm } = scene()
        const heap = await farm.opening(farm.bays[0], 50_000)
        const aired = { airedISO: '2026-08-18T08:00:00Z', withholdingDays: 2 }
        await set(0, { reason: 'fumigation', fumigation: { product: 'Phosphine', dose: '5 g/t', ...aired } })
        service.clock.set('2026-08-20T08:00:00Z')
        expect((await sell(heap, '2026-08-20T07:59:59Z')).body.code).toBe('on_hold')
        ok(await sell(heap, '2026-08-20T08:00:00Z'))
      },

    ...checkExamples(scene),
  }
}

function checkExamples(scene: () => { farm: TestFarm }): Record<string, () => Promise<void>> {
  const manager = () => scene().farm.organisation.as('manager')
  return {
    'With at most 15 °C and a rise of at most 2, probes of 12 and 13.5 °C are no alarm; a week later 14 and 15.6 °C are two, the temperature and its rise.':
      async () => {
        const { farm } = scene()
        const url = `${base}/storage/${farm.storeId}`
        const limits = { everyDays: 7, temperatureMost: 15, temperatureRiseMost: 2, moistureMost: null }
        ok(await manager().put(`${url}/check-plan`, limits))
        const check = async (checkedAtISO: string, ...celsius: number[]) => {
          const temperatures = celsius.map((each, index) => ({ probe: `A${index + 1}`, celsius: each }))
          const body = { substorageId: farm.bays[0], checkedAtISO, temperatures }
          return ok(await manager().post(`${url}/checks`, body)).alarms
        }
        expect(await check('2026-08-07T08:00:00Z', 12, 13.5)).toEqual([])
        expect(await check('2026-08-14T08:00:00Z', 14, 15.6)).toEqual(['temperature', 'rise'])
      },
  }
}
