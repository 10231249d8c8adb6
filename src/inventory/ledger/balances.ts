import { sql, type Kysely, type RawBuilder } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { contributions, noTotals, type Totals } from './totals-rules.ts'
import { readEntriesDue } from './read-histories.ts'

/** A record as the ledger locks it: where it lies, and the balance up to `asOf`. */
export interface LockedBalance {
  recordId: string
  name: string
  bayId: number | null
  /** Its store and bay, for people; empty where it lies in none. */
  bayName: string
  /** True if any other parcel may have lain in the bay since the change, so that mixing has to be looked at. */
  hasNeighbours: boolean
  /** Of who keeps the stock: refusals name days in it. */
  timeZone: string
  /** The first instant of its storer's books that is not closed, in epoch milliseconds; null where nothing is. */
  closedBefore: number | null
  balanceGrams: number
  /** The most of what ever came into it, was harvested off it, lost or sold up to `asOf`. */
  turnoverGrams: number
  /** The instant up to which the kept figures count: now, or later where a clock went back. */
  asOf: number
}

/** Gives new records their row in the ledger: an empty balance, and the lock that commands take. */
export async function openBalances(trx: Transaction, recordIds: string[], now: Date): Promise<void> {
  await sql`insert into ledger_balances (storer_id, record_id, settled_to)
    select keeper_id, id, ${now}::timestamptz from records where id = any(${recordIds}::uuid[])`.execute(trx)
}

/** Forgets the balances of records to which nothing was ever posted, before the records themselves are deleted. */
export async function closeBalances(trx: Transaction, recordIds: string[]): Promise<void> {
  await sql`
    delete from ledger_balances b using records r
    where r.id = any(${recordIds}::uuid[]) and (b.storer_id, b.record_id) = (r.keeper_id, r.id) and not exists (
      select from ledger_entries e where b.record_id in (e.source_record_id, e.destination_record_id, e.planting_id))`.execute(
    trx,
  )
}

/**
 * That everything that was ever posted to a record has been taken back, so that nothing of it is in any book: in SQL, of a row of `records`.
 *
 * @param record the name of the row
 */
export function forgottenParcels(record: ReturnType<typeof sql>): ReturnType<typeof sql> {
  const isStanding = sql`e.storer_id = ${record}.keeper_id and e.reverses is null
    and not exists (select from ledger_entries back where back.storer_id = e.storer_id and back.reverses = e.id)`
  return sql`not exists (select from ledger_entries e where e.source_record_id = ${record}.id and ${isStanding})
    and not exists (select from ledger_entries e where e.destination_record_id = ${record}.id and ${isStanding})
    and not exists (select from ledger_counts c where c.record_id = ${record}.id and c.withdrawn_at is null)`
}

/** The answer to locking a balance. */
export interface LockedRow {
  record_id: string
  storer_id: string
  balance_grams: number
  turnover_grams: number
  settled_to: Date
  is_behind: boolean
  name: string
  bay_id: number | null
  bay_name: string | null
  time_zone: string
  closed_before: Date | null
  has_neighbours: boolean
}

/**
 * The statement that locks balances in record-id order, so that no two callers wait for each other and none spends the
 * same kilogram. `ids` is a table of record ids, its one column called `id`; neighbours are other parcels of the bay that
 * may have had stock on the day of `since` or after it. Behind OFFSET 0 a record is looked up by its id, however many there are.
 */
export function lockingBalances(
  ids: RawBuilder<unknown>,
  { now, since }: { now: Date; since: Date },
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<LockedRow> {
  return sql<LockedRow>`
    select b.record_id, b.storer_id, b.balance_grams,
      greatest(b.received_grams, b.harvested_grams, abs(b.loss_grams), b.sold_grams) as turnover_grams, b.settled_to, coalesce(b.next_due_at <= ${now}, false) as is_behind, r.name, r.bay_id,
      (select s.name || ', ' || bays.name from bays join storages s on s.id = bays.storage_id where bays.id = r.bay_id) as bay_name,
      keeper.time_zone, keeper.closed_before,
      exists (
        select from ledger_spans other
        where other.bay_id = r.bay_id and other.record_id <> r.id and other.last_day >= (${since}::timestamptz at time zone 'UTC')::date
      ) as has_neighbours${columns}
    from ${ids} as asked
    cross join lateral (select * from records where id = asked.id offset 0) r
    join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    join organisations keeper on keeper.id = r.keeper_id
    order by b.record_id for update of b`
}

const lockById = statement<{ ids: string[]; now: Date; since: Date }, LockedRow>(({ ids, now, since }) =>
  lockingBalances(sql`(select distinct unnest(${ids}::uuid[]) as id)`, { now, since }),
)

/**
 * Locks balances, and brings the kept figures up to now where planned movements have come due.
 *
 * @param since what has happened before is of no interest to the caller
 */
export async function lockBalances(
  trx: Transaction,
  recordIds: string[],
  now: Date,
  since: Date,
): Promise<Map<string, LockedBalance>> {
  return lockedRecords(trx, await lockById.rows(trx, { ids: recordIds, now, since }), now)
}

/** Makes locked records of the rows, with their figures brought up to now. */
export async function lockedRecords(
  trx: Transaction,
  rows: LockedRow[],
  now: Date,
): Promise<Map<string, LockedBalance>> {
  const locked = new Map<string, LockedBalance>()
  for (const row of rows) {
    const settled = row.is_behind ? await settle(trx, row, now) : noTotals
    locked.set(row.record_id, {
      recordId: row.record_id,
      name: row.name,
      bayId: row.bay_id,
      bayName: row.bay_name ?? '',
      hasNeighbours: row.has_neighbours,
      timeZone: row.time_zone,
      closedBefore: row.closed_before?.getTime() ?? null,
      balanceGrams: row.balance_grams + settled.balanceGrams,
      turnoverGrams: row.turnover_grams + turnoverOf(settled),
      asOf: Math.max(row.settled_to.getTime(), now.getTime()),
    })
  }
  return locked
}

/** A record among those that a command has locked. Only those are judged, so one that is not there is a bug. */
export function getLocked(locked: ReadonlyMap<string, LockedBalance>, recordId: string): LockedBalance {
  const record = locked.get(recordId)
  if (!record) throw new Error(`the record ${recordId} is judged and was not locked`)
  return record
}

/** Adds what has come due since it was settled to the kept figures of a record; answers what they gained. */
async function settle(
  trx: Transaction,
  { storer_id: storerId, record_id: recordId, settled_to: settledTo }: LockedRow,
  now: Date,
): Promise<Totals> {
  const due = await readEntriesDue(trx, recordId, settledTo, now)
  const sum = contributions(due, recordId)
  await sql`
    update ledger_balances set
      balance_grams = balance_grams + ${sum.balanceGrams},
      received_grams = received_grams + ${sum.receivedGrams},
      harvested_grams = harvested_grams + ${sum.harvestedGrams},
      loss_grams = loss_grams + ${sum.lossGrams},
      sold_grams = sold_grams + ${sum.soldGrams},
      settled_to = ${now},
      next_due_at = (select min(effective_at) from ledger_entries where effective_at > ${now}
        and (source_record_id = ${recordId} or destination_record_id = ${recordId} or planting_id = ${recordId}))
    where storer_id = ${storerId} and record_id = ${recordId}`.execute(trx)
  return sum
}

function turnoverOf({ receivedGrams, harvestedGrams, lossGrams, soldGrams }: Totals): number {
  return Math.max(receivedGrams, harvestedGrams, Math.abs(lossGrams), soldGrams)
}

/** The records whose kept figures have fallen due by `now`. */
export async function dueBalances(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from ledger_balances where next_due_at <= ${now} order by record_id`.execute(db)
  return rows.map(({ record_id }) => record_id)
}

/** Brings the kept figures of records up to `now`, where they have fallen due: a housekeeping job, so that searches stay quick. */
export async function settleBalances(trx: Transaction, recordIds: string[], now: Date): Promise<void> {
  await lockBalances(trx, recordIds, now, now)
}
