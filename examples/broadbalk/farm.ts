import type { Season } from './file.ts'
import { sumOf, type Crop } from './file.ts'
import { kilograms, type Service } from './service.ts'
import { bays, type Bay } from './steps.ts'

/** The plots as fields, a grain store and a straw barn. */
export interface Farm {
  fields: Map<string, string>
  bays: Map<Bay, Place>
}

export interface Place {
  storageId: string
  substorageId: number
}

/** Ids of the GB catalogue: GET /commodities?countryISO=GB. */
export const commodities: Record<Crop, { id: number; type: number }> = {
  grain: { id: 1, type: 101 },
  straw: { id: 22, type: 2201 },
}

interface StorageLocation {
  id: string
  substorage: { id: number; name: string }[]
}

export async function makeFarm(service: Service, seasons: Season[]): Promise<Farm> {
  const fields = new Map<string, string>()
  for (const { plot } of seasons[0]?.plots ?? []) {
    const { body } = await service.send<StorageLocation>('POST', 'storage', `field-${plot}`, {
      name: `Broadbalk ${plot}`,
      type: 'field',
      location: null,
      substorage: [],
    })
    fields.set(plot, body.id)
  }
  const isStraw = (bay: Bay) => bay.startsWith('Straw')
  return {
    fields,
    bays: new Map([
      ...(await makeStore(
        service,
        'Grain store',
        'grain',
        bays.filter((bay) => !isStraw(bay)),
        seasons,
      )),
      ...(await makeStore(service, 'Straw barn', 'straw', bays.filter(isStraw), seasons)),
    ]),
  }
}

/** Any bay could take the largest harvest in the file. */
async function makeStore(
  service: Service,
  name: string,
  crop: Crop,
  own: Bay[],
  seasons: Season[],
): Promise<[Bay, Place][]> {
  const largest = Math.max(...seasons.map(({ plots }) => sumOf(plots, crop)))
  const { body } = await service.send<StorageLocation>('POST', 'storage', `store-${crop}`, {
    name,
    type: 'store',
    location: null,
    substorage: own.map((bay) => ({
      name: bay,
      capacity: [{ commodityId: commodities[crop].id, weight: kilograms(largest) }],
    })),
  })
  return own.map((bay) => {
    const made = body.substorage.find((each) => each.name === bay)
    if (!made) throw new Error(`${name} was made without ${bay}`)
    return [bay, { storageId: body.id, substorageId: made.id }]
  })
}
