import { book, nameOf, type Books } from './books.ts'
import { commodities, type Farm } from './farm.ts'
import type { Crop, Season } from './file.ts'
import { askPosition } from './position.ts'
import { kilograms, type Service } from './service.ts'
import type { Harvest, Haul, Intake, Parcel, Partner, Sale, Step } from './steps.ts'

/** A season being entered. */
export interface Office {
  service: Service
  farm: Farm
  books: Books
  /** The records of plantings, by crop, year and plot. */
  plantings: Map<string, string>
  /** The records of what lies in bays, by the parcel's name. */
  parcels: Map<string, string>
  /** The movements that a step made, by its key; of a harvest one for each load. */
  movements: Map<string, string[]>
}

interface Acknowledgement {
  ids: string[]
}

export function plantingName(crop: Crop, year: number, plot: string): string {
  return `${crop} ${year} ${plot}`
}

/** Winter wheat, sown in the autumn before. What comes off a field is off a planting, so straw has one of its own. */
export async function plant(
  { service, farm, plantings }: Office,
  { year, plots }: Season,
  crop: Crop,
): Promise<void> {
  const { body } = await service.send<{ id: string }[]>('POST', 'records', `${year}-plant-${crop}`, {
    name: `Wheat ${crop} ${year}`,
    type: 'crop',
    harvestYear: String(year),
    owned: true,
    commodity: commodities[crop],
    storage: plots.map(({ plot }) => ({ storageId: farm.fields.get(plot), type: 'field' })),
    source: {
      type: 'planting',
      planting: { plantingAtUTC: `${year - 1}-10-01`, plantingAtDateType: 'month' },
    },
  })
  for (const [index, { plot }] of plots.entries())
    plantings.set(plantingName(crop, year, plot), body[index]?.id ?? '')
}

/** Enters a step with the service, and in the books. */
export async function enter(office: Office, step: Step): Promise<void> {
  const movements = await enterWith(office, step)
  office.movements.set(step.key, movements)
  book(office.books, step)
}

function enterWith(office: Office, step: Step): Promise<string[]> {
  switch (step.kind) {
    case 'harvest':
      return harvest(office, step)
    case 'intake':
      return takeIn(office, step)
    case 'haul':
      return haul(office, step)
    case 'sale':
      return sell(office, step)
  }
}

async function harvest({ service, farm, plantings }: Office, step: Harvest): Promise<string[]> {
  const { body } = await service.send<Acknowledgement>('POST', 'movements/bulk', step.key, {
    records: step.loads.map(({ plot, grams }) => ({
      id: plantings.get(plantingName(step.crop, step.to.year, plot)),
      weight: kilograms(grams),
    })),
    movementDateISO: step.at,
    destination: placeOf(farm, step.to),
  })
  return body.ids
}

/** With a weighbridge ticket: the cart weighs half of its load. */
async function takeIn(
  { service, farm, parcels }: Office,
  { key, at, from, owned, to, grams }: Intake,
): Promise<string[]> {
  const empty = Math.floor(grams / 2)
  const { body } = await service.send<{ id: string }>('POST', 'records', key, {
    type: 'crop',
    harvestYear: String(to.year),
    owned,
    commodity: commodities.grain,
    storage: [placeOf(farm, to)],
    source: {
      type: 'intake',
      ...(!owned && { owner: from }),
      intake: {
        moveAtUTC: at,
        sender: from,
        vehicleRegistration: 'Cart 1',
        weighbridgeRecord: { empty: kilograms(empty), full: kilograms(empty + grams) },
      },
    },
  })
  parcels.set(nameOf(to), body.id)
  return []
}

async function haul(office: Office, step: Haul): Promise<string[]> {
  const { service, farm } = office
  const recordId = await recordOf(office, step.from, step.at)
  const isMove = 'bay' in step.to
  const { body } = await service.send<Acknowledgement>('POST', 'movements', step.key, {
    recordId,
    weight: kilograms(step.grams),
    movementDateISO: step.at,
    adjustToZero: step.empties,
    ...('bay' in step.to
      ? { destination: placeOf(farm, step.to) }
      : { destination: partnerOf(step.to), sold: step.sold }),
    ...(step.lost && { adjustment: { weight: -kilograms(step.lost.grams), reason: step.lost.reason } }),
    ...(!isMove && { driver: { vehicleRegistration: 'Waggon 1', loadReference: step.key } }),
  })
  // Nobody weighs these.
  if (!isMove) await complete(office, step.key, body.ids, { recordId, isComplete: true })
  return body.ids
}

/** One load estimated and then weighed, and copies of it. */
async function sell(office: Office, step: Sale): Promise<string[]> {
  const { service } = office
  const recordId = await recordOf(office, step.from, step.at)
  const { body: first } = await service.send<Acknowledgement>('POST', 'movements', step.key, {
    recordId,
    weight: kilograms(step.estimatedGrams),
    movementDateISO: step.at,
    destination: partnerOf(step.to),
    sold: true,
    driver: { vehicleRegistration: 'Waggon 1', loadReference: step.key },
  })
  const empty = Math.floor(step.netGrams / 2)
  const weighbridge = { empty: kilograms(empty), full: kilograms(empty + step.netGrams) }
  await complete(office, step.key, first.ids, { recordId, weighbridge })
  const { body: copies } = await service.send<Acknowledgement>(
    'POST',
    `movements/${first.ids[0]}/duplicate`,
    `${step.key}-again`,
    { recordId, count: step.copies },
  )
  await complete(office, `${step.key}-again`, copies.ids, { recordId, isComplete: true })
  return [...first.ids, ...copies.ids]
}

async function complete({ service }: Office, key: string, ids: string[], body: object): Promise<void> {
  for (const [index, id] of ids.entries())
    await service.send('PUT', `movements/${id}/actions`, `${key}-done-${index}`, body)
}

/** What lies in a bay: the service answers a movement without the record that it made, so the position is asked. */
async function recordOf({ service, farm, parcels }: Office, parcel: Parcel, at: string): Promise<string> {
  const name = nameOf(parcel)
  if (!parcels.has(name)) {
    const { recordIds } = await askPosition(service, farm, at)
    for (const [each, recordId] of recordIds) parcels.set(each, recordId)
  }
  const recordId = parcels.get(name)
  if (recordId === undefined) throw new Error(`the service knows of nothing in ${name} at ${at}`)
  return recordId
}

export function placeOf(farm: Farm, { bay }: Parcel) {
  const place = farm.bays.get(bay)
  if (!place) throw new Error(`there is no ${bay}`)
  return place
}

function partnerOf({ id, name }: Partner) {
  return { organisationId: id, organisationName: name }
}
