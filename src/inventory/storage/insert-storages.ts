import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { hectaresFrom, squareMetres } from '../../kernel/area.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import type { Location } from '../../system/locations/schema.ts'
import { tidyTags } from '../free-tags.ts'
import type { StorageType } from './schema.ts'

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
}

/** Makes fields and stores without bays, however many, in three statements. */
export async function insertStorages(trx: Transaction, actor: Actor, storages: NewStorage[]): Promise<void> {
  if (storages.length === 0) return
  const rows = storages.map(({ id, name, type, area, location, tags }) => ({
    id,
    name,
    type,
    area: area !== null && squareMetres(area) > 0 ? hectaresFrom(squareMetres(area)) : null,
    location,
    tags: tidyTags(tags),
  }))
  await sql`
    insert into storages (id, organisation_id, name, type, area_hectares, location, tags, created_at, updated_at)
    select id, ${actor.organisationId}::uuid, name, type, area, location,
      array(select jsonb_array_elements_text(tags)), ${actor.now}::timestamptz, ${actor.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, name text, type text, area numeric, location jsonb, tags jsonb)`.execute(trx)
  const units = storages.flatMap(({ id, businessUnitIds }) =>
    [...new Set(businessUnitIds)].map((unitId) => ({ id, unitId })),
  )
  await sql`
    insert into storage_business_units (storage_id, business_unit_id)
    select * from unnest(${units.map(({ id }) => id)}::uuid[], ${units.map(({ unitId }) => unitId)}::uuid[])`.execute(
    trx,
  )
  await appendEvents(
    trx,
    actor,
    storages.map(({ id, name, type }) => ({ type: 'storage.created', subject: id, data: { name, type } })),
  )
}
