import Type, { type Static } from 'typebox'
import { faultCodes, refusalCodes } from '../../kernel/errors.ts'
import { closed, named, oneOf, orNull } from '../../http/validate/schema.ts'
import { CountChange } from '../../http/validate/rehearsal.ts'
import { Mapping } from './mapping.ts'

/** The shapes of imports on the wire. */

const Amount = closed({ value: Type.Number(), unit: Type.String() }, 'As the file has it.')

/** Facts understood of a row: as many of them as the row gives. */
export const UnderstoodSchema = named(
  'ImportUnderstood',
  Type.Partial(
    closed({
      commodity: Type.String(),
      type: Type.String(),
      grade: Type.String(),
      variety: Type.String(),
      harvestYear: Type.String(),
      weightKilograms: Type.Number(),
      weight: Amount,
      areaHectares: Type.Number(),
      area: Amount,
      yieldKilogramsPerHectare: Type.Number(),
      yield: Amount,
      date: Type.String({ description: 'A day, or an instant, in ISO 8601; a month as its first day.' }),
      store: Type.String(),
      bay: Type.String(),
      field: Type.String(),
      newField: Type.String(),
      owner: Type.String(),
      partner: Type.String(),
      businessUnit: Type.String(),
      movement: oneOf(
        ['intake', 'harvest_load', 'internal', 'outbound'],
        'What a load is. harvest_load: off a field into a bay.',
      ),
      from: Type.String({
        description: 'Where a load comes from: a sender, a field, or a store and its bay.',
      }),
      to: Type.String({ description: 'Where it goes: a store and its bay, or a receiver.' }),
      countedBy: Type.String({ description: 'Who counted.' }),
      ticket: Type.String(),
      vehicle: Type.String(),
      moisturePercentage: Type.Number(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      taken: Type.Array(
        closed({
          column: Type.String({ description: 'The file’s own header.' }),
          word: Type.String(),
          means: Type.String({ description: 'The name that stands for it here.' }),
        }),
        { description: 'Words of your organisation’s own, and what they were taken for.' },
      ),
    }),
  ).properties,
  'What was understood of a row: as much of it as the row says.',
)
export type UnderstoodSchema = Static<typeof UnderstoodSchema>

/** The outcome of a row. */
export const ImportRow = named(
  'FileImportRow',
  {
    rows: Type.String({ description: 'The number of the row, as the spreadsheet shows it.' }),
    status: oneOf(
      ['success', 'changed', 'unchanged', 'validation', 'error', 'left_out'],
      'unchanged: it was there before. changed: something there was corrected. left_out: a sum, or print beside the table.',
    ),
    message: Type.Array(Type.String()),
    summary: Type.String(),
    id: Type.String({ description: 'What was made or found; empty for a bad row.' }),
    reference: Type.String({ description: 'What the row is about, for people.' }),
    problems: Type.Array(
      closed({
        column: Type.String(),
        value: Type.String(),
        reason: Type.String(),
        code: Type.Optional(oneOf(faultCodes, 'What is wrong, for programs; where a rule has found it.')),
      }),
      { description: 'What is wrong with the row, field by field.' },
    ),
    code: Type.Optional(
      oneOf(refusalCodes, 'The rule that is against the row, for programs; of rows of status error.'),
    ),
    warnings: Type.Array(Type.String(), { description: 'What is worth a second look.' }),
    understood: UnderstoodSchema,
    cells: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Of the first 500 bad rows, in a file of up to 1,000 columns: the row as it was read, each text cut at 500 characters.',
      }),
    ),
  },
  'What became of a row, and what was understood of it.',
)
export type ImportRow = Static<typeof ImportRow>

const Sum = closed({
  name: Type.String(),
  rows: Type.Integer(),
  weightKilograms: Type.Number(),
  areaHectares: Type.Number(),
})
const LoadSum = closed({
  movement: Type.String({ description: 'As `understood` has it.' }),
  store: Type.String({ description: 'Of a load straight off a field to a receiver, the field.' }),
  commodity: Type.String(),
  rows: Type.Integer(),
  weightKilograms: Type.Number(),
})
const Total = closed({ rows: Type.Integer(), weightKilograms: Type.Number(), areaHectares: Type.Number() })

export const ImportSums = named(
  'ImportSums',
  {
    stored: closed(Total.properties, 'The rows that are stored now, or were before.'),
    refused: closed(Total.properties, 'Those that are not, as far as they could be read.'),
    commodities: Type.Array(Sum),
    stores: Type.Array(Sum, { description: 'Or fields.' }),
    owners: Type.Array(Sum),
    loads: Type.Optional(
      Type.Array(LoadSum, {
        description:
          'Of loads, in place of commodities, stores and owners: what comes in and what leaves is not added up.',
      }),
    ),
  },
  'What the rows add up to. By name: the rows that are stored, at most 500 names each.',
)
export type ImportSums = Static<typeof ImportSums>

export const FileTotal = named(
  'ImportFileTotal',
  {
    row: Type.Integer(),
    text: Type.String({ description: 'What stands before it, such as Total.' }),
    column: Type.String({ description: 'The file’s own header.' }),
    value: Type.Number(),
    sum: Type.Number({
      description: 'What the rows above it add up to: all, or those since the last such row.',
    }),
    agrees: Type.Boolean(),
  },
  'A sum that the file has of its own, and what its rows add up to.',
)
export type FileTotal = Static<typeof FileTotal>

export const Missing = named(
  'ImportMissing',
  {
    what: oneOf(
      ['units', 'stores', 'bays', 'fields', 'partners', 'commodities'],
      'Business units are units. commodities: words for crops that nobody knows here, for which `mapping.aliases` can say what they stand for.',
    ),
    name: Type.String({ description: 'Of a bay, after its store’s: `Long Barn, Bay 1`.' }),
    rows: Type.Integer({ description: 'How many rows name it.' }),
    isMade: Type.Boolean({ description: 'Whether it has been made, or would be in a real run.' }),
  },
  'Something that rows name and that was not there.',
)
export type Missing = Static<typeof Missing>

export const TableRead = named(
  'ImportTable',
  {
    format: oneOf(['csv', 'workbook', 'map'], 'map: its shapes are the rows of the table.'),
    encoding: Type.String(),
    delimiter: Type.String(),
    headerRow: Type.Integer({ description: 'The last row of the header.' }),
    sheets: Type.Array(Type.String()),
    sheet: Type.String(),
    header: Type.Array(Type.String()),
    sample: Type.Array(Type.Array(Type.String()), {
      description: 'The first 50 rows below the header, as they are.',
    }),
  },
  'Where in a file its table was found.',
)

const counts = {
  success: Type.Integer({ description: 'Rows that are stored now: new, and changed.' }),
  changed: Type.Integer({ description: 'Those of them that corrected what was there.' }),
  unchanged: Type.Integer({ description: 'Rows that were there before.' }),
  leftOut: Type.Integer({ description: 'Sums, and print beside the table.' }),
  validation: Type.Integer({ description: 'Rows with something wrong in them.' }),
  errors: Type.Integer({ description: 'Rows that are well formed and were refused by a rule.' }),
}

/** Facts that an import understood, and changes it made: the answer of a dry run, of a real one, and later of its run. */
const preview = {
  ...counts,
  results: Type.Array(ImportRow),
  omitted: Type.Integer({
    description:
      'Rows that `results` leaves out: it lists the first 1,000 good rows and the first 10,000 bad ones.',
  }),
  totalRows: Type.Integer({ description: 'Rows of the file, without its header and empty ones.' }),
  ignoredColumns: Type.Array(Type.String(), {
    description:
      'Columns of the file that the import does not know, and did not read; those with cells and no name by their letter.',
  }),
  sums: ImportSums,
  fileTotals: Type.Array(FileTotal),
  missing: Type.Array(Missing),
  sameNumbers: Type.Integer({
    description:
      'Rows of loads whose ticket has the number of an earlier load, and of which nothing tells whether they are that load. Say it once for all of them: ' +
      'sameNumber=new or sameNumber=update.',
  }),
  closedDays: Type.Integer({
    description:
      'Rows of loads of days up to which the books are closed. closedDays=late enters them on the first open day, with their true day beside it.',
  }),
  daysAlone: Type.Integer({
    description:
      'Rows of loads that have a date and no time. They are taken as the start of their day; dayAlone=end puts them at its end.',
  }),
  countsThatStand: Type.Array(CountChange, {
    description:
      'Of a dry run: the counts that rows would be entered before. They stay as they were counted, so what comes in before them is lost by them.',
  }),
  table: TableRead,
  mapping: Mapping,
  errorsUrl: Type.String({
    description:
      'All bad rows as CSV, as they came and why; empty where there is none, after a dry run, and for a platform admin below manager.',
  }),
}

/** Import result, with fields of ours. */
export const FileImportResult = named(
  'FileImportResult',
  { importId: Type.String({ description: 'Empty after a dry run.' }), ...preview },
  'What was understood of a file, and what became of its rows, in their order.',
)
export type FileImportResult = Static<typeof FileImportResult>

const Run = {
  id: Type.String(),
  kind: Type.String({ description: 'As in its path: fields, inventory/stores, …' }),
  status: oneOf(
    ['waiting', 'running', 'done', 'broken_off', 'undone', 'partly_undone'],
    'waiting: other long files come first. broken_off: the server stopped half-way.',
  ),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String(),
  finishedAt: orNull(Type.String({ format: 'date-time' })),
  undoneAt: orNull(Type.String({ format: 'date-time' })),
  undoneBy: Type.String(),
  totalRows: Type.Integer(),
  rowsDone: Type.Integer(),
  ...counts,
  errorsUrl: preview.errorsUrl,
}

export const ImportRunSummary = named('ImportRunSummary', Run, 'A file that was imported.')
export type ImportRunSummary = Static<typeof ImportRunSummary>

export const ImportRun = named(
  'ImportRun',
  {
    ...Run,
    report: orNull(
      closed({
        results: Type.Array(ImportRow, {
          description: 'The first 50 good rows, and the first 200 bad ones.',
        }),
        sums: ImportSums,
        fileTotals: Type.Array(FileTotal),
        missing: Type.Array(Missing),
        ignoredColumns: Type.Array(Type.String()),
        table: TableRead,
        mapping: Mapping,
      }),
    ),
  },
  'A file that was imported: what was understood of it, and what became of its rows.',
)
export type ImportRun = Static<typeof ImportRun>
export type RunReport = NonNullable<ImportRun['report']>

export const ImportMappings = named(
  'ImportMappings',
  {
    columns: Type.Array(
      closed({
        name: Type.String({ description: 'As `mapping.columns` names it.' }),
        title: Type.String({ description: 'In the caller’s language.' }),
        isRequired: Type.Boolean(),
        measure: oneOf(
          ['text', 'number', 'degrees', 'date', 'year', 'weight', 'area', 'yield', 'outline'],
          'outline: what a map has, and no table.',
        ),
        units: Type.Array(Type.String(), {
          description: 'The likeliest here first; others are known as well.',
        }),
      }),
    ),
    mappings: Type.Array(
      closed({
        header: Type.Array(Type.String()),
        fingerprint: Type.String({ description: 'Of the header row, whatever its case and blanks.' }),
        mapping: Mapping,
        usedAt: Type.String({ format: 'date-time' }),
        usedBy: Type.String(),
      }),
      {
        description:
          'The last used first. A file with that header row is read so where nothing else is sent.',
      },
    ),
  },
  'The columns of an import, and how files of the organisation were read before.',
)
export type ImportMappings = Static<typeof ImportMappings>
