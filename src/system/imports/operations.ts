import Type, { type Static } from 'typebox'
import { ensureCallersOrganisation, type Actor } from '../../http/actor.ts'
import { isPermitted, type Permission } from '../../kernel/permissions.ts'
import { FileField, read, table, upload, type Operation } from '../../http/operation.ts'
import { closed, idParam, oneOf } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { rememberAliases, type ValidateAliases } from './aliases.ts'
import { outlineIn, titleFor, unitsOf, type Columns } from './columns.ts'
import { exportTable, type ExportRows } from './export.ts'
import {
  importFile,
  daysAlone,
  sameNumbers,
  closedDays,
  type Creatable,
  type ImportedFile,
  type ImportKind,
  type ImportOptions,
} from './import-file.ts'
import type { Mapping } from './mapping.ts'
import { faultsTable, finishImport, forgetImport, listMappings, rememberMapping } from './queries.ts'
import { readMapping } from './read-mapping.ts'
import { errorsUrl } from './runs.ts'
import { StyleQuery, styleOf } from './table-style.ts'
import { FileImportResult, ImportMappings, type RunReport } from './schema.ts'

/** Bad rows that an answer has whole, to be mended one by one: more than anybody does. */
const MOST_WHOLE = 500
/** With a thousand cells that somebody has mended. */
const MOST_MAPPING = 64_000

/** The form that every import takes. */
const ImportForm = closed({
  organisationId: Type.Optional(
    Type.String({ maxLength: 100, description: 'May repeat the organisation you act for.' }),
  ),
  organisationName: Type.Optional(Type.String({ maxLength: 500, description: 'Is not read.' })),
  mapping: Type.Optional(
    Type.String({
      maxLength: MOST_MAPPING,
      description:
        'How the file is read, as JSON (ImportMapping): which of its columns is which of ours, in which unit. What was said of a file ' +
        'with the same header row before counts where this says nothing.',
    }),
  ),
  file: FileField,
})
export type ImportForm = Static<typeof ImportForm>

const ImportQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true answers the same of every row, and stores nothing.' }),
  ),
  update: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true lets rows correct what is there, where the import can; otherwise such a row is an error.',
    }),
  ),
  sameNumber: Type.Optional(
    oneOf(
      sameNumbers,
      'What rows of loads are whose ticket has the number of an earlier load, where nothing tells whether it is that load: new loads, or corrections ' +
        '(update). Left out, such rows are errors, and `sameNumbers` counts them.',
    ),
  ),
  closedDays: Type.Optional(
    oneOf(
      closedDays,
      'late enters loads of a day up to which the books are closed on the first open day, with their true day beside it (`happenedAtISO`). Left out, such rows are errors, ' +
        'and `closedDays` counts them.',
    ),
  ),
  dayAlone: Type.Optional(
    oneOf(
      daysAlone,
      'Where in its day a load is whose row has a date and no time: at its start, which is what is taken unless this says end. `daysAlone` counts such rows.',
    ),
  ),
  stocktakeId: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The open stock-take that counts go into, by id. Left out, they are dated counts of their own. Other imports do not read it.',
    }),
  ),
  create: Type.Optional(
    Type.String({
      pattern: '^(?:units|stores|fields|partners)(?:,(?:units|stores|fields|partners))*$',
      description:
        'Makes business units (units), stores with their bays (stores), fields (fields; of an import of boundaries or of crops) and partners that rows name ' +
        'and that are not there.',
    }),
  ),
  confirm: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,8}(?:,[0-9]{1,8})*$',
      maxLength: 4000,
      description: 'Numbers of rows that are right, however implausible they look: 12,45.',
    }),
  ),
})
type ImportQuery = Static<typeof ImportQuery>

/** A file of 100,000 rows has ten of them. */
const MAX_BYTES = 64 * 1024 * 1024

/** Permission to read the bad rows of an import as CSV. */
const ERRORS_PERMISSION = 'imports:write'

/** Route of an import: its kind, and all that its operations need besides. */
export interface ImportRoute<Of extends Columns> {
  kind: ImportKind<Of>
  /** Of the import: `/imports/fields`. */
  path: string
  title: string
  description: string
  /** Plural of its rows, for the titles of its operations: `fields`. */
  what: string
  permission: Permission
  /** The directory in which files arrive. */
  incoming: string
  /** Exports what is stored, in the columns of the import; left out where that makes no sense. */
  exportRows?: ExportRows<Of>
  /** Validates words of the caller's own for what rows name; left out where nothing is named but by its name. */
  judgeAliases?: ValidateAliases
  /** Runs after the commit and before the answer. */
  afterCommit?: () => Promise<void>
}

const TABLES = 'CSV, XLSX or ODS up to 64 MB; one of the first 20 rows names the columns.'
const MAPS = 'Up to 64 MB. Each shape is a row, from row 2 on, and each of its properties a column.'
const AS_FILES =
  'The answer says of each row what was understood. Good rows are ' +
  'stored and bad ones reported; the same file sent again adds nothing. dryRun=true answers the same and stores nothing. What is not clear is ' +
  'asked back: 400 with `body.questions`, each with what can be answered in `mapping`. See docs/imports.md.'

/** Parts that the routes of several imports share. */
export type SharedRoute = Pick<ImportRoute<Columns>, 'permission' | 'incoming' | 'judgeAliases'>

/** An import, and beside it a template to fill in, and what there is in the same columns. */
export function importOperations<Of extends Columns>(route: ImportRoute<Of>): Operation[] {
  const { kind, path, what, permission, exportRows } = route
  const fileName = kind.kind.replaceAll('/', '-')
  return [
    importing(route),
    ...(outlineIn(kind.columns)
      ? []
      : [
          exporting({
            path: `${path}/template`,
            title: `Template to import ${what}`,
            description: 'A table with the columns of the import and nothing else, to be filled in and sent.',
            permission,
            columns: kind.columns,
            fileName: `${fileName}-template`,
            rows: noRows,
          }),
        ]),
    read(
      {
        path: `${path}/mappings`,
        title: `Columns and mappings to import ${what}`,
        description:
          'The columns of the import, and how files of the organisation were read before, by their header rows. A file with such a header row ' +
          'is read in the same way where nothing else is sent.',
        permission,
        result: ImportMappings,
        isInTheirLanguage: true,
      },
      async (db, actor) => ({
        columns: Object.entries(kind.columns).map(([name, column]) => ({
          name,
          title: titleFor(column, actor.language),
          isRequired: column.isRequired,
          measure: column.measure,
          units: unitsOf(column, actor.countryISO),
        })),
        mappings: await listMappings(db, actor, kind.kind),
      }),
    ),
    ...(exportRows
      ? [
          exporting({
            path: `${path}/export`,
            title: `Export ${what} as the import takes them`,
            description:
              'All present data in the import’s columns. Importing the file unchanged changes nothing.',
            permission,
            columns: kind.columns,
            fileName,
            rows: exportRows,
          }),
        ]
      : []),
  ]
}

/** A table in the columns of an import. */
interface Exporting<Of extends Columns> {
  path: string
  title: string
  description: string
  permission: Permission
  columns: Of
  fileName: string
  rows: ExportRows<Of>
}

/** A table that an import reads back, as CSV or as a workbook, written as the caller's office writes its own. */
function exporting<Of extends Columns>({ columns, fileName, rows, ...spec }: Exporting<Of>): Operation {
  return table({ ...spec, query: StyleQuery, fromReplica: true }, async (db, actor, { query }) =>
    exportTable({
      fileName,
      format: query.format ?? 'csv',
      columns,
      rows: rows(db, actor),
      style: await styleOf(db, actor, query),
    }),
  )
}

async function* noRows(): AsyncGenerator<Record<string, never>> {
  // A template has a header alone.
}

function importing<Of extends Columns>({
  kind,
  path,
  title,
  description,
  permission,
  incoming,
  judgeAliases = judgeNone,
  afterCommit,
}: ImportRoute<Of>): Operation {
  return upload(
    {
      path,
      title,
      description: `${description} ${outlineIn(kind.columns) ? MAPS : TABLES} ${AS_FILES}`,
      permission,
      query: ImportQuery,
      body: ImportForm,
      result: FileImportResult,
      field: 'file',
      incoming,
      maxBytes: () => MAX_BYTES,
      isStepwise: true,
      ...(afterCommit && { afterCommit }),
      keep: (database, actor, { body, query }, file, { key, signal }) => {
        ensureCallersOrganisation(actor, body.organisationId)
        const options = { ...optionsOf(query, body), key, signal }
        return importFile(database, actor, { kind, permission, judgeAliases }, file, options)
      },
      discard: ({ importId }, db) => forgetImport(db, importId),
    },
    async (trx, actor, { kept, body }) => {
      const answer = answerOf(kept, actor)
      if (kept.importId === '') return answer
      await finishImport(trx, kept.importId, actor.now, runReportOf(kept))
      const { reading, mapping } = kept.table
      // Named sheets and rows are of one file, and their columns of all that look like it.
      const { columns = {}, ignore } = mapping
      if (body.mapping !== undefined) {
        await rememberAliases(trx, actor, kind, mappingIn(body))
        await rememberMapping(trx, actor, kept.kind, {
          header: reading.header,
          mapping: {
            columns,
            ...(ignore && { ignore }),
            ...(reading.format === 'csv' && encodingSaid(mapping)),
          },
        })
      }
      const data = { kind: kept.kind, totalRows: kept.totalRows, ...kept.report.counts }
      await appendEvent(trx, actor, { type: 'import.finished', subject: kept.importId, data })
      return answer
    },
  )
}

const judgeNone: ValidateAliases = async (_db, _actor, aliases) =>
  aliases.map(() => ({ name: undefined, isName: false }))

function encodingSaid({ encoding }: Mapping): Pick<Mapping, 'encoding'> {
  return encoding === undefined ? {} : { encoding }
}

function optionsOf(
  {
    dryRun = false,
    update = false,
    sameNumber,
    closedDays: late,
    dayAlone,
    stocktakeId,
    create = '',
    confirm = '',
  }: ImportQuery,
  body: Pick<ImportForm, 'mapping'>,
): Omit<ImportOptions, 'key' | 'signal'> {
  const listed = (text: string) => text.split(',').filter((each) => each !== '')
  const mapping = mappingIn(body)
  return {
    isDryRun: dryRun,
    mayUpdate: update,
    sameNumber,
    closedDays: late,
    dayAlone,
    stocktakeId,
    creates: new Set([...(listed(create) as Creatable[]), ...(mapping.create ?? [])]),
    confirmed: new Set(listed(confirm).map(Number)),
    mapping,
  }
}

function mappingIn({ mapping = '' }: Pick<ImportForm, 'mapping'>): Mapping {
  return mapping.trim() === '' ? {} : readMapping(mapping)
}

function answerOf({ importId, totalRows, table, report }: ImportedFile, actor: Actor): FileImportResult {
  const { rowsDone: _rowsDone, ...counts } = report.counts
  const hasErrors = importId !== '' && counts.validation + counts.errors > 0
  // A platform admin imports varieties in any role, and must not be sent where theirs is refused.
  const mayRead = isPermitted(actor, ERRORS_PERMISSION)
  // Of a wide file only the columns that are read are held.
  const isWhole = table.header.cells.length === table.reading.header.length
  return {
    ...counts,
    results: report.results(isWhole ? MOST_WHOLE : 0),
    importId,
    totalRows,
    omitted: report.omitted,
    errorsUrl: hasErrors && mayRead ? errorsUrl(importId) : '',
    ignoredColumns: table.header.ignored,
    sums: report.sums,
    fileTotals: report.fileTotals,
    missing: report.missing,
    sameNumbers: report.sameNumbers,
    closedDays: report.closedDays,
    daysAlone: report.daysAlone,
    countsThatStand: report.countsThatStand,
    table: table.reading,
    mapping: table.mapping,
  }
}

/** As much of it as is kept with the run: its bad rows have a table of their own. */
function runReportOf({ table, report }: ImportedFile): RunReport {
  return {
    results: report.kept(50, 200),
    sums: report.sums,
    fileTotals: report.fileTotals,
    missing: report.missing,
    ignoredColumns: table.header.ignored,
    table: table.reading,
    mapping: table.mapping,
  }
}

/** The bad rows of a file that was imported. */
export const importErrors: Operation = table(
  {
    path: '/imports/:id/errors',
    title: 'Errors of an import',
    description:
      'The rows that an import did not store, as they came, with their number and what is wrong in the first two columns. Correct them ' +
      'and send the file as it is: those two columns are ignored. Kept for 30 days.',
    permission: ERRORS_PERMISSION,
    params: idParam('The import, by the `importId` that it answered.'),
  },
  (db, actor, { params }) => faultsTable(db, actor, params.id),
)
