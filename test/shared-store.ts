import type { Client, TestApp } from './app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from './factories.ts'
import { intake, makeBays, makeField, oldStock, WINTER_WHEAT, type Bay } from './farm.ts'
import { makeFile, ok } from './scene.ts'

export const base = '/api/inventory'

/** A store with the grain of several, and all that can be asked of it. */
export interface World {
  service: TestApp
  keeper: TestOrganisation
  owner: TestOrganisation
  neighbour: TestOrganisation
  stranger: TestOrganisation
  marker: string
  /** The owner's grain lies in the first, to which some of the neighbour's is planned to come; the neighbour's in the second. */
  bays: Bay[]
  /** Where the owner's grain has been, in another store. */
  left: Bay
  fieldId: string
  records: Record<'owners' | 'gone' | 'ownersCrop' | 'neighbours' | 'neighboursCrop', string>
  planned: string
  movementIds: string[]
  contracts: Record<'owners' | 'neighbours', string>
  fileId: string
  unitId: string
}

/** An owner's grain, a neighbour's, and who keeps both. */
export async function openSharedStore(service: TestApp): Promise<World> {
  return furnish({
    service,
    keeper: await makeOrganisation(service, { name: 'Keeper' }),
    owner: await makeOrganisation(service, { name: 'Owner' }),
    neighbour: await makeOrganisation(service, { name: 'Neighbour' }),
    stranger: await makeOrganisation(service, { name: 'Stranger' }),
    marker: 'shared',
  })
}

async function furnish(
  people: Pick<World, 'service' | 'keeper' | 'owner' | 'neighbour' | 'stranger' | 'marker'>,
): Promise<World> {
  const { keeper, owner, neighbour } = people
  await acceptForGood(owner, keeper)
  await acceptForGood(neighbour, keeper)
  const scene = { ...people, farm: keeper, as: keeper.as }
  const client = keeper.as('owner')
  const enter = async (body: object) => ok(await client.post(`${base}/records`, body)).id as string
  const bays = await makeBays(scene, 3)
  const [first, second] = bays as [Bay, Bay]
  const [left] = (await makeBays(scene)) as [Bay]
  const capacity = { substorageId: first.substorageId, commodityId: WINTER_WHEAT.id, weight: 100_000 }
  ok(await client.post(`${base}/storage/${first.storageId}/commodities`, capacity))
  const fieldId = await makeField(scene, 20)
  const fileId = await makeFile(scene)
  const records = {
    owners: await enter(intake(first, 60_000, of(owner))),
    gone: await enter(intake(left, 5000, of(owner))),
    ownersCrop: await enter(crop(fieldId, owner)),
    neighbours: await enter(intake(second, 30_000, of(neighbour))),
    neighboursCrop: await enter(crop(fieldId, neighbour)),
  }
  const { storageId, substorageId } = second
  const movements = [
    await move(client, records.gone, 5000),
    await move(client, records.owners, 1000, '2026-09-30'),
    await move(client, records.owners, 500, '2025-08-10', {
      storageId,
      substorageId: bays[2]?.substorageId ?? substorageId,
    }),
  ]
  return {
    ...people,
    bays,
    left,
    fieldId,
    records,
    planned: await enter(planned(first, 1000, neighbour)),
    movementIds: movements,
    contracts: {
      owners: ok(await client.post(`${base}/contracts`, contract(owner, [fileId]))).id,
      neighbours: ok(await client.post(`${base}/contracts`, contract(neighbour))).id,
    },
    fileId,
    unitId: ok(await client.post('/api/identity/business-units', { name: 'Malting', type: 'store' })).id,
  }
}

/** What makes the body of a record somebody's. */
export function of({ organisationId }: TestOrganisation, moveAtUTC = '2025-08-01') {
  const owner = { id: organisationId }
  return { owned: false, source: { owner, intake: { moveAtUTC, driverName: 'Sam', sender: owner } } }
}

/** Grain that is to come while the owner's lies there. */
export function planned(bay: Bay, weight: number, owner: TestOrganisation) {
  return intake(bay, weight, of(owner, '2026-09-01'))
}

function crop(storageId: string, { organisationId }: TestOrganisation) {
  const source = { type: 'planting', owner: { id: organisationId }, planting: { expectedYield: 8000 } }
  return {
    ...oldStock({ storageId, substorageId: 0 }, 0),
    owned: false,
    storage: [{ storageId, area: 5 }],
    source,
  }
}

/** A storage contract with somebody. */
export function contract({ organisationId, name }: TestOrganisation, fileIds: string[] = []) {
  return {
    ownerOrganisationId: organisationId,
    ownerOrganisationName: name,
    details: {
      reference: `ST ${name}`,
      startDateISO: '2025-07-01',
      endDateISO: '2035-06-30',
      services: {},
      files: fileIds.map((id) => ({ id })),
    },
    inventory: { weightKG: 10_000, commodity: { id: WINTER_WHEAT.id, type: WINTER_WHEAT.type } },
  }
}

/** Moves kilograms to a bay, or sells them; answers the movement's number. */
export async function move(
  client: Client,
  recordId: string,
  weight: number,
  date = '2025-08-20',
  to?: Bay,
): Promise<string> {
  const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
  const body = {
    recordId,
    weight,
    movementDateISO: date,
    ...(to ? { destination: to } : { destination: mill, sold: true }),
  }
  return ok(await client.post(`${base}/movements`, body)).ids[0]
}

/** All that can be asked of such a store: by id, by every filter and order, along time, and as CSV. */
export function readingsOf(world: World): string[] {
  const urls = [...byId(world), ...searches(world), ...elsewhere]
  return [...urls.map((url) => `${base}${encodeURI(url)}`), `/api/system/files/${world.fileId}/info`]
}

function byId({ records, planned, movementIds, contracts, bays, left, fieldId }: World): string[] {
  const ids = [...Object.values(records), planned]
  const storeId = bays[0]?.storageId ?? ''
  return [
    ...ids.flatMap((id) => [`/records/${id}`, `/records/${id}/trace`]),
    ...movementIds.map((id) => `/movements/${id}/trace`),
    ...Object.values(contracts).map((id) => `/contracts/${id}`),
    `/records/by-ids?ids=${ids.join(',')}`,
    `/storage/by-records?ids=${ids.join(',')}`,
    `/storage/notes?storageId=${storeId}`,
    ...[storeId, left.storageId, fieldId].flatMap((id) => [
      `/storage/${id}`,
      `/storage/${id}/conflicts`,
      `/movements?f:storageSourceId=${id}`,
      `/records?f:storageId=${id}`,
    ]),
  ]
}

function searches({ keeper, neighbour, contracts, unitId }: World): string[] {
  const owners = [neighbour.organisationId, keeper.organisationId]
  const orders = ['createdAtUTC', 'name', 'variety', 'organisationName', 'storageName', 'area', 'weight']
  const ofRecords = ['format=csv', 'docs=false', 'ownerStatus=stored by', 'f:tagl=dry']
  const ofPlaces = ['', 'conflict=true', 'conflict=false', 'sortBy=weight', 'sortBy=createdAtUTC']
  const ofMovements = ['conflicts=true', 'conflicts=true&format=csv', 'f:status=deleted', 'sortBy=weight']
  return [
    ...orders.map((by) => `/records?sortBy=${by}`),
    ...ofRecords.map((query) => `/records?${query}`),
    ...[...ofPlaces, 'query=Bay', 'query=Malt', 'format=csv'].flatMap((query) => [
      `/storage?${query}`,
      `/storage/search?${query}`,
    ]),
    ...owners.flatMap((id) => [
      `/records?f:organisationId=${id}`,
      `/storage/search?f:ownerOrganisationId=${id}`,
    ]),
    `/records?f:businessUnitIds=${unitId}`,
    `/storage/search?f:businessUnitIds=${unitId}`,
    '/storage/search?f:tags=dry',
    `/storage?storeCommodity=${WINTER_WHEAT.id}`,
    ...ofMovements.map((query) => `/movements?${query}`),
    `/movements?storageContractId=${contracts.neighbours}`,
    ...['', '?format=csv', '?query=Neigh'].map((query) => `/contracts${query}`),
    `/contracts?f:ownerOrganisationId=${neighbour.organisationId}`,
  ]
}

const elsewhere = [
  '/storage/names',
  '/movements/actions',
  ...['2025-08-15', '2026-08-14', '2026-10-01'].map((at) => `/position?at=${at}`),
  '/commodities/organisation',
  '/organisations/with-commodity',
  '/varieties/suggest?query=Zyz',
  '/harvest-plans',
  '/harvest-plans/history',
  ...['fields', 'stores', 'inventory/stores', 'inventory/fields'].map((kind) => `/imports/${kind}/export`),
]
