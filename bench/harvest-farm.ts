import { randomInt, randomUUID } from 'node:crypto'
import { callerOf, type Caller } from './caller.ts'
import type { LoadRequest } from './load.ts'

const BAYS = 100
const FIELDS = 10
const PARCEL_KILOGRAMS = 10_000_000
/** Over so many days up to now lie the later entries of each bay. */
const DAYS = 5
const DAY_MILLISECONDS = 86_400_000
const VARIETY = 'Skyfall'
const HARVEST_YEAR = '2025'
const inventory = '/api/inventory'
const wheat = { id: 1, type: 101, grade: 1010101, variety: VARIETY }
const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

export const LOADS = [
  'movement',
  'intake',
  'harvest load',
  'outgoing load',
  'late movement',
  'late intake',
  'correction',
] as const
export type LoadKind = (typeof LOADS)[number]

interface Bay {
  storageId: string
  substorageId: number
}

interface Parcel {
  id: string
  bay: Bay
}

/** A load of the history as GET /api/inventory/movements answers it, as far as a correction names it. */
interface Entered {
  id: number
  type: string
  movementDateISO: string
  inventory: { recordId: string; storage: { destination: Bay } }
}

/** A store of a hundred bays in the middle of its harvest. */
export interface HarvestFarm {
  /** The next request of each kind; every bay, field and ticket is taken by chance. */
  loads: Record<LoadKind, () => LoadRequest>
}

/**
 * Fills a store through the service: a hundred bays of the same wheat, each with so many loads of the last days, off the fields, from
 * a grower and to a mill.
 */
export async function fillHarvestFarm(
  origin: string,
  key: string,
  { laterEntries }: { laterEntries: number },
): Promise<HarvestFarm> {
  const call = callerOf(origin)
  const ask = async (path: string, body?: object) =>
    JSON.parse(await call(inventory + path, { key, ...(body && { body }) }))
  const makePlace = (name: string, type: string, more: object) =>
    ask('/storage', { name, type, location: null, ...more })
  const makeStock = (source: object, storage: object) =>
    ask('/records', {
      type: 'crop',
      harvestYear: HARVEST_YEAR,
      owned: true,
      commodity: wheat,
      source,
      storage: [storage],
    })
  const substorage = Array.from({ length: BAYS }, (_bay, index) => ({ name: `Bay ${index}` }))
  const store = await makePlace('Harvest Store', 'store', { substorage })
  const parcels: Parcel[] = []
  for (const { id: substorageId } of store.substorage) {
    const bay = { storageId: store.id, substorageId }
    const source = { type: 'existing', importDateUTC: '2025-08-01' }
    parcels.push({ id: (await makeStock(source, { ...bay, weight: PARCEL_KILOGRAMS })).id, bay })
  }
  const fields: { id: string; planId: string }[] = []
  for (let field = 0; field < FIELDS; field++) {
    const { id } = await makePlace(`Field ${field}`, 'field', { area: 10, substorage: [] })
    const source = { type: 'planting', planting: { expectedYield: 8000 } }
    const { harvest } = await makeStock(source, { storageId: id, area: 10 })
    fields.push({ id, planId: harvest.harvestPlanId })
  }
  await importHistory(call, key, laterEntries * BAYS)
  const { docs: entered } = await ask('/movements?limit=100&sortBy=movementDateISO&sortDesc=true')
  return { loads: loadsOf({ key, parcels, fields, entered }) }
}

/** Off the fields and from the grower as much, and half as much to the mill, in turns over the bays. */
async function importHistory(call: Caller, key: string, count: number): Promise<void> {
  const start = Date.now() - DAYS * DAY_MILLISECONDS
  const lines = Array.from({ length: count }, (_load, load) => {
    const at = new Date(start + (load / count) * DAYS * DAY_MILLISECONDS).toISOString()
    const place = Math.floor(load / BAYS) % 5
    const from = place < 2 ? `Field ${(load * 7) % FIELDS},,` : place < 4 ? ',Valley Farm,' : ',,Valley Mill'
    const crop = place === 4 ? ',,,' : `Wheat,Winter,Group 1,${VARIETY}`
    return `${at.slice(0, 10)},${at.slice(11, 19)},1000,Harvest Store,Bay ${load % BAYS},${from},${crop},${HARVEST_YEAR}`
  })
  const header =
    'Date,Time,Net (kg),Store,Bay,Field,Sender,Receiver,Commodity,Type,Grade,Variety,Harvest year'
  const form = new FormData()
  form.append('file', new Blob([[header, ...lines].join('\n')], { type: 'text/csv' }), 'loads.csv')
  const answer = await call(`${inventory}/imports/inventory/loads?create=partners`, { key, body: form })
  if (JSON.parse(answer).success !== count) throw new Error(`not all was imported: ${answer.slice(0, 1000)}`)
}

const one = <Each>(among: Each[]): Each => {
  const each = among[randomInt(among.length)]
  if (each === undefined) throw new Error('There is nothing to take one of.')
  return each
}

// To the second, as a weighbridge says it.
const said = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
const now = () => said(Date.now())
/** In the day before all the later entries. */
const late = () => said(Date.now() - DAYS * DAY_MILLISECONDS - 60_000 - randomInt(DAY_MILLISECONDS))

function loadsOf({
  key,
  parcels,
  fields,
  entered,
}: {
  key: string
  parcels: Parcel[]
  fields: { id: string; planId: string }[]
  entered: Entered[]
}): HarvestFarm['loads'] {
  const send = (path: string, body: object, method?: string): LoadRequest => ({
    path: inventory + path,
    headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
    body,
    ...(method !== undefined && { method }),
  })
  const move = (movementDateISO: string, to?: object) => {
    const from = randomInt(parcels.length)
    const other = parcels[(from + 1 + randomInt(parcels.length - 1)) % parcels.length]
    const destination = to ? { destination: to, sold: true } : { destination: other?.bay }
    return send('/movements', { recordId: parcels[from]?.id, weight: 1, movementDateISO, ...destination })
  }
  const takeIn = (moveAtUTC: string) => {
    const sender = { id: 'valley-farm', name: 'Valley Farm' }
    return send('/records', {
      type: 'crop',
      harvestYear: HARVEST_YEAR,
      owned: true,
      commodity: wheat,
      source: { type: 'intake', intake: { moveAtUTC, sender, driverName: 'Sam' } },
      storage: [{ ...one(parcels).bay, weight: 1 }],
    })
  }
  const bringIn = () => {
    const { id: fieldId, planId } = one(fields)
    const measured = { moisture: null, temperature: null, sample: null }
    const load = { fieldId, commodityId: wheat.id, commodityGroupId: wheat.type, ...one(parcels).bay }
    const lorry = { driverName: 'Sam', driverRegistration: 'AB12 CDE' }
    return send(`/harvest-plans/${planId}/loads`, [
      { ...load, dateISO: now(), weightNet: 1, ...measured, ...lorry },
    ])
  }
  const correct = () => {
    const { id, type, movementDateISO, inventory: what } = one(entered)
    const { storageId, substorageId } = what.storage.destination
    const to =
      type === 'outbound' ? { destination: mill, sold: true } : { destination: { storageId, substorageId } }
    const body = { recordId: what.recordId, movementDateISO, weight: 900 + randomInt(100), ...to }
    return send(`/movements/${id}`, body, 'PUT')
  }
  return {
    movement: () => move(now()),
    intake: () => takeIn(now()),
    'harvest load': bringIn,
    'outgoing load': () => move(now(), mill),
    'late movement': () => move(late()),
    'late intake': () => takeIn(late()),
    correction: correct,
  }
}
