import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { netsOf } from './posting.ts'
import { readEntriesDue } from './read-histories.ts'
import { comparePoints, dayText, startOfDay, type Day, type NetPosting } from './rules.ts'
import { contributions } from './totals-rules.ts'
import { createHash } from 'node:crypto'
import { readBatches, type Client } from '../../db/snapshot.ts'

/** A stored figure that is not what the entries say. */
export interface LedgerDiscrepancy {
  /** Figure that differs: `balance`, `day 2026-08-14 closing`, `count`, … */
  what: string
  recordId: string
  stored: number | string | null
  recomputed: number | string | null
}

const EVERYTHING = { from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-12-31T00:00:00Z') }

/**
 * Recomputes every stored figure of the ledger from its entries, record by record, and answers what differs: nothing,
 * in a sound ledger. Grows with history; it is the doctor's visit, not a daily path.
 */
export async function* verifyLedger(db: Kysely<Tables>): AsyncGenerator<LedgerDiscrepancy> {
  let after = NIL_ID
  for (;;) {
    const records = await db
      .selectFrom('records')
      .select(['id', 'keeper_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(100)
      .execute()
    for (const { id, keeper_id } of records) yield* examineRecord(db, { storerId: keeper_id, recordId: id })
    const last = records.at(-1)
    if (!last) return
    after = last.id
  }
}

/** One record, as the ledger's rows name it. */
interface Examined {
  storerId: string
  recordId: string
}

async function* examineRecord(db: Kysely<Tables>, record: Examined): AsyncGenerator<LedgerDiscrepancy> {
  const { storerId, recordId } = record
  const entries = await readEntriesDue(db, recordId, EVERYTHING.from, EVERYTHING.to)
  const kept = await db
    .selectFrom('ledger_balances')
    .selectAll()
    .where('storer_id', '=', storerId)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  if (!kept) {
    yield { what: 'balance row', recordId, stored: null, recomputed: 'one row' }
    return
  }
  const settled = entries.filter(({ at }) => at <= kept.settled_to.getTime())
  const sum = contributions(settled, recordId)
  yield* differing(recordId, [
    ['balance', kept.balance_grams, sum.balanceGrams],
    ['received', kept.received_grams, sum.receivedGrams],
    ['harvested', kept.harvested_grams, sum.harvestedGrams],
    ['loss', kept.loss_grams, sum.lossGrams],
    ['sold', kept.sold_grams, sum.soldGrams],
  ])
  const nextDue = Math.min(...entries.filter(({ at }) => at > kept.settled_to.getTime()).map(({ at }) => at))
  if (Number.isFinite(nextDue) && (kept.next_due_at === null || kept.next_due_at.getTime() > nextDue)) {
    yield {
      what: 'next due',
      recordId,
      stored: kept.next_due_at?.toISOString() ?? null,
      recomputed: new Date(nextDue).toISOString(),
    }
  }
  const facts = netsOf(entries, recordId)
  const days = summariseLedger(facts)
  yield* examineDays(db, record, days)
  yield* examineSpan(db, record, days)
  yield* examineCounts(db, record, facts)
}

function* differing(
  recordId: string,
  figures: [what: string, stored: number, recomputed: number][],
): Generator<LedgerDiscrepancy> {
  for (const [what, stored, recomputed] of figures)
    if (stored !== recomputed) yield { what, recordId, stored, recomputed }
}

/** Day summaries as the entries make them. */
export function summariseLedger(facts: NetPosting[]): Day[] {
  const days: Day[] = []
  let balance = 0
  const points = [
    ...Map.groupBy(facts.toSorted(comparePoints), ({ at, factId }) => `${at} ${factId}`).values(),
  ]
  for (const point of points) {
    const [first] = point
    balance += point.reduce((sum, { grams }) => sum + grams, 0)
    const start = startOfDay(first?.at ?? 0)
    const last = days.at(-1)
    if (last?.start === start) {
      last.closingGrams = balance
      last.lowGrams = Math.min(last.lowGrams, balance)
    } else days.push({ start, closingGrams: balance, lowGrams: balance })
  }
  return days
}

async function* examineDays(
  db: Kysely<Tables>,
  { storerId, recordId }: Examined,
  days: Day[],
): AsyncGenerator<LedgerDiscrepancy> {
  const stored = await db
    .selectFrom('ledger_days')
    .selectAll()
    .where('storer_id', '=', storerId)
    .where('record_id', '=', recordId)
    .orderBy('day')
    .execute()
  const expected = new Map(days.map((day) => [dayText(day.start), day]))
  for (const row of stored) {
    const day = expected.get(row.day)
    expected.delete(row.day)
    yield* differing(recordId, [
      [`day ${row.day} closing`, row.closing_grams, day?.closingGrams ?? Number.NaN],
      [`day ${row.day} low`, row.low_grams, day?.lowGrams ?? Number.NaN],
    ])
  }
  for (const [day, { closingGrams }] of expected)
    yield { what: `day ${day}`, recordId, stored: null, recomputed: closingGrams }
}

/** Compares the stored span of a record with its days: up to the last of them, or without an end while something is left. */
async function* examineSpan(
  db: Kysely<Tables>,
  { storerId, recordId }: Examined,
  days: Day[],
): AsyncGenerator<LedgerDiscrepancy> {
  const stored = await db
    .selectFrom('ledger_spans')
    .select(['first_day', 'last_day'])
    .where('keeper_id', '=', storerId)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  const [first, last] = [days[0], days.at(-1)]
  const expected = first &&
    last && [dayText(first.start), last.closingGrams === 0 ? dayText(last.start) : 'infinity']
  const kept = stored && [stored.first_day, stored.last_day]
  if (kept?.join() !== expected?.join()) {
    yield {
      what: 'span',
      recordId,
      stored: kept?.join(' to ') ?? null,
      recomputed: expected?.join(' to ') ?? null,
    }
  }
}

async function* examineCounts(
  db: Kysely<Tables>,
  { storerId, recordId }: Examined,
  facts: NetPosting[],
): AsyncGenerator<LedgerDiscrepancy> {
  const { rows } = await sql<{
    fact_id: number
    at: number
    counted_grams: number
    max_gain_grams: number | null
  }>`
    select fact_id, (extract(epoch from effective_at) * 1000)::bigint as at, counted_grams, max_gain_grams
    from ledger_counts where storer_id = ${storerId} and record_id = ${recordId} and withdrawn_at is null`.execute(
    db,
  )
  for (const { fact_id, at, counted_grams, max_gain_grams } of rows) {
    const upTo = facts.filter((fact) => comparePoints(fact, { at, factId: fact_id }) <= 0)
    const balance = upTo.reduce((sum, { grams }) => sum + grams, 0)
    const isBeyondGain = max_gain_grams !== null && counted_grams - balance > max_gain_grams
    if (balance !== counted_grams && !isBeyondGain)
      yield { what: `count ${fact_id}`, recordId, stored: counted_grams, recomputed: balance }
  }
}

/** Tables and columns that the hash covers. Each row is read in the order of its key, which is the same on both databases. */
const books = [
  {
    table: 'ledger_entries',
    key: 'id',
    columns:
      'id, fact_id, effective_at, recorded_at, source_record_id, source_outside, destination_record_id, destination_outside, grams, planting_id, sold, is_count, reverses',
  },
  {
    table: 'ledger_balances',
    key: 'record_id',
    columns:
      'record_id, balance_grams, received_grams, harvested_grams, loss_grams, sold_grams, settled_to, next_due_at',
  },
  {
    table: 'movements',
    key: 'id',
    columns:
      'id, organisation_id, type, status, effective_at, record_id, source_record_id, destination_record_id, sender_id, receiver_id, weight_grams, empty_grams, full_grams, sold, adjustment_grams, shrink_grams, recorded_at, deleted_at',
  },
]

/**
 * One SHA-256 over all entries, balances and movements, in hexadecimal: equal where two ledgers are, on whichever database each
 * lies, and another one as soon as a gram differs. It reads everything, a batch at a time, and belongs into a transaction that
 * sees one moment.
 *
 * The columns are named, so that a migration which adds one does not change the hash. One that renames or removes one of
 * these has to change it.
 */
export async function ledgerHash(client: Client): Promise<string> {
  const hash = createHash('sha256')
  for (const { table, key, columns } of books) {
    hash.update(`${table}\n`)
    const query = `select row(${columns})::text as row from ${table} order by ${key}`
    for await (const rows of readBatches(client, query)) hash.update(`${rows.join('\n')}\n`)
  }
  return hash.digest('hex')
}
