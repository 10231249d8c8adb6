import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { base, type TestFarm } from './farm.ts'
import { textOfPdf } from './pdf.ts'
import { ok } from './scene.ts'

interface Place {
  service: TestApp
  farm: TestFarm
}

const scale = { source: 'scale', recordNumber: '004711' }

/** The examples of docs/rules.md §10, for `rules.test.ts`. */
export function weightExamples(place: () => Place): Record<string, () => Promise<void>> {
  const { manager, send, entered, want, movement } = bridgeOf(place)
  return {
    '42,660 kg come from the scale with record 004711, and 14,200 kg are typed: the ticket says "instrument record 004711" and "typed by hand".':
      async () => {
        const id = await entered({
          full: 42_660,
          empty: 14_200,
          readings: { full: scale, empty: { source: 'typed' } },
        })
        ok(await manager().post(`${base}/movements/${id}/ticket`))
        const { body } = await manager().get(`${base}/movements/${id}/ticket.pdf`)
        const text = (await textOfPdf(body)).join(' ')
        expect(text).toContain('instrument record 004711')
        expect(text).toContain('typed by hand')
      },

    "The 42,660 kg of the scale are put right to 42,600 by hand, and nothing is said of where that comes from: the movement has no source for it, and its history has the scale's.":
      async () => {
        const id = await entered({ full: 42_660, empty: 14_200, readings: { full: scale } })
        const { inventory } = await movement(id)
        const corrected = { recordId: inventory.recordId, weighbridge: { full: 42_600 } }
        ok(await manager().put(`${base}/movements/${id}/actions`, corrected))
        const { weighbridge, changes } = await movement(id)
        expect(weighbridge).not.toHaveProperty('readings')
        expect(changes[0].changed).toContainEqual({
          what: 'full',
          before: 42_660,
          after: 42_600,
          readingBefore: scale,
        })
      },

    'With `refused`, 42,660 kg without a source are refused at `weighbridge.full`, and taken with the source `scale`.':
      async () => {
        await want({ typedWeights: 'refused' })
        const refused = await send({ full: 42_660 })
        expect(refused.body.validation).toMatchObject([{ path: 'loads[0].weighbridge.full' }])
        ok(await send({ full: 42_660, readings: { full: scale } }))
      },

    'A lorry weighed 14,200 kg empty on 1 August and 14,600 on the 8th. On the 14th its tare of 14,600 may be used again, but not with `requiresSteadyTares`, and with 5 days not either.':
      async () => {
        await entered({ full: 42_660, empty: 14_200 }, '2026-08-01')
        await entered({ full: 42_660, empty: 14_600 }, '2026-08-08')
        const again = () =>
          send({ full: 40_000, empty: 14_600, readings: { empty: { source: 'remembered' } } }, '2026-08-14')
        ok(await again())
        await want({ requiresSteadyTares: true })
        expect((await again()).body.code).toBe('tare_refused')
        await want({ requiresSteadyTares: false, rememberedTareDays: 5 })
        expect((await again()).body.code).toBe('tare_refused')
      },
  }
}

/** What the manager of a farm does at its weighbridge. */
function bridgeOf(place: () => Place) {
  const manager = () => place().farm.organisation.as('manager')
  const send = (weighbridge: object, dateISO?: string) => {
    const { storeId, bays } = place().farm
    const load = {
      from: {
        commodity: { id: 1, type: 101 },
        harvestYear: '2026',
        owned: true,
        sender: { id: 'brook', name: 'Brook' },
      },
      to: { storageId: storeId, substorageId: bays[0] },
      driver: { vehicleRegistration: 'AB12 CDE' },
      weighbridge,
      ...(dateISO !== undefined && { dateISO }),
    }
    return manager().post(`${base}/loads`, { loads: [load] })
  }
  const entered = async (weighbridge: object, dateISO?: string) => {
    ok(await send(weighbridge, dateISO))
    const { docs } = ok(await manager().get(`${base}/movements`))
    return Math.max(...docs.map(({ id }: { id: number }) => id))
  }
  const want = async (settings: object) =>
    ok(await place().farm.organisation.as('owner').patch('/api/identity/organisation', settings))
  const movement = async (id: number) => ok(await manager().get(`${base}/movements/${id}`))
  return { manager, send, entered, want, movement }
}
