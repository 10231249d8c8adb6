import { sql } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'

/** A bay of a store of the caller's organisation. */
export interface BayOfPlace {
  id: number
  name: string
}

/** A store with its bays, or a field, of the caller's organisation. */
export interface PlaceWithBays {
  storageId: string
  storageName: string
  type: 'field' | 'store'
  areaHectares: number
  bays: BayOfPlace[]
}

/** The caller's own storages among `storageIds`; the database is not asked for none. */
export async function findPlacesWithBays(
  trx: Transaction,
  actor: Actor,
  storageIds: string[],
): Promise<Map<string, PlaceWithBays>> {
  const ids = storageIds.filter(isId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    name: string
    type: 'field' | 'store'
    area: number | null
    bays: BayOfPlace[]
  }>`
    select s.id, s.name, s.type, s.area_hectares::float8 as area,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.id), '[]')
        from bays b where b.storage_id = s.id) as bays
    from ${rowsById('storages', ids)} s where s.organisation_id = ${actor.organisationId}`.execute(trx)
  return new Map(
    rows.map(({ id, name, type, area, bays }) => [
      id,
      { storageId: id, storageName: name, type, areaHectares: area ?? 0, bays },
    ]),
  )
}

/** The bay that a body means: the one it names, or a store's only one. Answers a fault where it names none; `path` is the place's, with a dot. */
export function chooseBay(
  place: PlaceWithBays,
  substorageId: number | undefined,
  path: string,
): BayOfPlace | Fault {
  if (place.type === 'field') {
    return fault(`${path}storageId`, message('isFieldAndNoStore', { name: place.storageName }), 'not_a_store')
  }
  const [only] = place.bays
  if (!substorageId && place.bays.length === 1 && only) return only
  const named = place.bays.find(({ id }) => id === substorageId)
  if (named) return named
  const bays = place.bays.map(({ id, name }) => ({ id, name }))
  const said = message('isNoBayOf', { name: place.storageName, isGiven: Boolean(substorageId), bays })
  return fault(`${path}substorageId`, said, 'unknown_bay')
}
