import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { cellsOf, type TableCell, type TableColumns, type TableFile } from '../../http/table.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { formatDate } from '../../kernel/time.ts'
import { booksHash, lastDayBefore, readClosedBooks } from '../ledger/ledger.ts'
import type { Books, Period, PeriodFigures, PeriodLine, PeriodLoss } from './schema.ts'

type Db = Kysely<Tables>

interface Row {
  id: string
  first_day: string | null
  last_day: string
  closed_before: Date
  note: string
  ledger_hash: string
  audit_head: string
  paper_id: number | null
  closed_by_name: string
  closed_at: Date
  reopened_by_name: string | null
  reopened_at: Date | null
  reopened_reason: string | null
}

const columns = sql`id, first_day::text as first_day, last_day::text as last_day, closed_before, note, ledger_hash, audit_head, paper_id, closed_by_name, closed_at,
  reopened_by_name, reopened_at, reopened_reason`

function headOf(row: Row): Books['periods'][number] {
  return {
    id: row.id,
    from: row.first_day ?? '',
    upTo: row.last_day,
    status: row.reopened_at ? 'reopened' : 'closed',
    note: row.note,
    closedBy: row.closed_by_name,
    closedAtUTC: row.closed_at.toISOString(),
    reopenedBy: row.reopened_by_name ?? '',
    reopenedAtUTC: row.reopened_at?.toISOString() ?? '',
    reopenedReason: row.reopened_reason ?? '',
    ledgerHash: row.ledger_hash,
    auditHead: row.audit_head,
  }
}

/** Reads up to when the books are closed, by whom, and who may change closed periods. */
export function readBooks(db: Db, actor: Actor): Promise<Books> {
  const { organisationId, now } = actor
  return inOneMoment(db, async (moment) => {
    const { closedBefore, timeZone } = await readClosedBooks(moment, organisationId)
    const firstOpen = closedBefore === null ? undefined : new Date(closedBefore)
    const { rows: periods } = await sql<Row>`
      select ${columns} from periods where organisation_id = ${organisationId} order by closed_at desc, id desc`.execute(
      moment,
    )
    const exceptions = await moment
      .selectFrom('period_exceptions')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('granted_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return {
      closedUpTo: firstOpen ? lastDayBefore(firstOpen, timeZone) : '',
      firstOpenDay: firstOpen ? formatDate(firstOpen, timeZone) : '',
      periods: periods.map(headOf),
      exceptions: exceptions.map((row) => ({
        id: row.id,
        userId: row.user_id,
        userName: row.user_name,
        untilUTC: row.until.toISOString(),
        reason: row.reason,
        grantedBy: row.granted_by_name,
        grantedAtUTC: row.granted_at.toISOString(),
        endedBy: row.ended_by_name ?? '',
        endedAtUTC: row.ended_at?.toISOString() ?? '',
        isRunning: row.ended_at === null && row.until > now,
      })),
    }
  })
}

async function getRow(db: Db, { organisationId }: Actor, id: string): Promise<Row & { statement: unknown }> {
  const { rows } = isId(id)
    ? await sql<Row & { statement: unknown }>`
        select ${columns}, statement from periods where organisation_id = ${organisationId} and id = ${id}`.execute(
        db,
      )
    : { rows: [] }
  const [row] = rows
  if (!row) throw notFound('period', id)
  return row
}

/**
 * A period with its statement, as it was kept.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's
 */
export async function getPeriod(db: Db, actor: Actor, id: string): Promise<Period> {
  const row = await getRow(db, actor, id)
  // The column has what `close-period.ts` writes.
  return { ...headOf(row), ...(row.statement as PeriodFigures) }
}

/** The number of the paper that the statement of a period was issued as. */
export async function paperOfPeriod(db: Db, actor: Actor, id: string): Promise<string> {
  return String((await getRow(db, actor, id)).paper_id ?? 0)
}

/** Compares what the ledger says of a closed time with what it said when it was closed. Reads all of its entries. */
export async function checkPeriod(db: Db, actor: Actor, id: string) {
  return inOneMoment(db, async (moment) => {
    const { ledger_hash: ledgerHash, closed_before: before } = await getRow(moment, actor, id)
    const ledgerHashNow = await booksHash(moment, actor.organisationId, before)
    return { ledgerHash, ledgerHashNow, isAsClosed: ledgerHash === ledgerHashNow }
  })
}

interface StatementRow {
  kind: 'position' | 'loss' | 'gain'
  line?: PeriodLine
  loss?: PeriodLoss
}

/** A kept statement as CSV: the position of each parcel, and below it losses and gains by reason and who bears them. */
export function periodTable(db: Db, actor: Actor, id: string): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    const { lines, losses } = await getPeriod(db, actor, id)
    for (const line of lines) yield cellsOf(tableColumns, { kind: 'position', line }, actor.timeZone)
    for (const loss of losses) yield cellsOf(tableColumns, { kind: loss.kind, loss }, actor.timeZone)
  }
  return { fileName: 'period', columns: Object.keys(tableColumns), rows: rows() }
}

const tableColumns: TableColumns<StatementRow> = {
  row: ({ kind }) => kind,
  storage: ({ line }) => line?.storage ?? '',
  substorageId: ({ line }) => line?.substorageId ?? '',
  substorage: ({ line }) => line?.substorage ?? '',
  ownerId: ({ line }) => line?.ownerId ?? '',
  owner: ({ line }) => line?.owner ?? '',
  owned: ({ line }) => line?.owned ?? '',
  commodity: ({ line, loss }) => (line ?? loss)?.commodity.name ?? '',
  type: ({ line }) => line?.type.name ?? '',
  grade: ({ line }) => line?.grade.name ?? '',
  variety: ({ line }) => line?.variety ?? '',
  harvestYear: ({ line }) => line?.harvestYear ?? '',
  opening: ({ line }) => line?.opening ?? '',
  cameIn: ({ line }) => line?.cameIn ?? '',
  movedIn: ({ line }) => line?.movedIn ?? '',
  wentOut: ({ line }) => line?.wentOut ?? '',
  movedOut: ({ line }) => line?.movedOut ?? '',
  lost: ({ line, loss }) => line?.lost ?? (loss?.kind === 'loss' ? loss.weight : ''),
  found: ({ line, loss }) => line?.found ?? (loss?.kind === 'gain' ? loss.weight : ''),
  closing: ({ line }) => line?.closing ?? '',
  reason: ({ loss }) => loss?.reason ?? '',
  payer: ({ loss }) => loss?.payer ?? '',
  recordId: ({ line }) => line?.recordId ?? '',
}
