import { adjustRemainingArea } from '../../inventory/harvest/adjust-remaining-area.ts'
import { createRecord } from '../../inventory/movements/intakes/create-record.ts'
import { createNote } from '../../inventory/storage/notes.ts'
import { createStorage } from '../../inventory/storage/create-storage.ts'
import type { CreateStorageBody } from '../../inventory/storage/schema.ts'
import { pointIn } from '../../kernel/boundary-measures.ts'
import { bays, buyers, fields, stores, type BayName, type DemoField, type StoreName } from './farm.ts'
import { outlines, positions } from './outlines.ts'
import { enterWeighedLoad, loadTime, noteStock, on, toBay, demoWeighed, type DemoOffice } from './office.ts'

const CLEANED = 101

/** The two stores with their bays, swept before harvest. */
export async function makeStores(office: DemoOffice): Promise<void> {
  const actor = office.at(on(office, 7, 1))
  for (const name of Object.keys(stores) as StoreName[]) {
    const own = (Object.keys(bays) as BayName[]).filter((bay) => bays[bay].store === name)
    const store = await createStorage(office.trx, actor, {
      name,
      type: 'store',
      location: { address: stores[name] },
      substorage: own.map((bay) => ({ name: bay, capacity: [bays[bay].capacity] })),
    })
    for (const [index, bay] of own.entries()) {
      const { id } = store.substorage[index] ?? {}
      if (id !== undefined) office.bays.set(bay, { storageId: store.id, bayId: id })
    }
    const note = 'Swept, washed and dried before harvest.'
    await createNote(office.trx, actor, { storageId: store.id, reasonId: CLEANED, note })
  }
}

/** The fields, with the crop that stands on them at the beginning of July. Answers the record of each planting. */
export async function sow(office: DemoOffice): Promise<Map<string, string>> {
  const plantings = new Map<string, string>()
  for (const field of fields) plantings.set(field.name, await sowField(office, field))
  return plantings
}

async function sowField(office: DemoOffice, field: DemoField): Promise<string> {
  const { name, areaHectares, commodity, sownOn, expectedYieldKilogramsPerHectare: expectedYield } = field
  const actor = office.at(on(office, 7, 1, 11))
  const storage = await createStorage(office.trx, actor, {
    name,
    type: 'field',
    area: areaHectares,
    ...placeOf(name),
    substorage: [],
  })
  // What is sown after the summer is for the next year's harvest.
  const sownInYear = office.year - (sownOn.month > 7 ? 1 : 0)
  const sowing = new Date(Date.UTC(sownInYear, sownOn.month - 1, sownOn.day))
  const [planting] = await createRecord(office.trx, actor, {
    type: 'crop',
    harvestYear: String(office.year),
    owned: true,
    name: `${name} ${office.year}`,
    commodity,
    storage: [{ storageId: storage.id, area: areaHectares }],
    source: { planting: { plantingAtUTC: sowing.toISOString().slice(0, 10), expectedYield } },
  })
  if (!planting) throw new Error('a planting that was made has a record')
  return planting.recordId
}

/** Gives the location of a field: its boundary and a point in it, or a position alone. */
function placeOf(name: string): Pick<CreateStorageBody, 'location' | 'boundary'> {
  const address = stores['Home Barn']
  const [first, ...ring] = outlines[name] ?? []
  if (!first) return { location: { address, coordinates: positions[name] ?? null } }
  const boundary = { type: 'MultiPolygon' as const, coordinates: [[[first, ...ring, first]]] }
  return { location: { address, coordinates: pointIn(boundary) }, boundary }
}

/** The loads of a field: by trailer over the weighbridge to a bay, or by lorry from the field to the maltings. */
export async function demoHarvest(office: DemoOffice, field: DemoField, planting: string): Promise<void> {
  const { name, bay, harvest: job } = field
  for (let index = 0; index < job.loads; index++) {
    const trailer = (index % 3) + 1
    const at = loadTime({ year: office.year, ...job, index })
    await enterWeighedLoad(office, {
      recordId: planting,
      at,
      netKilograms: demoWeighed(job.loadKilograms, name.length * 31 + index),
      ...(bay === undefined
        ? {
            destination: buyers.maltings,
            driver: { vehicleRegistration: `AA0${index + 1} MLT`, loadReference: `${name} ${index + 1}` },
            emptyKilograms: 15_040,
          }
        : {
            destination: toBay(office, bay),
            driver: { name: `Trailer ${trailer}`, loadReference: `${name} ${index + 1}` },
            emptyKilograms: 12_900 + trailer * 180,
          }),
    })
    if (bay !== undefined && index === 0) await noteStock(office, bay, at)
  }
  await cutAll(office, planting, loadTime({ year: office.year, ...job, index: job.loads - 1 }))
}

/** After the last load the whole field is said to be cut, without which no yield by the hectare is known. */
async function cutAll(office: DemoOffice, planting: string, at: Date): Promise<void> {
  const { harvest_plan_id, storage_id, area_hectares } = await office.trx
    .selectFrom('records')
    .select(['harvest_plan_id', 'storage_id', 'area_hectares'])
    .where('id', '=', planting)
    .executeTakeFirstOrThrow()
  if (harvest_plan_id === null || storage_id === null) throw new Error('a planting has a plan and a field')
  await adjustRemainingArea(office.trx, office.at(at), harvest_plan_id, [
    { fieldId: storage_id, areaRemaining: 0, originalAreaRemaining: Number(area_hectares) },
  ])
}
