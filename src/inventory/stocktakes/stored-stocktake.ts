import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { isPermitted, rolesWith } from '../../kernel/permissions.ts'
import type { HowMeasured } from './how-measured.ts'
import type { StocktakePerson, Tolerance } from './stocktake-rules.ts'

type Db = Kysely<Tables>

/** A session as it is stored. */
export interface StoredStocktake {
  id: string
  name: string
  cutOffAt: Date
  isBlind: boolean
  tolerance: Tolerance
  counters: { id: string; name: string }[]
  approvers: { id: string; name: string }[]
  createdBy: string
  createdAt: Date
  approvedAt: Date | null
  approvedBy: string | null
  /** Number below those of the entries since (`ledgerMark`). */
  approvedMark: number | null
  ledgerHash: string | null
  auditHead: string
  cancelledAt: Date | null
  cancelledBy: string | null
}

/** A count as it was entered, the last of its line stands. */
export interface StoredCount {
  number: number
  grams: number
  at: number
  by: StocktakePerson
  howMeasured: HowMeasured | null
  fileIds: string[]
  note: string
  enteredBy: StocktakePerson
  enteredAt: number
  /** Number below those of the bay's entries since (`ledgerMark`). */
  mark: number
}

/** A parcel of a bay as it lay there at the cut-off when the session was approved. */
export interface StockOfLine {
  recordId: string
  name: string
  commodityId: number
  typeId: number
  gradeId: number | null
  variety: string
  harvestYear: string
  ownerId: string
  ownerName: string
  cutOffGrams: number
}

/** A line as it is stored. */
export interface StoredStocktakeLine {
  bayId: number
  line: number
  storageId: string
  storageName: string
  bayName: string
  recordId: string | null
  reasonId: number
  leftOut: string | null
  recountAskedAt: Date | null
  /** So many counts there were then. */
  recountAfter: number | null
  recountAskedBy: string | null
  counts: StoredCount[]
  approved: ApprovedLine | null
}

/** A line as it was approved. */
export interface ApprovedLine {
  stock: StockOfLine[]
  bookGrams: number
  /** Null of a bay that was left out. */
  varianceGrams: number | null
  recordId: string | null
  datedAt: Date | null
  adjustmentId: number | null
}

interface Row {
  id: string
  name: string
  cut_off_at: Date
  is_blind: boolean
  tolerance_percent: string | null
  tolerance_grams: number | null
  counters: { id: string; name: string }[]
  approvers: { id: string; name: string }[]
  created_by_name: string
  created_at: Date
  approved_at: Date | null
  approved_by_name: string | null
  approved_mark: number | null
  ledger_hash: string | null
  audit_head: string
  cancelled_at: Date | null
  cancelled_by_name: string | null
}

const people = (ids: ReturnType<typeof sql>) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name',
    coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email)) order by place), '[]')
  from unnest(${ids}) with ordinality as named (id, place) join users u on u.id = named.id)`

/** Sessions of the caller's organisation, by id. */
export async function findStoredStocktakes(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  ids: string[],
): Promise<StoredStocktake[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.cut_off_at, s.is_blind, s.tolerance_percent::text, s.tolerance_grams, ${people(sql`s.counter_ids`)} as counters,
      ${people(sql`s.approver_ids`)} as approvers, s.created_by_name, s.created_at, s.approved_at, s.approved_by_name, s.approved_mark, s.ledger_hash, s.audit_head,
      s.cancelled_at, s.cancelled_by_name
    from stocktakes s where s.organisation_id = ${organisationId} and s.id = any(${ids}::uuid[])`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    cutOffAt: row.cut_off_at,
    isBlind: row.is_blind,
    tolerance: {
      percent: row.tolerance_percent === null ? null : Number(row.tolerance_percent),
      grams: row.tolerance_grams,
    },
    counters: row.counters,
    approvers: row.approvers,
    createdBy: row.created_by_name,
    createdAt: row.created_at,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by_name,
    approvedMark: row.approved_mark,
    ledgerHash: row.ledger_hash,
    auditHead: row.audit_head,
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by_name,
  }))
}

interface LineRow {
  bay_id: number
  line: number
  storage_id: string
  storage_name: string
  bay_name: string
  record_id: string | null
  reason_id: number
  left_out: string | null
  recount_asked_at: Date | null
  recount_after: number | null
  recount_asked_by_name: string | null
  stock: StockOfLine[] | null
  book_grams: number | null
  variance_grams: number | null
  counted_record_id: string | null
  dated_at: Date | null
  adjustment_id: number | null
}

interface CountRow {
  bay_id: number
  number: number
  counted_grams: number
  counted_at: Date
  counted_by: string | null
  counted_by_name: string
  how_measured: HowMeasured | null
  file_ids: string[]
  note: string
  entered_by: string | null
  entered_by_name: string
  entered_at: Date
  ledger_mark: number
}

/** The lines of a session, in their order, each with its counts. */
export async function findStoredLines(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: string,
): Promise<StoredStocktakeLine[]> {
  const { rows } = await sql<LineRow>`
    select line.bay_id, line.line, s.id as storage_id, coalesce(line.storage_name, s.name) as storage_name, coalesce(line.bay_name, b.name) as bay_name,
      line.record_id, line.reason_id, line.left_out, line.recount_asked_at, line.recount_after, line.recount_asked_by_name, line.stock, line.book_grams,
      line.variance_grams, line.counted_record_id, line.dated_at, line.adjustment_id
    from stocktake_lines line
    join bays b on b.organisation_id = line.organisation_id and b.id = line.bay_id
    join storages s on s.id = b.storage_id
    where line.organisation_id = ${organisationId} and line.stocktake_id = ${id}::uuid order by line.line`.execute(
    db,
  )
  const { rows: counts } = await sql<CountRow>`
    select bay_id, number, counted_grams, counted_at, counted_by, counted_by_name, how_measured, file_ids, note, entered_by, entered_by_name, entered_at, ledger_mark
    from stocktake_counts where organisation_id = ${organisationId} and stocktake_id = ${id}::uuid order by bay_id, number`.execute(
    db,
  )
  const countsOf = Map.groupBy(counts, ({ bay_id }) => bay_id)
  return rows.map((row) => ({
    bayId: row.bay_id,
    line: row.line,
    storageId: row.storage_id,
    storageName: row.storage_name,
    bayName: row.bay_name,
    recordId: row.record_id,
    reasonId: row.reason_id,
    leftOut: row.left_out,
    recountAskedAt: row.recount_asked_at,
    recountAfter: row.recount_after,
    recountAskedBy: row.recount_asked_by_name,
    counts: (countsOf.get(row.bay_id) ?? []).map(countOf),
    approved: approvedOf(row),
  }))
}

function countOf(row: CountRow): StoredCount {
  return {
    number: row.number,
    grams: row.counted_grams,
    at: row.counted_at.getTime(),
    by: { id: row.counted_by, name: row.counted_by_name },
    howMeasured: row.how_measured,
    fileIds: row.file_ids,
    note: row.note,
    enteredBy: { id: row.entered_by, name: row.entered_by_name },
    enteredAt: row.entered_at.getTime(),
    mark: row.ledger_mark,
  }
}

function approvedOf(row: LineRow): ApprovedLine | null {
  if (row.stock === null) return null
  return {
    stock: row.stock,
    bookGrams: row.book_grams ?? 0,
    varianceGrams: row.variance_grams,
    recordId: row.counted_record_id,
    datedAt: row.dated_at,
    adjustmentId: row.adjustment_id,
  }
}

/**
 * True if whoever counted may not approve, nor confirm their own count: unless the organisation allows it, or there is nobody else in it
 * who may count.
 */
export async function needsSomebodyElse(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<boolean> {
  const { rows } = await sql<{ needs_other: boolean }>`
    select not o.counters_may_approve and (
      select count(*) > 1 from (
        select from memberships m
        where m.organisation_id = o.id and m.status = 'active' and m.role = any(${rolesWith('stocktakes:count')}::text[]) limit 2) able) as needs_other
    from organisations o where o.id = ${organisationId}`.execute(db)
  return rows[0]?.needs_other ?? true
}

/** True if a caller is among those who are to approve a session. */
export function mayApprove(actor: Actor, { approvers }: Pick<StoredStocktake, 'approvers'>): boolean {
  const isNamed = approvers.length === 0 || approvers.some(({ id }) => id === actor.userId)
  return isNamed && isPermitted(actor, 'stocktakes:write')
}
