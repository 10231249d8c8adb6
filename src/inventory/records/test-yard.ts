import { TEST_START, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, GROUP_1, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

// A farm whose bays hold wheats that may be mixed, and what its parcels are called in the end.

const FEED = 1010106
export const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }

export const SKYFALL = { grade: GROUP_1, variety: 'Skyfall', moisture: 13 }
export const KWS = { grade: GROUP_2, variety: 'KWS Extase', moisture: 14 }
export const CRUSOE = { grade: FEED, variety: 'Crusoe', moisture: 16 }
export const WHEATS = [SKYFALL, KWS, CRUSOE]
export type Wheat = (typeof WHEATS)[number]

/** Stock that comes into a bay, or goes out of one: to another bay, or to a mill. Bays by number, days of August, kilograms. */
export type Step = { day: number; weight: number } & (
  | { put: Wheat; into: number }
  | { from: number; to: number | 'mill' }
)

/** A farm, and what its bays' parcels are called. */
export interface Yard {
  service: TestApp
  farm: TestFarm
  recordIds: Map<number, string>
}

export async function openYard(service: TestApp, start = TEST_START): Promise<Yard> {
  service.clock.set(start)
  return { service, farm: await makeFarm(service), recordIds: new Map() }
}

export const dayOf = (day: number) => `2026-08-${String(day).padStart(2, '0')}`

/** Enters a step; answers the movement's number, or nothing where it is refused. */
export async function enter({ service, farm, recordIds }: Yard, step: Step): Promise<string | undefined> {
  const manager = farm.organisation.as('manager')
  const at = `${dayOf(step.day)}T10:00:00Z`
  const bay = (number: number) => ({ storageId: farm.storeId, substorageId: farm.bays[number] ?? 0 })
  if ('put' in step) {
    const { grade, variety, moisture } = step.put
    const sample = { fields: [{ name: 'Moisture', value: String(moisture), metric: '%' }] }
    const { id, movementId } = ok(
      await manager.post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: { id: WHEAT, type: WINTER, grade, variety },
        storage: [{ ...bay(step.into), weight: step.weight }],
        source: { intake: { moveAtUTC: at, sample } },
      }),
    )
    recordIds.set(step.into, id)
    return String(movementId)
  }
  const { from, to, weight } = step
  const recordId = recordIds.get(from)
  if (recordId === undefined) return undefined
  const target = to === 'mill' ? MILL : { destination: bay(to) }
  const made = await manager.post(`${base}/movements`, { recordId, weight, movementDateISO: at, ...target })
  if (made.body.code === 'insufficient_stock') return undefined
  const { ids } = ok(made)
  if (to !== 'mill' && !recordIds.has(to)) recordIds.set(to, await recordIn(service, farm, to))
  return ids[0]
}

async function recordIn(service: TestApp, farm: TestFarm, bay: number): Promise<string> {
  const { id } = await service.database.db
    .selectFrom('records')
    .select('id')
    .where('bay_id', '=', farm.bays[bay] ?? 0)
    .executeTakeFirstOrThrow()
  return id
}

/** Describes each bay's parcel: a grade, a variety and a moisture. */
export async function described({ service, farm, recordIds }: Yard): Promise<Record<number, string>> {
  const told: Record<number, string> = {}
  for (const [bay, id] of [...recordIds].sort(([a], [b]) => a - b)) {
    const row = await service.database.db
      .selectFrom('records')
      .select(['quality'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { commodity } = ok(await farm.organisation.as('manager').get(`${base}/records/${id}`))
    const quality = row.quality as Record<string, { value: number }>
    told[bay] = `${commodity.grade.name} / ${commodity.variety} / ${quality.Moisture?.value}`
  }
  return told
}

export const put = (day: number, wheat: Wheat, weight: number, into = 0): Step => ({
  day,
  put: wheat,
  weight,
  into,
})
export const move = (day: number, weight: number, from: number, to: number | 'mill'): Step => ({
  day,
  weight,
  from,
  to,
})
