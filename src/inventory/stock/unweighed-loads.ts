import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { UnweighedLoad } from '../ledger/ledger.ts'

/** Movement `m` brings a load that nobody has weighed yet. */
const isUnweighed = sql`(m.weight_grams = 0 and m.status <> 'deleted')`

/**
 * The loads in some bays, or on their way there, that nobody has weighed yet. The ledger has no entries of them, yet they lie where they
 * were tipped: until their parcel is counted next. One statement; reads nothing that has a weight, and nothing of other keepers.
 */
export async function findUnweighedLoads(db: Kysely<Tables>, bayIds: number[]): Promise<UnweighedLoad[]> {
  if (bayIds.length === 0) return []
  const { rows } = await sql<UnweighedLoad>`
    select m.id as "factId", r.id as "recordId", r.bay_id as "bayId", r.name as "recordName", r.commodity_id as "commodityId",
      (extract(epoch from m.effective_at) * 1000)::bigint as at, (
        select coalesce(jsonb_agg(jsonb_build_object('factId', c.fact_id, 'at', (extract(epoch from c.effective_at) * 1000)::bigint)), '[]')
        from ledger_counts c
        where c.record_id = r.id and c.withdrawn_at is null and c.effective_at > m.effective_at) as counts
    from (
      select m.* from (select distinct organisation_id as id from storages where id in (
        select storage_id from bays where id = any(${bayIds}::bigint[]))) keeper
      join movements m on m.organisation_id = keeper.id and ${isUnweighed} offset 0
    ) m
    join records r on r.id = m.destination_record_id
    where r.bay_id = any(${bayIds}::bigint[]) order by m.effective_at, m.id`.execute(db)
  return rows
}

/** Whether another parcel of the bay in which record `r` lies has a load that nobody has weighed yet. */
export function hasUnweighedBeside(record: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from (
      select m.destination_record_id as id from movements m where m.organisation_id = ${record}.keeper_id and ${isUnweighed} offset 0
    ) load join records other on other.id = load.id where other.bay_id = ${record}.bay_id and other.id <> ${record}.id)`
}
