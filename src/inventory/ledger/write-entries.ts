import { sql, type CompiledQuery } from 'kysely'
import { columnList, writingRows, type TypedColumns } from '../../db/rows.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { NewEntry } from './posting.ts'
import { dayText, type Count, type ReplayOutcome } from './rules.ts'
import type { Totals } from './totals-rules.ts'
import { statement } from '../../db/statement.ts'

/** Totals that a locked balance row gains, and the time of the earliest new entry after now. */
export interface BalanceGain extends Totals {
  recordId: string
  nextDueAt: number | null
}

/** Everything one command writes to the ledger's tables. */
export interface EntryWriting {
  now: Date
  /** Storer of everything that is written. */
  storerId: string
  entries: NewEntry[]
  /** New, where the record has no summary of the day yet. */
  days: (ReplayOutcome['days'][number] & { recordId: string; isNew: boolean })[]
  counts: (Count & { recordId: string })[]
  balances: BalanceGain[]
}

/** The writes of entries, day summaries, counts and balances. */
export function writingEntries({ now, storerId, ...writing }: EntryWriting): CompiledQuery[] {
  const kept = <Row extends object>(row: Row) => ({ storer_id: storerId, ...row })
  return [
    ...insertEntries(writing.entries.map((entry) => kept(entryRow(entry, now)))),
    ...insertDays(writing.days.filter(({ isNew }) => isNew).map((day) => kept(dayRow(day)))),
    ...updateDays(writing.days.filter(({ isNew }) => !isNew).map((day) => kept(dayRow(day)))),
    ...upsertCounts(writing.counts.map((count) => kept(countRow(count)))),
    ...addToBalances(writing.balances.map((gain) => kept(balanceRow(gain, now)))),
  ]
}

/** The column that each row of the ledger begins with. */
interface Kept {
  storer_id: string
}

const entryColumns: TypedColumns<ReturnType<typeof entryRow> & Kept> = {
  storer_id: 'uuid',
  fact_id: 'bigint',
  effective_at: 'timestamptz',
  recorded_at: 'timestamptz',
  source_record_id: 'uuid',
  source_outside: 'text',
  destination_record_id: 'uuid',
  destination_outside: 'text',
  grams: 'bigint',
  planting_id: 'uuid',
  sold: 'boolean',
  is_count: 'boolean',
  reverses: 'bigint',
}

function entryRow(entry: NewEntry, now: Date) {
  return {
    fact_id: entry.factId,
    effective_at: new Date(entry.at),
    recorded_at: now,
    source_record_id: entry.sourceRecordId,
    source_outside: entry.sourceOutside,
    destination_record_id: entry.destinationRecordId,
    destination_outside: entry.destinationOutside,
    grams: entry.grams,
    planting_id: entry.plantingId,
    sold: entry.sold,
    is_count: entry.isCount,
    reverses: entry.reverses,
  }
}

const dayColumns: TypedColumns<ReturnType<typeof dayRow> & Kept> = {
  storer_id: 'uuid',
  record_id: 'uuid',
  day: 'date',
  closing_grams: 'bigint',
  low_grams: 'bigint',
}

function dayRow({ recordId, start, closingGrams, lowGrams }: EntryWriting['days'][number]) {
  return { record_id: recordId, day: dayText(start), closing_grams: closingGrams, low_grams: lowGrams }
}

const countColumns: TypedColumns<ReturnType<typeof countRow> & Kept> = {
  storer_id: 'uuid',
  fact_id: 'bigint',
  record_id: 'uuid',
  effective_at: 'timestamptz',
  counted_grams: 'bigint',
  reason: 'text',
  max_gain_grams: 'bigint',
}

function countRow({
  factId,
  recordId,
  at,
  countedGrams,
  reason,
  maxGainGrams,
}: EntryWriting['counts'][number]) {
  return {
    fact_id: factId,
    record_id: recordId,
    effective_at: new Date(at),
    counted_grams: countedGrams,
    reason,
    max_gain_grams: maxGainGrams ?? null,
  }
}

const balanceColumns: TypedColumns<ReturnType<typeof balanceRow> & Kept> = {
  storer_id: 'uuid',
  record_id: 'uuid',
  balance: 'bigint',
  received: 'bigint',
  harvested: 'bigint',
  loss: 'bigint',
  sold: 'bigint',
  settled_to: 'timestamptz',
  next_due_at: 'timestamptz',
}

function balanceRow(gain: BalanceGain, now: Date) {
  return {
    record_id: gain.recordId,
    balance: gain.balanceGrams,
    received: gain.receivedGrams,
    harvested: gain.harvestedGrams,
    loss: gain.lossGrams,
    sold: gain.soldGrams,
    settled_to: now,
    next_due_at: gain.nextDueAt === null ? null : new Date(gain.nextDueAt),
  }
}

const insertEntries = writingRows(
  entryColumns,
  (rows) => sql`insert into ledger_entries (${columnList(entryColumns)}) select * from ${rows}`,
)

// Apart from each other: an upsert would fire the triggers of both.
const insertDays = writingRows(
  dayColumns,
  (rows) => sql`insert into ledger_days (${columnList(dayColumns)}) select * from ${rows}`,
)

const updateDays = writingRows(
  dayColumns,
  (rows) => sql`
    update ledger_days d set closing_grams = given.closing_grams, low_grams = given.low_grams from ${rows}
    where d.storer_id = given.storer_id and d.record_id = given.record_id and d.day = given.day`,
)

const upsertCounts = writingRows(
  countColumns,
  (rows) => sql`
    insert into ledger_counts (${columnList(countColumns)}) select * from ${rows}
    on conflict (storer_id, record_id, fact_id, effective_at) do update
      set counted_grams = excluded.counted_grams, reason = excluded.reason, max_gain_grams = excluded.max_gain_grams,
        withdrawn_at = null`,
)

const addToBalances = writingRows(
  balanceColumns,
  (rows) => sql`
    update ledger_balances b set
      balance_grams = b.balance_grams + given.balance,
      received_grams = b.received_grams + given.received,
      harvested_grams = b.harvested_grams + given.harvested,
      loss_grams = b.loss_grams + given.loss,
      sold_grams = b.sold_grams + given.sold,
      settled_to = greatest(b.settled_to, given.settled_to),
      next_due_at = least(b.next_due_at, given.next_due_at)
    from ${rows}
    where b.storer_id = given.storer_id and b.record_id = given.record_id`,
)

/** Takes counts out of force; what they gained or lost is reversed by entries. */
export const withdrawCounts = statement<{ factIds: number[]; now: Date }>(
  ({ factIds, now }) => sql`
    update ledger_counts set withdrawn_at = ${now}::timestamptz where fact_id = any(${factIds}::bigint[]) and withdrawn_at is null`,
)

const nextId = statement<object, { id: number }>(() => sql`select nextval('fact_ids') as id`)
// How many rows a series has is planned anew each time, at more than it costs to make them.
const nextIds = statement<{ count: number }, { id: number }>(
  ({ count }) => sql`select nextval('fact_ids') as id from generate_series(1, ${count}::int)`,
)

/** Numbers for new facts about stock, the lowest first: their place among the facts of one instant (docs/decisions/0002-order-of-facts.md). */
export async function nextPostingIds(trx: Transaction, count: number): Promise<number[]> {
  const rows = count === 1 ? await nextId.rows(trx, {}) : await nextIds.rows(trx, { count })
  return rows.map(({ id }) => id)
}
