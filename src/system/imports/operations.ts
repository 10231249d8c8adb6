import Type, { type Static } from 'typebox'
import { ensureOwnOrganisation, type Actor } from '../../http/actor.ts'
import { isPermitted, type Permission } from '../../kernel/permissions.ts'
import type { CsvCell } from '../../http/csv.ts'
import { FileField, table, upload, type Operation } from '../../http/operation.ts'
import { closed, named, ImportResult, idParam } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import type { Columns } from './columns.ts'
import { exportTable, type ExportRows } from './export.ts'
import { importFile, type ImportedFile, type ImportKind } from './import-file.ts'
import { faultsTable, finishImport, forgetImport } from './queries.ts'

/** The form that every import takes. */
const ImportForm = closed({
  organisationId: Type.Optional(
    Type.String({ maxLength: 100, description: 'May repeat the organisation you act for.' }),
  ),
  organisationName: Type.Optional(Type.String({ maxLength: 500, description: 'Is not read.' })),
  file: FileField,
})
export type ImportForm = Static<typeof ImportForm>

const ImportQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true answers the same of every row, and stores nothing.' }),
  ),
})

/** Import result, with fields of ours for long files. */
const FileImportResult = named(
  'FileImportResult',
  {
    ...ImportResult.properties,
    importId: Type.String({ description: 'Empty after a dry run.' }),
    totalRows: Type.Integer({ description: 'Rows of the file, without its header and empty ones.' }),
    omitted: Type.Integer({
      description:
        'Rows that `results` leaves out: it lists the first 1,000 good rows and the first 10,000 bad ones.',
    }),
    errorsUrl: Type.String({
      description:
        'All bad rows as CSV, as they came and why; empty where there is none, after a dry run, and for a platform admin below manager.',
    }),
    ignoredColumns: Type.Array(Type.String(), {
      description:
        'Columns of the file that the import does not know, and did not read; those with cells and no name by their letter.',
    }),
  },
  'The outcome of the rows, in the order of the file.',
)
export type FileImportResult = Static<typeof FileImportResult>

/** A file of 100,000 rows has ten of them. */
const MAX_BYTES = 64 * 1024 * 1024

/** Who may read the bad rows of an import as CSV. */
const ERRORS_PERMISSION = 'imports:write'

/** What the routes of an import need besides its kind. */
export interface ImportRoute<Of extends Columns> {
  kind: ImportKind<Of>
  /** Of the import: `/imports/fields`. */
  path: string
  title: string
  description: string
  /** What its rows are, for the titles beside it: `fields`. */
  what: string
  permission: Permission
  /** The directory in which files arrive. */
  incoming: string
  /** What there is, in the columns of the import; left out where that makes no sense. */
  exportRows?: ExportRows<Of>
  /** What has to follow before the answer. */
  afterCommit?: () => Promise<void>
}

const AS_FILES =
  'CSV with commas, semicolons or tabs, UTF-8 or UTF-16, up to 64 MB; the first row names the columns. Good rows are stored and bad ones ' +
  'reported; the same file sent again adds nothing. dryRun=true answers the same and stores nothing. See docs/imports.md.'

/** An import, and beside it a template to fill in, and what there is in the same columns. */
export function importOperations<Of extends Columns>(route: ImportRoute<Of>): Operation[] {
  const { kind, path, what, permission, exportRows } = route
  const titles = Object.values(kind.columns).map(({ title }) => title)
  const fileName = kind.kind.replaceAll('/', '-')
  return [
    importing(route),
    table(
      {
        path: `${path}/template`,
        title: `Template to import ${what}`,
        description: 'A CSV file with the columns of the import and nothing else, to be filled in and sent.',
        permission,
      },
      () => ({ fileName: `${fileName}-template`, columns: titles, rows: noRows() }),
    ),
    ...(exportRows
      ? [
          table(
            {
              path: `${path}/export`,
              title: `Export ${what} as the import takes them`,
              description:
                'All present data in the import’s columns. Importing the file unchanged changes nothing.',
              permission,
            },
            (db, actor) => exportTable(fileName, kind.columns, exportRows(db, actor)),
          ),
        ]
      : []),
  ]
}

async function* noRows(): AsyncGenerator<CsvCell[]> {
  // A template has a header alone.
}

function importing<Of extends Columns>({
  kind,
  path,
  title,
  description,
  permission,
  incoming,
  afterCommit,
}: ImportRoute<Of>): Operation {
  return upload(
    {
      path,
      title,
      description: `${description} ${AS_FILES}`,
      permission,
      query: ImportQuery,
      body: ImportForm,
      result: FileImportResult,
      field: 'file',
      incoming,
      maxBytes: () => MAX_BYTES,
      isStepwise: true,
      ...(afterCommit && { afterCommit }),
      keep: (db, actor, { body, query }, file) => {
        ensureOwnOrganisation(actor, body.organisationId)
        return importFile(db, actor, { kind, permission }, file, query.dryRun ?? false)
      },
      discard: ({ importId }, db) => forgetImport(db, importId),
    },
    async (trx, actor, { kept }) => {
      const answer = answerOf(kept, actor)
      if (kept.importId === '') return answer
      await finishImport(trx, kept.importId, actor.now)
      const data = { kind: kept.kind, totalRows: kept.totalRows, ...kept.report.counts }
      await appendEvent(trx, actor, { type: 'import.finished', subject: kept.importId, data })
      return answer
    },
  )
}

function answerOf(
  { importId, totalRows, ignoredColumns, report }: ImportedFile,
  actor: Actor,
): FileImportResult {
  const { success, validation, errors } = report.counts
  const hasErrors = importId !== '' && validation + errors > 0
  // A platform admin imports varieties in any role, and must not be sent where theirs is refused.
  const mayRead = isPermitted(actor, ERRORS_PERMISSION)
  return {
    success,
    validation,
    errors,
    results: report.results,
    importId,
    totalRows,
    omitted: report.omitted,
    errorsUrl: hasErrors && mayRead ? `/api/inventory/imports/${importId}/errors` : '',
    ignoredColumns,
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
