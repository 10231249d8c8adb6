import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Permission } from '../../kernel/permissions.ts'
import type { CountChange } from '../../http/validate/rehearsal.ts'
import type { ReceivedFile } from '../../http/serve/receive-form.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { FairTurns } from '../../kernel/concurrency.ts'
import { newId } from '../../kernel/ids.ts'
import { recheckRole } from '../access/recheck-role.ts'
import { appendEvent, suppressEvents } from '../events/append-event.ts'
import type { EventType } from '../events/event-types.ts'
import { message } from '../../words/catalogue.ts'
import { readAliases, withCustomHeaders, type ValidateAliases } from './aliases.ts'
import type { Columns } from './columns.ts'
import type { creatables, Mapping } from './mapping.ts'
import {
  findMapping,
  insertFaults,
  insertImport,
  insertMade,
  markBegun,
  lockImports,
  noteProgress,
  refreshStatistics,
} from './queries.ts'
import { HeldRows } from './held-rows.ts'
import type { Outcome } from './outcome.ts'
import { addCounts, ImportReport, noCounts, importStepOf, type Counts } from './report.ts'
import { isLeftOut, type Row } from './cells.ts'
import { originOf } from './origin.ts'
import { openTable, type Table } from './table.ts'

/**
 * Stores rows, all that can be, and says what became of each, in order. Rows with faulty cells are among them, so that
 * whatever else is wrong with them is told at the same time.
 */
export type StoreRows<Of extends Columns> = (
  trx: Transaction,
  actor: Actor,
  rows: Row<Of>[],
) => Promise<Outcome[]>

/** A kind of rows that a file may be imported as. */
export interface ImportKind<Of extends Columns = Columns> {
  /** True if a row may correct what is there. */
  takesUpdates?: boolean
  kind: string
  columns: Of
  /** The tables that many rows are added to. */
  tables?: string[]
  /** All rows in one transaction, for what is replaced as a whole. Otherwise step by step. */
  isWhole?: boolean
  /** Number of rows stored together: 500 unless given. */
  stepRows?: number
  /**
   * Begins a file. What it gives may remember the rows that came before; of an import that is not whole, a step may come again after a collision.
   * Where rows are stored in another order than the file's, all of them are looked at first: such a file is held whole, so it has a limit.
   */
  begin: (run: ImportRequest, actor: Actor) => StoreRows<Of> | ArrangedRows<Of>
  /** Refuses what a file is to be imported into, before any of it is read. */
  ensure?: (db: Kysely<Tables>, actor: Actor, options: ImportOptions) => Promise<void>
  /** Of what enters stock: the counts that stand although rows were entered before them. */
  countsThatStand?: (trx: Transaction) => CountChange[]
}

/** Storage of a file whose rows are put in order first. */
export interface ArrangedRows<Of extends Columns> {
  /** Looks at each row, in the order of the file and before any is stored. Answers numbers by which it stands among the others. */
  look: (row: Row<Of>) => number[]
  store: StoreRows<Of>
}

/** Options for a file besides reading it. */
export interface ImportOptions {
  isDryRun: boolean
  /** Rows may correct what is there. */
  mayUpdate: boolean
  /** Meaning of rows whose ticket has the number of an earlier load, where nothing else decides: other loads, or corrections of it. */
  sameNumber: SameNumber | undefined
  /** Treatment of loads of closed books: refused, or entered late on the first open day. */
  closedDays: ClosedDays | undefined
  /** Place in its day of a load whose row has no time: at its start unless given. */
  dayAlone: DayAlone | undefined
  /** The stock-take that counts go into; dated counts of their own where there is none. */
  stocktakeId: string | undefined
  /** Things that are made where rows name them and they are not there. */
  creates: ReadonlySet<Creatable>
  /** Rows that somebody has looked at again. */
  confirmed: ReadonlySet<number>
  mapping: Mapping
  /** The Idempotency-Key of the request, by which its import is found again. */
  key: string | undefined
  /** Aborted when whoever sent the file has left, which ends a dry run. */
  signal: AbortSignal
}
export const sameNumbers = ['new', 'update'] as const
export const daysAlone = ['start', 'end'] as const
export const closedDays = ['late'] as const
type ClosedDays = (typeof closedDays)[number]
type DayAlone = (typeof daysAlone)[number]
type SameNumber = (typeof sameNumbers)[number]
export type Creatable = (typeof creatables)[number]

/** The run that rows belong to. */
export interface ImportRequest extends ImportOptions {
  importId: string
  /** Of the file. */
  sha256: Buffer
}

/** A file that has been imported. */
export interface ImportedFile {
  /** Empty after a dry run. */
  importId: string
  kind: string
  totalRows: number
  table: Table
  report: ImportReport
}

/** As many rows as a file may have that is held whole. */
const MOST_ARRANGED = 100_000

/** Of a file with more rows, one of each organisation is worked on at a time and two in all, whatever is done with it. */
const LONG_ROWS = 2000
const longFiles = new FairTurns({ inAll: 2, ofOne: () => 1 })

/** Rows that are stored together: few enough that nobody waits long for the locks. */
const STEP_ROWS = 500
/** Of the embedded database everybody waits for the end of a step, which takes longer there. */
const EMBEDDED_STEP_ROWS = 150

/** Parts of a database that an import needs. */
export type ImportDatabase = Pick<Database, 'db' | 'engine' | 'trial'>

function stepRowsOf(
  { stepRows = STEP_ROWS }: Pick<ImportKind, 'stepRows'>,
  { engine }: ImportDatabase,
): number {
  return engine === 'pglite' ? Math.min(stepRows, EMBEDDED_STEP_ROWS) : stepRows
}
/** Tables grow faster here than the database looks: without figures of them it reads whole tables for every step. */
const ANALYZED_AFTER = new Set([1, 4, 16, 64, 256])

/** True if the rows of a step grew tables so much that they need new statistics: once for each size, however small the steps. */
function hasGrown(rowsBefore: number, rowsDone: number): boolean {
  const [before, done] = [rowsBefore, rowsDone].map((rows) => Math.ceil(rows / STEP_ROWS))
  return done !== before && ANALYZED_AFTER.has(done ?? 0)
}

/**
 * Imports a CSV file, row by row: good rows are stored and bad ones reported (rules.md §9). It is done in steps of 500 rows that
 * each commit, so that others are served in between and a stop half-way loses one step at most; the same file sent again then goes
 * on, since rows that are there already are left as they are. Whoever is shut out meanwhile enters no further step. A dry run is the same
 * in one transaction, which is taken back; a long one on the embedded database, in a copy of it.
 */
export async function importFile<Of extends Columns>(
  database: ImportDatabase,
  actor: Actor,
  {
    kind,
    permission,
    judgeAliases,
  }: Pick<Run<Of>, 'kind' | 'permission'> & { judgeAliases: ValidateAliases },
  file: ReceivedFile,
  options: ImportOptions,
): Promise<ImportedFile> {
  const { db } = database
  await kind.ensure?.(db, actor, options)
  const recalled = (header: string[]) => findMapping(db, actor, kind.kind, header)
  const words = await readAliases(db, actor, kind.kind, options.mapping, judgeAliases)
  const columns = withCustomHeaders(kind.columns, words, actor.countryISO)
  const origin = { ...(await originOf(db, actor)), words }
  const table = await openTable(file.path, columns, origin, options.mapping, recalled)
  try {
    const request = { ...options, importId: newId(), sha256: file.sha256 }
    const isWhole = options.isDryRun || kind.isWhole === true
    if (!isWhole) await inTransaction(db, (trx) => start(trx, { actor, kind, table, request }))
    const report = await inTurn(table, actor, request, async () => {
      const stepRows = stepRowsOf(kind, database)
      const steps = await stepsOf(stepRows, table, kind.begin(request, actor))
      const run: Run<Of> = { actor, kind, permission, table, request, steps, stepRows }
      const done = await (request.isDryRun
        ? tryOut(database, run)
        : isWhole
          ? importWhole(db, run)
          : importInSteps(db, run))
      steps.tellTotals(done)
      return done
    })
    const importId = options.isDryRun ? '' : request.importId
    return { importId, kind: kind.kind, table, totalRows: table.totalRows, report }
  } finally {
    await table.close()
  }
}

/** Has a long file wait until it is its organisation's turn. While it waits it holds no connection to the database. */
async function inTurn<Result>(
  { totalRows }: Pick<Table, 'totalRows'>,
  { organisationId }: Actor,
  { isDryRun, signal }: ImportRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (totalRows <= LONG_ROWS) return work()
  const end = await longFiles.take(organisationId, isDryRun ? signal : undefined)
  try {
    return await work()
  } finally {
    end()
  }
}

interface Run<Of extends Columns> {
  actor: Actor
  kind: ImportKind<Of>
  permission: Permission
  table: Table<Of>
  request: ImportRequest
  steps: Steps<Of>
  stepRows: number
}

/** The rows of a file in pieces that are stored together. */
interface Steps<Of extends Columns> {
  store: StoreRows<Of>
  each: () => AsyncIterable<Row<Of>[]> | Iterable<Row<Of>[]>
  /** Compares the sums of the file with its rows, where these were not stored in their order. */
  tellTotals: (report: ImportReport) => void
}

/** @throws Refusal `invalid_input` for a file that is too long to be held whole */
async function stepsOf<Of extends Columns>(
  stepRows: number,
  table: Table<Of>,
  begun: StoreRows<Of> | ArrangedRows<Of>,
): Promise<Steps<Of>> {
  if (typeof begun === 'function')
    return { store: begun, each: () => table.rows(stepRows), tellTotals: () => undefined }
  if (table.totalRows > MOST_ARRANGED) {
    refuseFaults([fault('file', message('fileHasTooManyRows', { limit: MOST_ARRANGED }), 'maxItems')])
  }
  const held = new HeldRows()
  for await (const some of table.records(STEP_ROWS))
    for (const record of some) held.add(record, begun.look(table.read(record)))
  return {
    store: begun.store,
    *each() {
      for (const some of held.inOrder(stepRows)) yield some.map((record) => table.read(record))
    },
    tellTotals(report) {
      if (report.counts.leftOut === 0) return
      report.forgetTotals()
      for (const record of held.inFile()) report.addToTotals(table.read(record))
    },
  }
}

/** A dry run. A long one is tried where nobody waits for it. */
async function tryOut<Of extends Columns>(database: ImportDatabase, run: Run<Of>): Promise<ImportReport> {
  if (run.table.totalRows <= LONG_ROWS) return importWhole(database.db, run)
  const trial = await database.trial()
  try {
    return await importWhole(trial.db, run)
  } finally {
    await trial.close()
  }
}

async function importInSteps<Of extends Columns>(db: Kysely<Tables>, run: Run<Of>): Promise<ImportReport> {
  const { actor, kind, permission, table, request, steps, stepRows } = run
  const { importId } = request
  const isLong = table.totalRows > stepRows
  const { store } = steps
  const report = new ImportReport()
  let counts = noCounts
  await inTransaction(db, async (trx) => {
    await markBegun(trx, importId)
    if (isLong) await tell(trx, run, 'import.started', counts)
  })
  for await (const rows of steps.each()) {
    const step = await inTransaction(db, async (trx) => {
      await lockImports(trx, actor)
      const standing = await recheckRole(trx, actor, permission)
      const done = importStepOf(rows, await storeReadable(store, trx, standing, rows, request), actor)
      await insertFaults(trx, actor, importId, done.refused)
      await insertMade(trx, actor, importId, done.made)
      await noteProgress(trx, importId, done.counts)
      if (isLong) await tell(trx, run, 'import.progress', addCounts(counts, done.counts))
      return done
    })
    report.add(step)
    const { rowsDone: rowsBefore } = counts
    counts = addCounts(counts, step.counts)
    if (isLong && hasGrown(rowsBefore, counts.rowsDone)) await refreshStatistics(db, kind.tables ?? [])
  }
  return report
}

/** Thrown to take a dry run back with its report in hand. */
class TakenBack extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('dry run')
    this.report = report
  }
}

async function importWhole<Of extends Columns>(db: Kysely<Tables>, run: Run<Of>): Promise<ImportReport> {
  const { actor, kind, table, request, steps } = run
  const isLong = table.totalRows > STEP_ROWS
  let rowsDone = 0
  try {
    return await inTransaction(db, async (trx) => {
      if (request.isDryRun) suppressEvents(trx)
      await lockImports(trx, actor)
      await start(trx, run)
      await markBegun(trx, request.importId)
      const report = new ImportReport()
      for await (const rows of steps.each()) {
        if (request.isDryRun) request.signal.throwIfAborted()
        const step = importStepOf(rows, await storeReadable(steps.store, trx, actor, rows, request), actor)
        if (!request.isDryRun) {
          await insertFaults(trx, actor, request.importId, step.refused)
          await insertMade(trx, actor, request.importId, step.made)
        }
        report.add(step)
        const rowsBefore = rowsDone
        rowsDone += rows.length
        if (isLong && hasGrown(rowsBefore, rowsDone)) await refreshStatistics(trx, kind.tables ?? [])
      }
      await noteProgress(trx, request.importId, report.counts)
      if (request.isDryRun) {
        report.countsThatStand = kind.countsThatStand?.(trx) ?? []
        throw new TakenBack(report)
      }
      return report
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}

/**
 * Rows that could not be cut into cells say nothing that could be judged, and sums and print are no rows of the table, unless somebody has looked at
 * them and says so.
 */
async function storeReadable<Of extends Columns>(
  store: StoreRows<Of>,
  trx: Transaction,
  actor: Actor,
  all: Row<Of>[],
  { confirmed }: Pick<ImportRequest, 'confirmed'>,
): Promise<Outcome[]> {
  const rows = all.map((row) =>
    confirmed.has(row.number) ? { ...row, aside: undefined, isSum: false } : row,
  )
  const storable = rows.filter((row) => row.isReadable && !isAside(row))
  const outcomes = (await store(trx, actor, storable)).values()
  return rows.map((row): Outcome => {
    if (!row.isReadable) return { status: 'validation', reference: '', problems: row.problems }
    if (isAside(row)) return isLeftOut(row)
    const outcome = outcomes.next().value
    if (!outcome) throw new Error('a row has no outcome')
    return outcome
  })
}

/** True if a row looks like a sum or print and lacks what each row needs. With all of it, the code that stores it knows if it is a name. */
function isAside({ aside, isSum, header, cells }: Row): boolean {
  if (aside === undefined) return false
  if (isSum) return true
  const needed = header.places.filter(({ column, index }) => column.isRequired && index >= 0)
  return needed.length > 1 && needed.some(({ index }) => (cells[index] ?? '').trim() === '')
}

function start<Of extends Columns>(
  trx: Transaction,
  { actor, kind, table, request }: Pick<Run<Of>, 'actor' | 'kind' | 'table' | 'request'>,
) {
  const { header, totalRows } = table
  const { importId, sha256, key } = request
  const run = { id: importId, kind: kind.kind, sha256, key, header: header.cells, totalRows }
  return insertImport(trx, actor, run)
}

function tell<Of extends Columns>(
  trx: Transaction,
  { actor, kind, table, request: { importId } }: Run<Of>,
  type: EventType,
  counts: Counts,
): Promise<void> {
  const data = { kind: kind.kind, totalRows: table.totalRows, ...counts }
  return appendEvent(trx, actor, { type, subject: importId, data })
}
