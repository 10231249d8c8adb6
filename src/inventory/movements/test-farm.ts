import { expect } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { verifyLedger } from '../ledger/ledger.ts'

/** A farm to move stock about on: a field, and a store with bays. For tests. */
export interface TestFarm {
  organisation: TestOrganisation
  fieldId: string
  storeId: string
  bays: [number, number, number]
  /** Takes a load in by lorry; answers its record. Kilograms. */
  intake(bayId: number, weight: number, overrides?: IntakeOverrides): Promise<string>
  /** Stock that was there before the books began, on 1 August unless said; answers its record. */
  opening(bayId: number, weight: number, overrides?: StockOverrides): Promise<string>
  /** A standing crop in the field; answers its record. */
  planting(overrides?: StockOverrides): Promise<string>
  /** Moves stock; answers the movement's number. `to` is a bay, or another organisation. */
  move(recordId: string, to: number | string, weight: number, overrides?: object): Promise<number>
  /** Kilograms in a record now. */
  weightOf(recordId: string): Promise<number>
}

interface FarmOverrides {
  name?: string
  timeZone?: string
}

interface StockOverrides {
  variety?: string
  harvestYear?: string
  grade?: number
  commodity?: object
  at?: string
  owner?: { id: string; name: string }
}

interface IntakeOverrides extends StockOverrides {
  sender?: { id: string; name: string }
  driverName?: string
  weighbridgeRecord?: object
}

export const WHEAT = 1
export const WINTER = 101
export const GROUP_1 = 1010101
export const GROUP_2 = 1010102
export const base = '/api/inventory'

/**
 * A fresh farm in the service that test files share, whose clock is set back to TEST_START.
 *
 * @example beforeEach(async () => void ({ service, farm } = await openFarm()))
 */
export async function openFarm(): Promise<{ service: TestApp; farm: TestFarm }> {
  const service = await shareTestApp()
  return { service, farm: await makeFarm(service) }
}

/** Every figure that the ledger stores, of all farms of that service, follows from its entries. For `afterAll`. */
export async function expectSoundLedger(): Promise<void> {
  const { database } = await shareTestApp()
  expect(await Array.fromAsync(verifyLedger(database.db))).toEqual([])
}

/** A fresh organisation with one field of 10 ha and one store of three bays. */
export async function makeFarm(service: TestApp, overrides: FarmOverrides = {}): Promise<TestFarm> {
  const organisation = await makeOrganisation(service, overrides)
  const manager = organisation.as('manager')
  const made = async (url: string, body: object) => {
    const answer = await manager.post(base + url, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    return answer.body
  }
  const place = { location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } } }
  const field = await made('/storage', {
    name: 'Top Field',
    type: 'field',
    area: 10,
    substorage: [],
    ...place,
  })
  const store = await made('/storage', {
    name: 'Long Barn',
    type: 'store',
    businessUnitIds: [organisation.businessUnitId],
    substorage: [{ name: 'Bay 1' }, { name: 'Bay 2' }, { name: 'Bay 3' }],
    ...place,
  })
  const stock = (overrides: StockOverrides) => ({
    type: 'crop',
    harvestYear: overrides.harvestYear ?? '2026',
    owned: overrides.owner === undefined,
    commodity: overrides.commodity ?? {
      id: WHEAT,
      type: WINTER,
      grade: overrides.grade ?? GROUP_1,
      variety: overrides.variety ?? 'Skyfall',
    },
  })
  const owner = (overrides: StockOverrides) => (overrides.owner ? { owner: overrides.owner } : {})
  return {
    organisation,
    fieldId: field.id,
    storeId: store.id,
    bays: store.substorage.map(({ id }: { id: number }) => id),
    async intake(bayId, weight, overrides = {}) {
      const { sender, driverName, weighbridgeRecord, at: moveAtUTC } = overrides
      const intake = {
        ...(moveAtUTC && { moveAtUTC }),
        ...(sender && { sender }),
        ...(driverName && { driverName }),
        ...(weighbridgeRecord && { weighbridgeRecord }),
      }
      const record = await made('/records', {
        ...stock(overrides),
        storage: [{ storageId: store.id, substorageId: bayId, weight }],
        source: { intake, ...owner(overrides) },
      })
      return record.id
    },
    async opening(bayId, weight, overrides = {}) {
      const record = await made('/records', {
        ...stock(overrides),
        storage: [{ storageId: store.id, substorageId: bayId, weight }],
        source: { type: 'existing', ...owner(overrides), importDateUTC: overrides.at ?? '2026-08-01' },
      })
      return record.id
    },
    async planting(overrides = {}) {
      const record = await made('/records', {
        ...stock(overrides),
        storage: [{ storageId: field.id, area: 10 }],
        source: { planting: { expectedYield: 8000 }, ...owner(overrides) },
      })
      return record.id
    },
    async move(recordId, to, weight, overrides = {}) {
      const isBay = typeof to === 'number'
      const answer = await made('/movements', {
        recordId,
        weight,
        movementDateISO: service.clock.now().toISOString(),
        destination: isBay
          ? { storageId: store.id, substorageId: to, type: 'store' }
          : { organisationId: to, organisationName: `Name of ${to}` },
        ...(!isBay && { sold: true }),
        ...overrides,
      })
      return Number(answer.ids[0])
    },
    async weightOf(recordId) {
      const record = await organisation.as('viewer').get(`${base}/records/${recordId}`)
      return record.body.yield.current
    },
  }
}
