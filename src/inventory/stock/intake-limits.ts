import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import {
  recordRow,
  recordsWithStockIn,
  wasEmptiedAfter,
  type Intake,
  type IntakeLimit,
} from '../ledger/ledger.ts'

/**
 * Condition of SQL that movement `m` brings stock into the store of contract `c`, and so counts towards it: intakes, and what is
 * taken off a field into a bay.
 */
export const bringsIn = sql<boolean>`(m.status <> 'deleted' and m.organisation_id = c.storer_id and m.destination_record_id is not null
  and (m.source_record_id is null
    or exists (select from records field where field.id = m.source_record_id and field.source = 'planting')))`

/** Grams that such a movement adds to what lies there: its weight less what drying takes. */
export const broughtInGrams = sql<number>`(m.weight_grams - m.shrink_grams)`

/**
 * A sum of grams, and of more than a number counts exactly the most that it does: a contract of any size is told, and whoever else it
 * concerns is not kept from theirs.
 */
export function countable(sum: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`least(coalesce(${sum}, 0), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`
}

type Line = [at: number, factId: number, recordId: string, bayId: number, storageId: string, grams: number]

interface Row {
  id: string
  limit_grams: number
  taken_grams: number
  last: Line | null
  plan: Line[]
}

/**
 * The contracts that stock of these bays came in under, as limits for the ledger: how much each allows, what has come in
 * until now, and what is planned. That too much came in is told of the last load, for as long as its record holds stock and has not
 * been empty since. The cost goes with the contracts of what lies there, not with history.
 *
 * @param contractIds others to tell of, whatever lies in the bays
 */
export async function findIntakeLimits(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
  contractIds: string[] = [],
): Promise<IntakeLimit[]> {
  // `offset 0` looks contracts up one by one; the planner would rather read those of everybody.
  const { rows } = await sql<Row>`
    with present as (
      select distinct r.keeper_id, r.owner_id, r.commodity_id
      from records r
      cross join lateral (select * from ledger_balances where storer_id = r.keeper_id and record_id = r.id offset 0) b
      where r.id = any(array(select record_id from ${recordsWithStockIn('bay', bayIds, now)} present))
        and (ledger_balance_now(b, ${now}) > 0 or b.next_due_at is not null)
    ), agreed as (
      select c.id from present p
      cross join lateral (
        select id from storage_contracts
        where storer_id = p.keeper_id and owner_id = p.owner_id and commodity_id = p.commodity_id offset 0
      ) c
      union select unnest(${contractIds}::uuid[])
    )
    select c.id, c.weight_grams as limit_grams, taken.grams as taken_grams, last.line as last, planned.lines as plan
    from agreed cross join lateral (select * from storage_contracts where id = agreed.id offset 0) c
    cross join lateral (
      select ${countable(sql`sum(${broughtInGrams})`)} as grams
      from movements m where m.storage_contract_id = c.id and ${bringsIn} and m.effective_at <= ${now}
    ) taken
    cross join lateral (
      select coalesce(jsonb_agg(${lineOf} order by m.effective_at, m.id), '[]') as lines
      from movements m join records r on r.id = m.destination_record_id
      where m.storage_contract_id = c.id and ${bringsIn} and m.effective_at > ${now} and r.bay_id is not null
    ) planned
    left join lateral (
      select case when ledger_balance_now(b, ${now}) > 0 and not ${wasEmptiedAfter(recordRow(sql`r`), lastLoad, now)} then ${lineOf} end as line
      from movements m
      join records r on r.id = m.destination_record_id
      join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
      where m.storage_contract_id = c.id and ${bringsIn} and m.effective_at <= ${now} and r.bay_id is not null
      order by m.effective_at desc, m.id desc limit 1
    ) last on taken.grams > c.weight_grams`.execute(db)
  return rows.map((row) => ({
    agreementId: row.id,
    limitGrams: row.limit_grams,
    takenGrams: row.taken_grams,
    last: row.last && intakeOf(row.last),
    plan: row.plan.map(intakeOf),
  }))
}

const lastLoad = { at: sql`m.effective_at`, id: sql`m.id` }

const lineOf = sql`jsonb_build_array((extract(epoch from m.effective_at) * 1000)::bigint, m.id, r.id, r.bay_id, r.storage_id, ${broughtInGrams})`

function intakeOf([at, factId, recordId, bayId, storageId, grams]: Line): Intake {
  return { at, factId, recordId, bayId, storageId, grams }
}
