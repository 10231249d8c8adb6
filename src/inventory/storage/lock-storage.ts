import { sql, type Kysely } from 'kysely'
import { rowsById, anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Location } from '../../system/locations/schema.ts'
import { message } from '../../words/catalogue.ts'
import type { StorageType } from './schema.ts'

/** A place of the caller's organisation, locked for a command that changes it. */
export interface LockedStorage {
  id: string
  name: string
  type: StorageType
  area_hectares: string | null
  location: Location
  tags: string[]
}

/** Locks places of the caller's own organisation in id order; ids that are none of them are missing from the answer. */
export async function lockStorages(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
): Promise<Map<string, LockedStorage>> {
  const { rows } = await sql<LockedStorage>`
    select id, name, type, area_hectares, location, tags from storages
    where id = any(array(
      select own.id from ${rowsById('storages', ids.filter(isId))} own where own.organisation_id = ${organisationId}))
    order by id for update`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks one place of the caller's own; refuses with `not_found`. Seeing a store as an owner of grain is not enough. */
export async function lockStorage(trx: Transaction, actor: Actor, id: string): Promise<LockedStorage> {
  const storage = (await lockStorages(trx, actor, [id])).get(id)
  if (!storage) throw notFound('storage location', id, { within: 'yours' })
  return storage
}

/**
 * Locks one place of the caller's own and its bays, for a command that answers what lies there: until the transaction ends nobody puts
 * anything into them, takes anything out or calls it otherwise. Bays are locked first, as others do who then make a parcel there.
 *
 * @throws Refusal `not_found`
 */
export async function lockStorageWithBays(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<LockedStorage> {
  await sql`
    select from bays
    where storage_id = any(array(
      select own.id from ${rowsById('storages', [id].filter(isId))} own where own.organisation_id = ${actor.organisationId}))
    order by id for update`.execute(trx)
  return lockStorage(trx, actor, id)
}

/** The bays of a place, oldest first. */
export async function findBays(
  db: Kysely<Tables>,
  storageId: string,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('bays')
    .select(['id', 'name'])
    .where('storage_id', '=', storageId)
    .orderBy('id')
    .execute()
}

/**
 * One fault for each id that is not a business unit of the caller's organisation in use, at `path[i]`. Those that are `present`
 * already may be archived: an answer can be sent back. They are only asked for where one is not in use.
 */
export async function businessUnitFaults(
  trx: Transaction,
  actor: Actor,
  path: string,
  ids: string[],
  present: () => Promise<string[]> = () => Promise.resolve([]),
): Promise<Fault[]> {
  const known = await findBusinessUnits(trx, actor, ids)
  const kept = ids.every((id) => known.has(id)) ? [] : await present()
  return ids.flatMap((id, index) =>
    known.has(id) || kept.includes(id)
      ? []
      : [fault(`${path}[${index}]`, message('isNoBusinessUnit', { given: id }), 'unknown')],
  )
}

/** The names of the business units among `ids` that the caller's organisation has in use. */
export async function findBusinessUnits(
  trx: Transaction,
  { organisationId }: Actor,
  ids: string[],
): Promise<Map<string, string>> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Map()
  const rows = await trx
    .selectFrom('business_units')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('archived_at', 'is', null)
    .where('id', '=', anyOf(possible, 'uuid'))
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The business units that a place belongs to, archived ones too. */
export async function businessUnitsOf(trx: Transaction, storageId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('storage_business_units')
    .select('business_unit_id')
    .where('storage_id', '=', storageId)
    .execute()
  return rows.map(({ business_unit_id }) => business_unit_id)
}

/**
 * The places belong to these business units from now on, and to no others. Where they did so before nothing is written: each line
 * written has all records of the place, old ones too, read again by searches.
 */
export async function setBusinessUnits(
  trx: Transaction,
  { organisationId }: Actor,
  storageIds: string[],
  businessUnitIds: string[],
): Promise<void> {
  await sql`delete from storage_business_units
    where storage_id = any(${storageIds}::uuid[]) and business_unit_id <> all(${businessUnitIds}::uuid[])`.execute(
    trx,
  )
  await sql`insert into storage_business_units (organisation_id, storage_id, business_unit_id)
    select ${organisationId}::uuid, s, u from unnest(${storageIds}::uuid[]) s, unnest(${businessUnitIds}::uuid[]) u
    on conflict do nothing`.execute(trx)
}
