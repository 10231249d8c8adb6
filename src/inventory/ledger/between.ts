import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { RecordInSql } from './spans.ts'

/** The span between two moments in which a record changed, as SQL: the first is left out, the last is part of it. Both are expressions. */
interface Between {
  after: RawBuilder<unknown>
  upTo: RawBuilder<unknown>
}

/** The least that a record's balance has gained over the first moment at the end of any instant up to the last; 0 or below. */
export function lowestGain(record: RecordInSql, { after, upTo }: Between): RawBuilder<number> {
  const flow = (side: RawBuilder<unknown>, sign: RawBuilder<unknown>) => sql`
    select effective_at, ${sign}grams as grams from ledger_entries
    where storer_id = ${record.storerId} and ${side} = ${record.id} and effective_at > ${after} and effective_at <= ${upTo}`
  return sql`least(0, (
    select min(gained) from (
      select sum(sum(grams)) over (order by effective_at) as gained from (
        ${flow(sql`destination_record_id`, sql``)} union all ${flow(sql`source_record_id`, sql`-`)}
      ) flow group by effective_at
    ) instants))::bigint`
}

/** True if a record was counted between two moments, in force. */
export function wasCountedBetween(record: RecordInSql, { after, upTo }: Between): RawBuilder<boolean> {
  return sql`exists (
    select from ledger_counts c where c.record_id = ${record.id} and c.storer_id = ${record.storerId}
      and c.withdrawn_at is null and c.effective_at > ${after} and c.effective_at <= ${upTo})`
}

/**
 * Takes a number that is below those of all entries which are made from now on of stock in bays that are locked, and above those of all that
 * were made before. Times of entry are those of requests, which may have waited for a lock.
 */
export async function ledgerMark(trx: Transaction): Promise<number> {
  const { rows } = await sql<{
    mark: number
  }>`select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as mark`.execute(trx)
  return Number(rows[0]?.mark ?? 0)
}

/** A fact that has changed a record since a mark. */
export interface EnteredSince {
  factId: number
  recordId: string
  at: Date
  grams: number
}

/**
 * Sums up what facts have changed of records that was entered since a mark (`ledgerMark`) and happened by a moment: a new fact all of it, one
 * that was corrected the difference. Those that changed nothing are left out.
 *
 * @param facts a query of the facts looked at, with the column `id`
 * @param asked a table of the columns `record_id`, `mark` and `up_to`
 */
export async function enteredSince(
  db: Kysely<Tables>,
  storerId: string,
  facts: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): Promise<EnteredSince[]> {
  const { rows } = await sql<EnteredSince>`
    select e.fact_id as "factId", asked.record_id as "recordId", max(e.effective_at) as at,
      sum(case when e.destination_record_id = asked.record_id then e.grams else -e.grams end)::bigint as grams
    from (${facts}) fact
    cross join lateral (
      select * from ledger_entries own where own.storer_id = ${storerId} and own.fact_id = fact.id offset 0) e
    join ${asked} as asked on asked.record_id in (e.source_record_id, e.destination_record_id)
      and e.id > asked.mark and e.effective_at <= asked.up_to
    group by e.fact_id, asked.record_id
    having sum(case when e.destination_record_id = asked.record_id then e.grams else -e.grams end) <> 0
    order by max(e.effective_at), e.fact_id`.execute(db)
  return rows
}

/**
 * One SHA-256 over all entries of a storer, in hexadecimal: equal where two ledgers are, and another one as soon as a gram differs. It reads
 * every entry, some thousands at a time.
 */
export async function storerHash(db: Kysely<Tables>, storerId: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(hash, E'\n' order by part), ''), 'UTF8')), 'hex') as hash from (
      select id / 4096 as part, encode(sha256(convert_to(string_agg(row(
        id, fact_id, effective_at at time zone 'UTC', source_record_id, source_outside, destination_record_id, destination_outside, grams, planting_id,
        sold, is_count, reverses)::text, E'\n' order by id), 'UTF8')), 'hex') as hash
      from ledger_entries where storer_id = ${storerId} group by 1
    ) parts`.execute(db)
  return rows[0]?.hash ?? ''
}
