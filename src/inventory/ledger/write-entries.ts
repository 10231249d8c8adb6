import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnList, rowParameters, rowsTable, shapeOf, type Columns, type Shape } from '../../db/rows.ts'
import { statement, type Statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { NewEntry } from './posting.ts'
import { dayText } from './read-histories.ts'
import type { Count, Outcome, Totals } from './rules.ts'

/** What a locked balance row gains, and the earliest new entry after now. */
export interface BalanceGain extends Totals {
  recordId: string
  nextDueAt: number | null
}

/** Everything one command writes to the ledger's tables. */
export interface Writing {
  now: Date
  entries: NewEntry[]
  days: (Outcome['days'][number] & { recordId: string })[]
  counts: (Count & { recordId: string })[]
  balances: BalanceGain[]
}

/** The one statement that writes entries, day summaries, counts and balances. */
export function writingEntries({ now, ...writing }: Writing): CompiledQuery {
  const entries = writing.entries.map((entry) => entryRow(entry, now))
  const days = writing.days.map(dayRow)
  const counts = writing.counts.map(countRow)
  const balances = writing.balances.map((gain) => balanceRow(gain, now))
  const shapes = {
    entries: shapeOf(entries),
    days: shapeOf(days),
    counts: shapeOf(counts),
    balances: shapeOf(balances),
  }
  return statementFor(shapes).with({
    ...rowParameters('entries', entryColumns, entries),
    ...rowParameters('days', dayColumns, days),
    ...rowParameters('counts', countColumns, counts),
    ...rowParameters('balances', balanceColumns, balances),
  })
}

type EntryRow = ReturnType<typeof entryRow>
type DayRow = ReturnType<typeof dayRow>
type CountRow = ReturnType<typeof countRow>
type BalanceRow = ReturnType<typeof balanceRow>

const entryColumns: Columns<EntryRow> = {
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

const dayColumns: Columns<DayRow> = {
  record_id: 'uuid',
  day: 'date',
  closing_grams: 'bigint',
  low_grams: 'bigint',
}

function dayRow({ recordId, start, closingGrams, lowGrams }: Writing['days'][number]) {
  return { record_id: recordId, day: dayText(start), closing_grams: closingGrams, low_grams: lowGrams }
}

const countColumns: Columns<CountRow> = {
  fact_id: 'bigint',
  record_id: 'uuid',
  effective_at: 'timestamptz',
  counted_grams: 'bigint',
  reason: 'text',
  max_gain_grams: 'bigint',
}

function countRow({ factId, recordId, at, countedGrams, reason, maxGainGrams }: Writing['counts'][number]) {
  return {
    fact_id: factId,
    record_id: recordId,
    effective_at: new Date(at),
    counted_grams: countedGrams,
    reason,
    max_gain_grams: maxGainGrams ?? null,
  }
}

const balanceColumns: Columns<BalanceRow> = {
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

type Shapes = Record<'entries' | 'days' | 'counts' | 'balances', Shape>
const statements = new Map<string, Statement<Record<string, unknown>, never>>()

/** The statement for so many rows of each kind; a movement of one load is always the same. */
function statementFor(shapes: Shapes): Statement<Record<string, unknown>, never> {
  const key = `${shapes.entries} ${shapes.days} ${shapes.counts} ${shapes.balances}`
  const known = statements.get(key) ?? statement((parameters) => writeAll(shapes, parameters))
  statements.set(key, known)
  return known
}

function writeAll(shapes: Shapes, parameters: Record<string, unknown>): RawBuilder<never> {
  const inserts = [
    shapes.entries !== 0 &&
      sql`posted as (
        insert into ledger_entries (${columnList(entryColumns)})
        select * from ${rowsTable('entries', entryColumns, shapes.entries, parameters)})`,
    shapes.days !== 0 &&
      sql`summed as (
        insert into ledger_days (${columnList(dayColumns)})
        select * from ${rowsTable('days', dayColumns, shapes.days, parameters)}
        on conflict (record_id, day) do update
          set closing_grams = excluded.closing_grams, low_grams = excluded.low_grams)`,
    shapes.counts !== 0 &&
      sql`counted as (
        insert into ledger_counts (${columnList(countColumns)})
        select * from ${rowsTable('counts', countColumns, shapes.counts, parameters)}
        on conflict (record_id, fact_id, effective_at) do update
          set counted_grams = excluded.counted_grams, reason = excluded.reason, max_gain_grams = excluded.max_gain_grams,
            withdrawn_at = null)`,
  ].filter((insert) => insert !== false)
  const first = inserts.length > 0 ? sql`with ${sql.join(inserts)}` : sql``
  if (shapes.balances === 0) return sql<never>`${first} select`
  return sql<never>`${first}
    update ledger_balances b set
      balance_grams = b.balance_grams + balances.balance,
      received_grams = b.received_grams + balances.received,
      harvested_grams = b.harvested_grams + balances.harvested,
      loss_grams = b.loss_grams + balances.loss,
      sold_grams = b.sold_grams + balances.sold,
      settled_to = greatest(b.settled_to, balances.settled_to),
      next_due_at = least(b.next_due_at, balances.next_due_at)
    from ${rowsTable('balances', balanceColumns, shapes.balances, parameters)}
    where b.record_id = balances.record_id`
}

/** Takes counts out of force; what they gained or lost is reversed by entries. */
export async function withdrawCounts(trx: Transaction, factIds: number[], now: Date): Promise<void> {
  await sql`update ledger_counts set withdrawn_at = ${now}
    where fact_id = any(${factIds}::bigint[]) and withdrawn_at is null`.execute(trx)
}
