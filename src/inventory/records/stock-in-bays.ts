import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { recordsWithStockIn } from '../ledger/ledger.ts'
import { isVisibleTo } from './rows.ts'

/** A parcel that lies in a bay now. */
export interface LyingStock {
  id: string
  storage_id: string
  bay_id: number
  keeper_id: string
  owner_id: string
  kind: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  harvest_year: string
  grams: number
}

/**
 * Finds the stock in the bays of places now, as far as the caller owns or stores it; the largest parcel of a bay first: it is the one that
 * has the bay.
 */
export async function findStockInBays(
  db: Kysely<Tables>,
  actor: Actor,
  storageIds: string[],
): Promise<LyingStock[]> {
  const { now } = actor
  const { rows } = await sql<LyingStock>`
    select r.id, r.storage_id, r.bay_id, r.keeper_id, r.owner_id, r.kind, r.commodity_id, r.type_id, r.grade_id, r.variety,
      r.tag_ids, r.harvest_year, standing.grams
    from records r
    cross join lateral (select ledger_balance_now(b, ${now}) as grams from ledger_balances b where b.storer_id = r.keeper_id and b.record_id = r.id offset 0) standing
    where r.id = any(array(select record_id from ${recordsWithStockIn('storage', storageIds, now)} present)) and r.bay_id is not null and standing.grams <> 0
      and ${isVisibleTo(actor)}
    order by r.bay_id, standing.grams desc, r.id`.execute(db)
  return rows
}
