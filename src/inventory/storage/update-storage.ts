import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { fault, refuseFaults, Refusal, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { tidyTags } from '../free-tags.ts'
import { filePlantings } from '../records/file-plantings.ts'
import { noteUpdates } from '../stock/note-change.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'
import { addBays, bayFaults, renameBays, writeBays, type BayInput } from './bays.ts'
import { validateBoundary } from './boundaries.ts'
import { changeLocation, locationFaults } from './location.ts'
import {
  businessUnitFaults,
  findBays,
  lockStorageWithBays,
  setBusinessUnits,
  businessUnitsOf,
  findBusinessUnits,
  lockStorages,
  type LockedStorage,
} from './lock-storage.ts'
import { getStorage } from './queries.ts'
import type { UpdatedStorage, UpdateStorageBody, BusinessUnitsBody } from './schema.ts'
import { watchStorages } from './bays.ts'

/**
 * Changes what the body gives of a place, and nothing else. A bay with an id is updated, one without is added, and bays
 * left out stay; a list of capacities replaces that bay's. `location` null clears it, `area` null forgets it.
 *
 * @throws Refusal every fault at once, such as a field that would be smaller than what is planted there
 */
export async function updateStorage(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: UpdateStorageBody,
): Promise<UpdatedStorage> {
  const storage = await lockStorageWithBays(trx, actor, id)
  const { boundary, faults: boundaryFaults } = validateBoundary(storage, body.boundary)
  refuseFaults([...(await updateFaults(trx, actor, storage, body)), ...boundaryFaults])

  const publishChanges = await watchStorages(trx, actor, [id])
  await trx
    .updateTable('storages')
    .set({ ...descriptionAfter(storage, body), ...boundary })
    .where('id', '=', id)
    .execute()
  await spreadCrops(trx, actor, storage, body.area ?? 0)
  if (body.businessUnitIds) {
    await setBusinessUnits(trx, actor, [id], body.businessUnitIds)
    await filePlantings(trx, actor, { fieldIds: [id] })
  }
  const removed = await findRemoved(trx, actor, body.substorage ?? [])
  await changeBays(trx, actor, id, body.substorage ?? [])
  await publishChanges({ type: 'storage.updated', data: { changed: Object.keys(body) } })
  return {
    ...(await getStorage(trx, actor, id)),
    ...(removed && { message: render(removed, actor) }),
  }
}

/** Which capacities the lists of a body leave out, and so remove: somebody may have meant to add one. */
async function findRemoved(trx: Transaction, actor: Actor, bays: BayInput[]): Promise<Message | undefined> {
  const kept = new Map(
    bays.flatMap(({ id, capacity }) =>
      id !== undefined && capacity ? [[id, new Set(capacity.map((each) => each.commodityId))]] : [],
    ),
  )
  if (kept.size === 0) return undefined
  const { rows } = await sql<{ bay_id: number; name: string; commodity_id: number }>`
    select c.bay_id, bays.name, c.commodity_id from bay_capacities c join bays on bays.id = c.bay_id
    where c.bay_id = any(${[...kept.keys()]}::bigint[]) order by c.bay_id, c.commodity_id`.execute(trx)
  const removed = rows.filter((row) => !kept.get(row.bay_id)?.has(row.commodity_id))
  if (removed.length === 0) return undefined
  const renamed = new Map(bays.map(({ id, name }) => [id, name]))
  const leftOut = removed.map((row) => ({
    bay: renamed.get(row.bay_id) ?? row.name,
    commodity: commodityNameFor(actor, row.commodity_id) ?? String(row.commodity_id),
  }))
  return message('capacitiesWereRemoved', { removed: leftOut })
}

/** Adds the bays without an id, and changes the others. */
async function changeBays(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  bays: BayInput[],
): Promise<void> {
  await renameBays(trx, bays)
  const fresh = bays.filter(({ id }) => id === undefined)
  const ids = await addBays(
    trx,
    actor,
    fresh.map(({ name = '' }) => ({ storageId, name })),
  )
  const added = fresh.map((bay, index) => ({ ...bay, id: ids[index] ?? 0 }))
  const standing = bays.flatMap((bay) => (bay.id === undefined ? [] : [{ ...bay, id: bay.id }]))
  await writeBays(trx, actor, storageId, [...standing, ...added])
}

async function updateFaults(
  trx: Transaction,
  actor: Actor,
  storage: LockedStorage,
  body: UpdateStorageBody,
): Promise<Fault[]> {
  const given = body.substorage ?? []
  const standing = await findBays(trx, storage.id)
  const ids = given.map((bay) => bay.id)
  const bays = given.flatMap(({ id }, index) => {
    if (id === undefined) return []
    if (!standing.some((bay) => bay.id === id)) {
      return [
        fault(`substorage[${index}].id`, message('isNoBay', { store: storage.name, bay: id }), 'unknown'),
      ]
    }
    return ids.indexOf(id) === index
      ? []
      : [fault(`substorage[${index}].id`, message('isGivenTwice', {}), 'duplicate')]
  })
  return [
    ...(storage.type === 'field' && given.length > 0
      ? [fault('substorage', message('fieldHasNoBays', {}))]
      : []),
    ...(await areaFaults(trx, storage, body.area ?? 0)),
    ...locationFaults(storage.location, body.location),
    ...(await businessUnitFaults(trx, actor, 'businessUnitIds', body.businessUnitIds ?? [], () =>
      businessUnitsOf(trx, storage.id),
    )),
    ...bays,
    ...(await bayFaults(trx, actor, standing, given)),
  ]
}

/** A field does not become smaller than a crop that stands in it; 0 hectares are an area that nobody knows. */
async function areaFaults(
  trx: Transaction,
  { id, area_hectares }: LockedStorage,
  area: number,
): Promise<Fault[]> {
  const present = squareMetres(area_hectares ?? 0)
  const wanted = squareMetres(area)
  if (wanted === 0 || (present > 0 && wanted >= present)) return []
  const largest = await trx
    .selectFrom('records')
    .select(['name', 'area_hectares'])
    .where('storage_id', '=', id)
    .where('source', '=', 'planting')
    .where('remaining_area_hectares', '>', '0')
    .where('area_hectares', '>', hectaresFrom(wanted))
    .orderBy('area_hectares', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!largest) return []
  const planted = Number(largest.area_hectares)
  return [fault('area', message('isSmallerThanCrop', { planted, crop: largest.name }), 'minimum')]
}

/**
 * Crops that were entered before anybody said the field's area stand on the whole of it: they get it with the field. One that
 * was shared out with its field stands on 0 ha because all of it went to the parts, and gets nothing.
 */
async function spreadCrops(
  trx: Transaction,
  actor: Actor,
  { id, area_hectares }: LockedStorage,
  area: number,
): Promise<void> {
  if (squareMetres(area_hectares ?? 0) > 0 || squareMetres(area) === 0) return
  const hectares = hectaresFrom(squareMetres(area))
  const { rows: crops } = await sql<{ recordId: string }>`
    update records set area_hectares = ${hectares}, remaining_area_hectares = ${hectares}, updated_at = ${actor.now}::timestamptz
    where storage_id = ${id} and source = 'planting' and coalesce(area_hectares, 0) = 0
      and not exists (
        select from storages part
        join records share on share.storage_id = part.id and share.source = 'planting'
        join record_changes made on made.storer_id = share.keeper_id and made.record_id = share.id and made.type = 'created'
        where part.organisation_id = ${actor.organisationId} and part.split_from = ${id}
          and made.details ->> 'sourceRecordId' = records.id::text
      )
    returning id as "recordId"`.execute(trx)
  const note = message('areaIsThatOfField', { after: Number(hectares) })
  await noteUpdates(
    trx,
    actor,
    crops.map(({ recordId }) => ({ recordId, message: note })),
  )
}

function descriptionAfter(storage: LockedStorage, { name, tags, area, location }: UpdateStorageBody) {
  return {
    name: name === undefined ? storage.name : tidied(name),
    tags: tags === undefined ? storage.tags : tidyTags(tags),
    area_hectares: area === undefined ? storage.area_hectares : areaOf(storage, area),
    location: location === undefined ? storage.location : changeLocation(storage.location, location),
  }
}

/** 0, like null, is an area that nobody knows; but a field that was wholly split has none, and stays so when its answer is sent back. */
function areaOf({ area_hectares }: LockedStorage, area: number | null): string | null {
  const metres = squareMetres(area ?? 0)
  const isSplitUp = area_hectares !== null && squareMetres(area_hectares) === 0
  if (metres > 0 || (isSplitUp && area !== null)) return hectaresFrom(metres)
  return null
}

/**
 * Puts places under one business unit, in place of those they were under. All or none: a place that is not the
 * caller's is `not_found`, named by its row.
 */
export async function assignBusinessUnit(
  trx: Transaction,
  actor: Actor,
  { businessUnitId, storageIds }: BusinessUnitsBody,
): Promise<{ message: string; status: string }> {
  const unit = (await findBusinessUnits(trx, actor, [businessUnitId])).get(businessUnitId)
  const storages = await lockStorages(trx, actor, storageIds)
  const missing = storageIds.flatMap((id, index) =>
    storages.has(id) ? [] : [fault(`storageIds[${index}]`, message('isNoStorage', { id }), 'unknown')],
  )
  const unitFaults =
    unit === undefined
      ? [fault('businessUnitId', message('isNoBusinessUnit', { given: businessUnitId }), 'unknown')]
      : []
  if (missing.length > 0) {
    throw new Refusal('not_found', message('placesAreMissing', {}), {
      faults: [...unitFaults, ...missing],
    })
  }
  refuseFaults(unitFaults)
  const ids = [...storages.keys()]
  const publishChanges = await watchStorages(trx, actor, ids)
  await setBusinessUnits(trx, actor, ids, [businessUnitId])
  await filePlantings(trx, actor, { fieldIds: ids })
  await publishChanges({ type: 'storage.updated', data: { businessUnitIds: [businessUnitId] } })
  const done = message('placesBelongTo', { count: ids.length, unit: unit ?? '' })
  return { status: 'success', message: render(done, actor) }
}
