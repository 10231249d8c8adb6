import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { NewEntry } from './posting.ts'
import { dayText } from './read-histories.ts'
import type { Count, Outcome, Totals } from './rules.ts'

/** Everything one command writes to the ledger's tables. */
export interface Writing {
  now: Date
  entries: NewEntry[]
  days: (Outcome['days'][number] & { recordId: string })[]
  counts: (Count & { recordId: string })[]
  /** What each locked balance row gains, and the earliest new entry after now. */
  balances: (Totals & { recordId: string; nextDueAt: number | null })[]
}

/** Writes entries, day summaries, counts and balances in one statement. */
export async function writeEntries(
  trx: Transaction,
  { now, entries, days, counts, balances }: Writing,
): Promise<void> {
  await sql`
    with posted as (
      insert into ledger_entries (fact_id, effective_at, recorded_at, source_record_id, source_outside,
        destination_record_id, destination_outside, grams, planting_id, sold, is_count, reverses)
      select fact_id, effective_at, ${now}::timestamptz, source_record_id, source_outside,
        destination_record_id, destination_outside, grams, planting_id, sold, is_count, reverses
      from unnest(
        ${entries.map(({ factId }) => factId)}::bigint[],
        ${entries.map(({ at }) => new Date(at))}::timestamptz[],
        ${entries.map(({ sourceRecordId }) => sourceRecordId)}::uuid[],
        ${entries.map(({ sourceOutside }) => sourceOutside)}::text[],
        ${entries.map(({ destinationRecordId }) => destinationRecordId)}::uuid[],
        ${entries.map(({ destinationOutside }) => destinationOutside)}::text[],
        ${entries.map(({ grams }) => grams)}::bigint[],
        ${entries.map(({ plantingId }) => plantingId)}::uuid[],
        ${entries.map(({ sold }) => sold)}::boolean[],
        ${entries.map(({ isCount }) => isCount)}::boolean[],
        ${entries.map(({ reverses }) => reverses)}::bigint[]
      ) as e (fact_id, effective_at, source_record_id, source_outside, destination_record_id, destination_outside,
        grams, planting_id, sold, is_count, reverses)
    ), summed as (
      insert into ledger_days (record_id, day, closing_grams, low_grams)
      select * from unnest(
        ${days.map(({ recordId }) => recordId)}::uuid[],
        ${days.map(({ start }) => dayText(start))}::date[],
        ${days.map(({ closingGrams }) => closingGrams)}::bigint[],
        ${days.map(({ lowGrams }) => lowGrams)}::bigint[]
      )
      on conflict (record_id, day) do update
        set closing_grams = excluded.closing_grams, low_grams = excluded.low_grams
    ), counted as (
      insert into ledger_counts (fact_id, record_id, effective_at, counted_grams, reason, max_gain_grams)
      select * from unnest(
        ${counts.map(({ factId }) => factId)}::bigint[],
        ${counts.map(({ recordId }) => recordId)}::uuid[],
        ${counts.map(({ at }) => new Date(at))}::timestamptz[],
        ${counts.map(({ countedGrams }) => countedGrams)}::bigint[],
        ${counts.map(({ reason }) => reason)}::text[],
        ${counts.map(({ maxGainGrams }) => maxGainGrams ?? null)}::bigint[]
      )
      on conflict (record_id, fact_id, effective_at) do update
        set counted_grams = excluded.counted_grams, reason = excluded.reason, max_gain_grams = excluded.max_gain_grams,
          withdrawn_at = null
    )
    update ledger_balances b set
      balance_grams = b.balance_grams + change.balance,
      received_grams = b.received_grams + change.received,
      harvested_grams = b.harvested_grams + change.harvested,
      loss_grams = b.loss_grams + change.loss,
      sold_grams = b.sold_grams + change.sold,
      settled_to = greatest(b.settled_to, ${now}::timestamptz),
      next_due_at = least(b.next_due_at, change.next_due_at)
    from unnest(
      ${balances.map(({ recordId }) => recordId)}::uuid[],
      ${balances.map(({ balanceGrams }) => balanceGrams)}::bigint[],
      ${balances.map(({ receivedGrams }) => receivedGrams)}::bigint[],
      ${balances.map(({ harvestedGrams }) => harvestedGrams)}::bigint[],
      ${balances.map(({ lossGrams }) => lossGrams)}::bigint[],
      ${balances.map(({ soldGrams }) => soldGrams)}::bigint[],
      ${balances.map(({ nextDueAt }) => (nextDueAt === null ? null : new Date(nextDueAt)))}::timestamptz[]
    ) as change (record_id, balance, received, harvested, loss, sold, next_due_at)
    where b.record_id = change.record_id`.execute(trx)
}

/** Takes counts out of force; what they gained or lost is reversed by entries. */
export async function withdrawCounts(trx: Transaction, factIds: number[], now: Date): Promise<void> {
  await sql`update ledger_counts set withdrawn_at = ${now}
    where fact_id = any(${factIds}::bigint[]) and withdrawn_at is null`.execute(trx)
}
