import Type, { type Static } from 'typebox'
import { FileField } from '../../http/operation.ts'
import { closed, named, ImportResult } from '../../http/validate/schema.ts'

/** The form that every import takes. */
export const ImportForm = closed({
  organisationId: Type.Optional(
    Type.String({ maxLength: 100, description: 'May repeat the organisation you act for.' }),
  ),
  organisationName: Type.Optional(Type.String({ maxLength: 500, description: 'Is not read.' })),
  file: FileField,
})
export type ImportForm = Static<typeof ImportForm>

export const ImportQuery = closed({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'true answers the same of every row, and stores nothing.' }),
  ),
})

/** Import result, with fields of ours for long files. */
export const FileImportResult = named(
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
