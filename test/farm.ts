import { expect } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { verifyLedger } from '../src/inventory/ledger/ledger.ts'
import { createMovement } from '../src/inventory/movements/create-movements.ts'
import { shareTestApp, type TestApp } from './app.ts'
import { actorOf, makeOrganisation, type TestOrganisation } from './factories.ts'
import { ok, type Scene } from './scene.ts'

/** Places, stock and loads of an organisation, for tests: entered through the service, as its people do. */

export const base = '/api/inventory'
export const records = `${base}/records`

/** Ids of the catalogue. */
export const WHEAT = 1
export const WINTER = 101
export const SPRING = 102
export const GROUP_1 = 1010101
export const GROUP_2 = 1010102
export const FEED = 1010106
export const SPRING_GROUP_1 = 1010201
export const BARLEY = 2
export const ORGANIC = 1
export const CONVENTIONAL = 3
export const WINTER_WHEAT = { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' }
export const WINTER_BARLEY = { id: BARLEY, type: 201 }
export const STOCK_TAKE = 1
/** A managed reason for storage notes: cleaned. */
export const CLEANED = 101

/** When last year's stock is there from, and when it moves: both before any test's now. */
export const STORED_ON = '2025-08-01'
export const MOVED_ON = '2025-08-10T09:30:00Z'

/** Whose place or stock it is. A marker stands in the name of each. */
export type Farmer = Pick<TestOrganisation, 'as'> & { marker?: string }

/** A place for stock: a bay of a store. */
export interface Bay {
  storageId: string
  substorageId: number
}

const marked = (name: string, { marker }: Farmer) => (marker === undefined ? name : `${name} ${marker}`)

/** In a scene the owner enters what is there; on a farm, whoever runs it. */
const entering = ({ as, marker }: Farmer) => as(marker === undefined ? 'manager' : 'owner')

/** A store without bays, or what the body says; answers it. */
export async function makePlace(farmer: Farmer, body: object = {}) {
  const name = farmer.marker === undefined ? 'Long Barn' : marked('Barn', farmer)
  const store = { name, type: 'store', location: null, substorage: [] }
  return ok(await entering(farmer).post(`${base}/storage`, { ...store, ...body }))
}

/** A store with so many bays. */
export async function makeBays(farmer: Farmer, count = 1, body: object = {}): Promise<Bay[]> {
  const substorage = Array.from({ length: count }, (_bay, index) => ({
    name: marked(`Bay ${index + 1}`, farmer),
  }))
  const store = await makePlace(farmer, { substorage, ...body })
  return store.substorage.map((bay: { id: number }) => ({ storageId: store.id, substorageId: bay.id }))
}

/** A store with one bay. */
export async function makeBay(farmer: Farmer, body: object = {}): Promise<Bay> {
  const [bay] = await makeBays(farmer, 1, body)
  if (!bay) throw new Error('a store was made without its bay')
  return bay
}

/** A field of so many hectares; answers its id. */
export async function makeField(farmer: Farmer, area = 10, body: object = {}): Promise<string> {
  const name = farmer.marker === undefined ? 'Long Field' : marked('Field', farmer)
  const { id } = await makePlace(farmer, { name, type: 'field', area, ...body })
  return id
}

/** The body of a record of winter wheat of this harvest. */
export function crop(overrides: object = {}) {
  return { type: 'crop', harvestYear: '2026', owned: true, commodity: WINTER_WHEAT, ...overrides }
}

/** The same of stock that was there before; in kilograms. */
export function stock(bay: Bay | undefined, weight: number, overrides: object = {}) {
  return { ...crop(), source: { type: 'existing' }, storage: [{ ...bay, weight }], ...overrides }
}

/** The same of last year's wheat, which is there since `STORED_ON`. */
export function oldStock(bay: Bay, weight: number, overrides: object = {}) {
  const source = { type: 'existing', importDateUTC: STORED_ON }
  return stock(bay, weight, { harvestYear: '2025', source, ...overrides })
}

/** The same of last year's wheat that a sender brings on `STORED_ON`: what an operator may enter. */
export function intake(bay: Bay, weight: number, overrides: object = {}) {
  const sender = { id: 'valley-farm', name: 'Valley Farm' }
  const source = { type: 'intake', intake: { moveAtUTC: STORED_ON, sender, driverName: 'Sam' } }
  return oldStock(bay, weight, { source, ...overrides })
}

/** The same of a crop that stands in a field. */
export function planting(fieldId: string, overrides: object = {}) {
  return crop({
    storage: [{ storageId: fieldId }],
    source: { planting: { expectedYield: 8000 } },
    ...overrides,
  })
}

/** Enters a record; answers its short form. */
export async function enterRecord(farmer: Farmer, body: object) {
  return ok(await entering(farmer).post(records, body))
}

/** Last year's wheat, in a bay of its own unless one is given. Answers its id and where it lies. */
export async function makeRecord(
  farmer: Farmer,
  weight = 1000,
  bay?: Bay,
): Promise<{ id: string; bay: Bay }> {
  const place = bay ?? (await makeBay(farmer))
  const { id } = await enterRecord(farmer, oldStock(place, weight, { name: marked('Wheat', farmer) }))
  return { id, bay: place }
}

/** A field with a crop of last year's wheat in it, the farm's own unless said, and the harvest plan that it belongs to. */
export async function makePlan(
  farmer: Farmer,
  { owner }: { owner?: { id: string; name: string } } = {},
): Promise<{ planId: string; fieldId: string; plantingId: string }> {
  const fieldId = await makeField(farmer)
  const { id, harvest } = await enterRecord(
    farmer,
    planting(fieldId, {
      harvestYear: '2025',
      name: marked('Crop', farmer),
      owned: !owner,
      source: { type: 'planting', planting: { expectedYield: 8000 }, ...(owner && { owner }) },
    }),
  )
  return { planId: harvest.harvestPlanId, fieldId, plantingId: id }
}

/** The body of a movement of kilograms to a bay, or to a mill. */
export function movement(recordId: string, weight: number, to: Bay | 'mill') {
  const shared = { recordId, movementDateISO: MOVED_ON, weight }
  return to === 'mill'
    ? { ...shared, destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
    : { ...shared, destination: to }
}

/** A record of 1000 kg, of which `weight` went to a mill. */
export async function makeMovement(farmer: Farmer, weight = 10): Promise<{ id: string; recordId: string }> {
  const { id: recordId } = await makeRecord(farmer)
  const made = await farmer.as('owner').post(`${base}/movements`, movement(recordId, weight, 'mill'))
  return { id: ok(made).ids[0], recordId }
}

/** A count of a record, by its number in the record's timeline. */
export async function makeAdjustment(
  scene: Pick<Scene, 'service' | 'as'>,
): Promise<{ recordId: string; adjustmentId: string }> {
  const { id: recordId } = await makeRecord(scene)
  const body = { records: [{ id: recordId, adjustTo: 990 }], reasonId: STOCK_TAKE }
  ok(await scene.as('owner').post(`${records}/adjustments`, body))
  const { id } = await scene.service.database.db
    .selectFrom('adjustments')
    .select('id')
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow()
  return { recordId, adjustmentId: String(id) }
}

/** Moves stock by the command itself, as somebody of the organisation. */
export function move(
  service: TestApp,
  organisation: TestOrganisation,
  body: Parameters<typeof createMovement>[2],
) {
  return inTransaction(service.database.db, (trx) =>
    createMovement(trx, actorOf(organisation, service.clock.now()), body),
  )
}

/** What every load off a field says; of whatever else a body may have, a test gives what it is about. */
interface Load {
  fieldId: string | undefined
  storageId?: string
  substorageId?: number | undefined
  dateISO: string
  weightNet: number
}

/** The body of a load of winter wheat off a field, in kilograms, of which nothing was measured and nobody knows the driver. */
export function harvestLoad<Given extends Load>(load: Given) {
  const measured = { moisture: null, temperature: null, sample: null }
  const lorry = { driverName: null, driverRegistration: null }
  return { commodityId: WHEAT, commodityGroupId: WINTER, ...measured, ...lorry, ...load }
}

/** A farm to move stock about on: a field, and a store with bays. */
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
export async function makeFarm(
  service: TestApp,
  overrides: { name?: string; timeZone?: string } = {},
): Promise<TestFarm> {
  const organisation = await makeOrganisation(service, overrides)
  const place = { location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } } }
  const fieldId = await makeField(organisation, 10, { name: 'Top Field', ...place })
  const unit = { businessUnitIds: [organisation.businessUnitId] }
  const bays = await makeBays(organisation, 3, { ...unit, ...place })
  const storeId = bays[0]?.storageId ?? ''
  const enter = async (
    { owner, harvestYear = '2026', commodity, grade = GROUP_1, variety = 'Skyfall' }: StockOverrides,
    storage: object,
    source: object,
  ): Promise<string> => {
    const wheat = { ...WINTER_WHEAT, grade, variety }
    const body = {
      harvestYear,
      owned: owner === undefined,
      commodity: commodity ?? wheat,
      storage: [storage],
    }
    const { id } = await enterRecord(
      organisation,
      crop({ ...body, source: { ...source, ...(owner && { owner }) } }),
    )
    return id
  }
  const inBay = (bayId: number, weight: number) => ({ storageId: storeId, substorageId: bayId, weight })
  return {
    organisation,
    fieldId,
    storeId,
    bays: bays.map(({ substorageId }) => substorageId) as TestFarm['bays'],
    intake(bayId, weight, { at, sender, driverName, weighbridgeRecord, ...overrides } = {}) {
      const intake = {
        ...(at && { moveAtUTC: at }),
        ...(sender && { sender }),
        ...(driverName && { driverName }),
        ...(weighbridgeRecord && { weighbridgeRecord }),
      }
      return enter(overrides, inBay(bayId, weight), { intake })
    },
    opening: (bayId, weight, { at = '2026-08-01', ...overrides } = {}) =>
      enter(overrides, inBay(bayId, weight), { type: 'existing', importDateUTC: at }),
    planting: (overrides = {}) =>
      enter(overrides, { storageId: fieldId, area: 10 }, { planting: { expectedYield: 8000 } }),
    async move(recordId, to, weight, overrides = {}) {
      const isBay = typeof to === 'number'
      const answer = await organisation.as('manager').post(`${base}/movements`, {
        recordId,
        weight,
        movementDateISO: service.clock.now().toISOString(),
        destination: isBay
          ? { storageId: storeId, substorageId: to, type: 'store' }
          : { organisationId: to, organisationName: `Name of ${to}` },
        ...(!isBay && { sold: true }),
        ...overrides,
      })
      return Number(ok(answer).ids[0])
    },
    async weightOf(recordId) {
      const record = await organisation.as('viewer').get(`${records}/${recordId}`)
      return record.body.yield.current
    },
  }
}
