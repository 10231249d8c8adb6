import { sql, type Selectable } from 'kysely'
import { rowsById } from '../../db/rows-by-id.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { Collision, type Transaction } from '../../db/transaction.ts'
import { isId } from '../../kernel/ids.ts'
import { fault, noneFound, Refusal, type Fault } from '../../kernel/errors.ts'
import type { Actor } from '../../http/actor.ts'

/** A bay of a store of the caller's organisation. */
export interface OwnBay {
  id: number
  name: string
}

/** A store with its bays, or a field, of the caller's organisation. */
export interface OwnPlace {
  storageId: string
  storageName: string
  type: 'field' | 'store'
  areaHectares: number
  bays: OwnBay[]
}

/** The caller's own storages among `storageIds`. */
export async function findOwnPlaces(
  trx: Transaction,
  actor: Actor,
  storageIds: string[],
): Promise<Map<string, OwnPlace>> {
  const { rows } = await sql<{
    id: string
    name: string
    type: 'field' | 'store'
    area: number | null
    bays: OwnBay[]
  }>`
    select s.id, s.name, s.type, s.area_hectares::float8 as area,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.id), '[]')
        from bays b where b.storage_id = s.id) as bays
    from ${rowsById('storages', storageIds.filter(isId))} s where s.organisation_id = ${actor.organisationId}`.execute(
    trx,
  )
  return new Map(
    rows.map(({ id, name, type, area, bays }) => [
      id,
      { storageId: id, storageName: name, type, areaHectares: area ?? 0, bays },
    ]),
  )
}

/** The bay that a body means: the one it names, or a store's only one. Answers a fault where it names none; `path` is the place's, with a dot. */
export function chooseBay(place: OwnPlace, substorageId: number | undefined, path: string): OwnBay | Fault {
  if (place.type === 'field') {
    return fault(
      `${path}storageId`,
      `“${place.storageName}” is a field; stock is kept in the bay of a store`,
      'not_a_store',
    )
  }
  const [only] = place.bays
  if (!substorageId && place.bays.length === 1 && only) return only
  const named = place.bays.find(({ id }) => id === substorageId)
  if (named) return named
  const bays = place.bays.map(({ id, name }) => `${id} (${name})`).join(', ')
  const lack = substorageId ? `“${place.storageName}” has no such bay` : 'is needed'
  const choice = bays
    ? `the bays of “${place.storageName}” are ${bays}`
    : `“${place.storageName}” has no bays`
  return fault(`${path}substorageId`, `${lack}; ${choice}`, 'unknown_bay')
}

/** Bays by their ids, and those of records. */
export interface ConcernedBays {
  bayIds: number[]
  recordIds: string[]
}

/**
 * Locks the bays that a command puts stock into or takes it from, in order, before it decides which parcel is joined:
 * two loads that arrive at once find the same parcel. Answers their ids.
 */
export async function lockBays(trx: Transaction, { bayIds, recordIds }: ConcernedBays): Promise<number[]> {
  // As one list: two conditions that are joined by `or` would read all bays there are.
  const { rows } = await sql<{ id: number }>`
    select id from bays
    where id = any(${bayIds}::bigint[] || array(select bay_id from records where id = any(${recordIds}::uuid[])))
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

const NOT_TO_BE_HAD = '55P03'

/**
 * Locks further bays, of records, once balances are locked. Others take bays first: they may hold one of these and wait for what
 * is held here, so this waits for none of them. The next attempt then begins with them.
 *
 * @throws Collision where somebody has one of them
 */
export async function lockMoreBays(trx: Transaction, recordIds: string[]): Promise<void> {
  try {
    await sql`select id from bays where id in (select bay_id from records where id = any(${recordIds}::uuid[]))
      for update nowait`.execute(trx)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_TO_BE_HAD)
      throw new Collision(
        'a bay that stock has gone on to is locked',
        (next) => lockBays(next, { bayIds: [], recordIds }),
        { cause: error },
      )
    throw error
  }
}

/** What commands ask of a record that stock is taken from. */
export type KeptRecord = Pick<
  Selectable<Tables['records']>,
  | 'id'
  | 'keeper_id'
  | 'owner_id'
  | 'owner_name'
  | 'bay_id'
  | 'name'
  | 'kind'
  | 'source'
  | 'commodity_id'
  | 'type_id'
  | 'grade_id'
  | 'variety'
  | 'tag_ids'
  | 'harvest_year'
  | 'segregation'
  | 'tags'
  | 'quality'
  | 'stated_at'
>

/**
 * The records a command takes stock from. Only the organisation that holds the stock enters what happens to it.
 *
 * @throws Refusal `not_found` for records that are not there or not the caller's; `forbidden` for the caller's stock in
 *   somebody else's store
 */
export async function getKeptRecords(trx: Transaction, actor: Actor, recordIds: string[]) {
  const { organisationId } = actor
  const rows = await trx
    .selectFrom('records')
    .selectAll()
    .where('id', '=', anyOf(recordIds.filter(isId), 'uuid'))
    .execute()
  const isConcerned = (row: (typeof rows)[number]) => [row.keeper_id, row.owner_id].includes(organisationId)
  const found = new Map(rows.filter(isConcerned).map((row) => [row.id, row]))
  const [missing, ...others] = recordIds.filter((id) => !found.has(id))
  if (missing !== undefined) throw noneFound('record', [missing, ...others])
  const records = recordIds.flatMap((id) => found.get(id) ?? [])
  const elsewhere = records.find((row) => row.keeper_id !== organisationId)
  if (elsewhere) {
    throw new Refusal(
      'forbidden',
      `“${elsewhere.name}” lies in another organisation's store; they enter what happens to it.`,
    )
  }
  return records
}
