import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { createRecords } from '../movements/intakes/create-record.ts'
import { validateBoundary } from './boundaries.ts'
import { addBays, bayFaults, writeBays } from './bays.ts'
import { nowhere, type Location } from '../../system/locations/schema.ts'
import { changeLocation, locationFaults } from './location.ts'
import { businessUnitFaults } from './lock-storage.ts'
import { getStorage } from './queries.ts'
import type { CreateStorageBody, StorageDetails, StorageType } from './schema.ts'
import { sql } from 'kysely'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { tidyTags } from '../free-tags.ts'
import { message } from '../../words/catalogue.ts'

/** Makes a field, or a store with its bays, their capacities, notes and the stock that lies in them already. All or nothing. */
export async function createStorage(
  trx: Transaction,
  actor: Actor,
  body: CreateStorageBody,
): Promise<StorageDetails> {
  const faults = await createFaults(trx, actor, body)
  if (!body.substorage.some(({ record }) => record)) refuseFaults(faults)
  const id = newId()
  // A place that is refused is made for the stock in it to be judged, so that all faults are told at once, and taken back.
  const sound = faults.length === 0 ? body : unquestionable(body)
  const { boundary } = validateBoundary(sound, sound.boundary)
  await insertStorages(trx, actor, [
    {
      id,
      name: tidied(sound.name),
      type: sound.type,
      area: sound.area ?? null,
      location: changeLocation(nowhere, sound.location),
      tags: sound.tags ?? [],
      businessUnitIds: sound.businessUnitIds ?? [],
      ...boundary,
    },
  ])

  const ids = await addBays(
    trx,
    actor,
    sound.substorage.map(({ name }) => ({ storageId: id, name })),
  )
  const bays = sound.substorage.map((bay, index) => ({ ...bay, id: ids[index] ?? 0 }))
  await writeBays(trx, actor, id, bays)
  const stock = bays.flatMap(({ id: bayId, record }, index) => {
    if (!record) return []
    const place = { ...record.storage?.[0], storageId: id, substorageId: bayId }
    return [{ body: { ...record, storage: [place] }, path: `substorage[${index}].record.` }]
  })
  await createRecords(trx, actor, stock, faults)
  refuseFaults(faults)
  return getStorage(trx, actor, id)
}

/** A store with as many bays, and the stock in them, of which nothing else is said that could be wrong. */
function unquestionable({ name, substorage }: CreateStorageBody): CreateStorageBody {
  return {
    name,
    type: 'store',
    location: null,
    substorage: substorage.map(({ record }, index) => ({ name: String(index), record: record ?? null })),
  }
}

async function createFaults(trx: Transaction, actor: Actor, body: CreateStorageBody): Promise<Fault[]> {
  return [
    ...(body.type === 'field' && body.substorage.length > 0
      ? [fault('substorage', message('fieldHasNoBays', {}))]
      : []),
    ...locationFaults(nowhere, body.location),
    ...validateBoundary(body, body.boundary).faults,
    ...(await businessUnitFaults(trx, actor, 'businessUnitIds', body.businessUnitIds ?? [])),
    ...(await bayFaults(trx, actor, [], body.substorage)),
    ...body.substorage.flatMap(({ record }, index) =>
      (record?.storage?.length ?? 0) > 1
        ? [fault(`substorage[${index}].record.storage`, message('stockIsInBay', {}), 'maxItems')]
        : [],
    ),
  ]
}

/** A field or store to be made, with nothing left to be judged. */
export interface NewStorage {
  id: string
  name: string
  type: StorageType
  /** Hectares; 0, like null, is an area that nobody knows. */
  area: number | null
  location: Location
  tags: string[]
  businessUnitIds: string[]
  /** As JSON text that has been judged. */
  boundary?: string | null
}

/** Makes fields and stores without bays, however many, in three statements. */
export async function insertStorages(trx: Transaction, actor: Actor, storages: NewStorage[]): Promise<void> {
  if (storages.length === 0) return
  const rows = storages.map(({ id, name, type, area, location, tags, boundary }) => ({
    id,
    name,
    type,
    area: area !== null && squareMetres(area) > 0 ? hectaresFrom(squareMetres(area)) : null,
    location,
    tags: tidyTags(tags),
    boundary: boundary ?? null,
  }))
  await sql`
    insert into storages (id, organisation_id, name, type, area_hectares, location, tags, boundary, created_at, updated_at)
    select id, ${actor.organisationId}::uuid, name, type, area, location,
      array(select jsonb_array_elements_text(tags)), boundary::jsonb, ${actor.now}::timestamptz, ${actor.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, name text, type text, area numeric, location jsonb, tags jsonb, boundary text)`.execute(
    trx,
  )
  const units = storages.flatMap(({ id, businessUnitIds }) =>
    [...new Set(businessUnitIds)].map((unitId) => ({ id, unitId })),
  )
  await sql`
    insert into storage_business_units (organisation_id, storage_id, business_unit_id)
    select ${actor.organisationId}::uuid, * from unnest(${units.map(({ id }) => id)}::uuid[], ${units.map(({ unitId }) => unitId)}::uuid[])`.execute(
    trx,
  )
  await appendEvents(
    trx,
    actor,
    storages.map(({ id, name, type }) => ({ type: 'storage.created', subject: id, data: { name, type } })),
  )
}
