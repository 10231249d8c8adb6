import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { formatDate } from '../../kernel/time.ts'
import { message } from '../../words/catalogue.ts'
import type { NewEntry } from './posting.ts'
import type { Count } from './rules.ts'

/** Books that are closed up to a day (rules.md §14): no figure at or before it changes. */

/** The books of an organisation as far as they are closed. */
export interface ClosedBooks {
  /** The first instant that is open, in epoch milliseconds; null where nothing is closed. */
  closedBefore: number | null
  timeZone: string
}

const keyOf = (storerId: RawBuilder<unknown>) => sql`hashtextextended('books ' || ${storerId}, 0)`

/**
 * The condition that a statement takes the books for as long as its transaction lasts, together with all others who change stock: a closing
 * waits for them, and they for it. Being a subquery without a row of its own it is tried once, before any row is locked. The closed day has
 * to be read by a later statement, which sees what the closing has stored.
 */
export function sharingBooks(storerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select pg_advisory_xact_lock_shared(${keyOf(storerId)}) is not null)`
}

/** Takes the books as `sharingBooks`, for stock that lies in no bay. */
export async function shareBooks(trx: Transaction, storerId: string): Promise<void> {
  await sql`select ${sharingBooks(sql`${storerId}::uuid::text`)}`.execute(trx)
}

/** Takes the books alone: nobody changes stock of the organisation until the transaction ends. It comes before all other locks. */
export async function holdBooks(trx: Transaction, storerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(sql`${storerId}::uuid::text`)})`.execute(trx)
}

/** A count of a record, as far as it says what was there. */
type CountedRecord = Pick<Count, 'at' | 'factId' | 'countedGrams' | 'reason'> & { recordId: string }

/** Everything that a posting changes: entries with those that they take back, and counts that it makes and takes out of force. */
export interface BookChange {
  entries: NewEntry[]
  newCounts: CountedRecord[]
  withdrawnCounts: CountedRecord[]
}

/**
 * Returns the earliest moment before `closedBefore` of which a change moves a figure, or undefined where it moves none. What is taken back
 * and posted again alike moves nothing.
 */
export function earliestClosedChange(
  closedBefore: number,
  { entries, newCounts, withdrawnCounts }: BookChange,
): number | undefined {
  const moved = new Map<string, { at: number; grams: number }>()
  const add = (at: number, key: unknown[], grams: number) => {
    if (at >= closedBefore) return
    const text = JSON.stringify([at, ...key])
    const sum = moved.get(text) ?? { at, grams: 0 }
    sum.grams += grams
    moved.set(text, sum)
  }
  for (const entry of entries) {
    const { at, plantingId, sold, isReversal, grams } = entry
    const source = entry.sourceRecordId ?? entry.sourceOutside
    const destination = entry.destinationRecordId ?? entry.destinationOutside
    const way = isReversal ? [destination, source] : [source, destination]
    add(at, [...way, plantingId, sold], isReversal ? -grams : grams)
  }
  for (const { at, recordId, factId, countedGrams, reason } of newCounts)
    add(at, [recordId, factId, countedGrams, reason], 1)
  for (const { at, recordId, factId, countedGrams, reason } of withdrawnCounts)
    add(at, [recordId, factId, countedGrams, reason], -1)
  const all = [...moved.values()].filter(({ grams }) => grams !== 0)
  return all.length === 0 ? undefined : Math.min(...all.map(({ at }) => at))
}

/** Whoever changes the books of an organisation, and when. */
export interface BookKeeper {
  storerId: string
  /** The one person or key that asks for all of it; null where several do together. */
  userId: string | null
  now: Date
}

/**
 * Refuses a change of a closed figure, unless somebody has let the caller make it.
 *
 * @throws Refusal `period_closed`, with the closed day, the first open one, and what to do
 */
export async function refuseClosed(
  trx: Transaction,
  books: ClosedBooks,
  at: number,
  keeper: BookKeeper,
): Promise<void> {
  if (books.closedBefore === null || at >= books.closedBefore) return
  if (await hasException(trx, keeper)) return
  throw closedRefusal(books, new Date(at))
}

/** The refusal of a change at a moment that is closed. */
function closedRefusal({ closedBefore, timeZone }: ClosedBooks, at: Date): Refusal {
  const firstOpen = new Date(closedBefore ?? 0)
  const days = {
    closedUpTo: lastDayBefore(firstOpen, timeZone),
    day: formatDate(at, timeZone),
    firstOpenDay: formatDate(firstOpen, timeZone),
  }
  return new Refusal('period_closed', message('periodIsClosed', days), {
    details: { ...days, date: at.toISOString(), firstOpenISO: firstOpen.toISOString() },
  })
}

/** The last day before an instant that begins one. */
export function lastDayBefore(instant: Date, timeZone: string): string {
  return formatDate(new Date(instant.getTime() - 1), timeZone)
}

async function hasException(db: Kysely<Tables>, { storerId, userId, now }: BookKeeper): Promise<boolean> {
  if (userId === null) return false
  const { rows } = await sql`
    select from period_exceptions
    where organisation_id = ${storerId} and user_id = ${userId} and until > ${now} and ended_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Reads up to when the books of an organisation are closed. */
export async function readClosedBooks(db: Kysely<Tables>, storerId: string): Promise<ClosedBooks> {
  const { closed_before: closedBefore, time_zone: timeZone } = await db
    .selectFrom('organisations')
    .select(['closed_before', 'time_zone'])
    .where('id', '=', storerId)
    .executeTakeFirstOrThrow()
  return { closedBefore: closedBefore?.getTime() ?? null, timeZone }
}

/**
 * Refuses what the ledger has no entries of at a moment that is closed: a load that nobody has weighed yet, and what stock is called that lay
 * there by then. The caller has taken the books (`sharingBooks`) before.
 *
 * @throws Refusal `period_closed`
 */
export async function ensureOpen(
  trx: Transaction,
  { organisationId, userId, now }: { organisationId: string; userId: string | null; now: Date },
  at: Date,
): Promise<void> {
  const books = await readClosedBooks(trx, organisationId)
  await refuseClosed(trx, books, at.getTime(), { storerId: organisationId, userId, now })
}

/** The moment of the first entry that stands and brought anything into a record; undefined where nothing did. */
export async function firstEntryOf(db: Kysely<Tables>, recordId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.effective_at) as at from ledger_entries e
    where e.destination_record_id = ${recordId} and e.reverses is null
      and not exists (select from ledger_entries back where back.storer_id = e.storer_id and back.reverses = e.id)`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}
