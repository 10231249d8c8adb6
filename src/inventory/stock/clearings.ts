import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { BAY_EMPTIED } from '../../system/reasons/reasons.ts'
import { clearedOf, type Posting } from '../ledger/ledger.ts'

/** Stock that came into a bay which was said to be empty: what lay there of other harvest years was written off then. */
export interface BayReset {
  factId: number
  bayId: number
  /** The record that it came into. */
  recordId: string
  harvestYear: string
  at: Date
}

/** Bays that were said to be empty as stock came in, and when last. One statement, which looks at the bays alone. */
export async function findClearedBays(db: Kysely<Tables>, bayIds: number[]): Promise<Map<number, Date>> {
  if (bayIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; at: Date }>`
    select id, last_cleared_at as at from bays where id = any(${bayIds}::bigint[]) and last_cleared_at is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Notes that a bay was said to be empty then. Its row is locked. */
export async function noteCleared(trx: Transaction, bayId: number, at: Date): Promise<void> {
  await sql`
    update bays set last_cleared_at = greatest(last_cleared_at, ${at}::timestamptz) where id = ${bayId}`.execute(
    trx,
  )
}

/**
 * Says that a bay is empty as stock of a harvest year comes into it (`adjustToZero`): answers the parcels of other years that it may
 * still hold, which are written off before.
 */
export async function clearOtherYears(
  trx: Transaction,
  { bayId, harvestYear, at }: { bayId: number; harvestYear: string; at: Date },
): Promise<string[]> {
  await noteCleared(trx, bayId, at)
  const rows = await trx
    .selectFrom('records')
    .select('id')
    .where('keeper_id', '=', trx.selectFrom('bays').select('organisation_id').where('id', '=', bayId))
    .where('bay_id', '=', bayId)
    .where('harvest_year', '<>', harvestYear)
    .execute()
  return rows.map(({ id }) => id)
}

async function findClearings(trx: Transaction, bayIds: number[], since: Date): Promise<BayReset[]> {
  const { rows } = await sql<BayReset>`
    select clearing.id as "factId", r.bay_id as "bayId", r.id as "recordId", r.harvest_year as "harvestYear", clearing.effective_at as at
    from bays join records r on r.keeper_id = bays.organisation_id and r.bay_id = bays.id
    cross join lateral (
      select id, effective_at from movements
      where destination_record_id = r.id and effective_at >= ${since} and clears_other_years and status <> 'deleted'
      union all
      select id, effective_at from record_changes
      where storer_id = r.keeper_id and record_id = r.id and effective_at >= ${since} and details ? 'description' and details ? 'clearsOtherYears'
    ) clearing
    where bays.id = any(${bayIds}::bigint[]) order by clearing.effective_at, clearing.id`.execute(trx)
  return rows
}

/**
 * Finds the stock that clearings count in addition, since something is entered before them into parcels that they did not know. Entered late,
 * it is written off as it would have been in its time.
 *
 * @param clearedBays the bays that it may be entered into, as far as they were ever cleared
 */
export async function laterClearings(
  trx: Transaction,
  clearedBays: Map<number, Date>,
  { reverse, postings }: { reverse: number[]; postings: Posting[] },
): Promise<Posting[]> {
  const since = new Date(Math.min(...postings.map(({ effectiveAt }) => effectiveAt.getTime())))
  const bayIds = [...clearedBays].filter(([, at]) => at >= since).map(([id]) => id)
  if (postings.length === 0 || bayIds.length === 0) return []
  const clearings = await findClearings(trx, bayIds, since)
  const standing = clearings.filter(({ factId }) => !reverse.includes(factId))
  const touched = postings.flatMap(({ id, effectiveAt, entries, counts }) => {
    const into = entries.flatMap(({ to }) => ('recordId' in to ? to.recordId : []))
    return [...into, ...counts.map(({ recordId }) => recordId)].map((recordId) => ({
      recordId,
      id,
      effectiveAt,
    }))
  })
  const before = touched.filter(({ id, effectiveAt }) =>
    standing.some(({ at, factId }) => at > effectiveAt || (+at === +effectiveAt && factId > id)),
  )
  if (before.length === 0) return []
  const { rows } = await sql<{
    id: string
    bay_id: number | null
    harvest_year: string
    counted_by: number[]
  }>`
    select r.id, r.bay_id, r.harvest_year, array(
      select fact_id from ledger_counts c where c.storer_id = r.keeper_id and c.record_id = r.id and c.withdrawn_at is null) as counted_by
    from records r where r.id = any(${before.map(({ recordId }) => recordId)}::uuid[]) order by r.id`.execute(
    trx,
  )
  return standing.flatMap(({ factId, at, bayId, harvestYear }) => {
    const unknown = rows.filter(
      (row) => row.bay_id === bayId && row.harvest_year !== harvestYear && !row.counted_by.includes(factId),
    )
    const comesBefore = (recordId: string) =>
      before.some(
        (each) =>
          each.recordId === recordId &&
          (at > each.effectiveAt || (+at === +each.effectiveAt && factId > each.id)),
      )
    const counts = unknown.filter(({ id }) => comesBefore(id)).map(({ id }) => clearedOf(id, BAY_EMPTIED))
    return counts.length === 0 ? [] : [{ id: factId, effectiveAt: at, entries: [], counts, isOfBefore: true }]
  })
}
