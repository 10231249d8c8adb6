import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed, named, oneOf, orNull } from '../../http/validate/schema.ts'
import { nameKey } from '../../kernel/names.ts'
import { MOST_COLUMNS } from './split-records.ts'

/** Rules for reading one of our columns out of a file. */
export const ColumnMapping = named(
  'ColumnMapping',
  {
    from: Type.Optional(Type.String({ maxLength: 200, description: 'What the file’s header calls it.' })),
    at: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_COLUMNS,
        description: 'Or its place in the file, counted from 1.',
      }),
    ),
    constant: Type.Optional(
      Type.String({ maxLength: 500, description: 'Or what every row has whose own cell is empty.' }),
    ),
    unit: Type.Optional(
      Type.String({ maxLength: 30, description: 'What its numbers are in, such as t or bu/ac.' }),
    ),
    unitFrom: Type.Optional(
      Type.String({ maxLength: 200, description: 'The column that says the unit of each row.' }),
    ),
    decimals: Type.Optional(oneOf(['.', ','], 'What stands before its decimals.')),
    dates: Type.Optional(oneOf(['day first', 'month first'], 'How 3/4/2026 is read.')),
    years: Type.Optional(oneOf(['first', 'second'], 'Which harvest 2025/26 is.')),
    fillDown: Type.Optional(
      Type.Boolean({ description: 'An empty cell has what stands above it, as in merged cells.' }),
    ),
  },
  'How one of our columns is read out of a file. Empty to leave the column out.',
)
export type ColumnMapping = Static<typeof ColumnMapping>

/** Things that an import makes where rows name them and they are not there. */
export const creatables = ['units', 'stores', 'fields', 'partners'] as const

const Words = Type.Record(
  Type.String({ pattern: String.raw`^[\s\S]{1,200}$` }),
  Type.String({ minLength: 1, maxLength: 200 }),
  { maxProperties: 200 },
)

/** More than anybody looks at in one row. */
const MOST_MENDED_CELLS = 200

/** Rules for reading a file. */
export const Mapping = named(
  'ImportMapping',
  {
    sheet: Type.Optional(
      Type.Union([Type.String({ maxLength: 200 }), Type.Integer({ minimum: 1, maximum: 1000 })], {
        description: 'Of a workbook: its name, or its place counted from 1.',
      }),
    ),
    encoding: Type.Optional(
      oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh'], 'Of a text file.'),
    ),
    headerRow: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'The row that names the columns, counted from 1.',
      }),
    ),
    headerRows: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2, description: 'How many rows name them.' }),
    ),
    columns: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-zA-Z0-9]{1,40}$' }), ColumnMapping, {
        description: 'By our names of columns, as `GET …/mappings` lists them.',
        maxProperties: 60,
      }),
    ),
    ignore: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 200,
        description: 'Columns of the file that are left out on purpose.',
      }),
    ),
    create: Type.Optional(
      Type.Array(oneOf(creatables, 'What is made where rows name it and it is not there.'), {
        maxItems: creatables.length,
        description: 'The same as `create` of the query: both are made. It is of this run alone.',
      }),
    ),
    mended: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[1-9][0-9]{0,7}$' }),
        orNull(
          Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,4}$' }), Type.String({ maxLength: 1000 }), {
            maxProperties: MOST_MENDED_CELLS,
          }),
        ),
        {
          description:
            'Cells that are read as something else than the file has: by the number of the row, the texts by the place of their column counted ' +
            'from 1, such as `{"12": {"3": "28.46 t"}}`; null leaves the row out. It is of this run alone.',
          maxProperties: 10_000,
        },
      ),
    ),
    aliases: Type.Optional(
      closed(
        {
          commodity: Type.Optional(Words),
          store: Type.Optional(Words),
          field: Type.Optional(Words),
          businessUnit: Type.Optional(Words),
          partner: Type.Optional(Words),
        },
        'Words of the file’s cells that stand for something of yours: by the word, the id of a store, a field, a business unit or a partner, or the name of a ' +
          'commodity, such as `{"commodity": {"WW": "Winter wheat"}}`. Kept for your organisation with a real run, and read so in every later file.',
      ),
    ),
  },
  'How a file is read: where its table is, and which of its columns is which of ours.',
)
export type Mapping = Static<typeof Mapping>

/** Header names are the same whatever their case, blanks and hyphens. */
export function foldHeader(header: string): string {
  return nameKey(header.normalize('NFKC')).replaceAll(/[\s_\-.,:*]+/gu, '')
}

/** Hashes a header row so that it is recognised again, whatever its case and its blanks. */
export function fingerprintOf(cells: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(cells.map(foldHeader)))
    .digest('hex')
}

/** One mapping over another: what the later one says of a column counts for all of that column. */
export function mergeMappings(under: Mapping, over: Mapping): Mapping {
  return { ...under, ...over, columns: { ...under.columns, ...over.columns } }
}
