import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { stringify } from 'csv-stringify'

/** A search's rows on their way to a CSV file. */
export interface CsvTable {
  /** Without the ending: `movements`. */
  fileName: string
  columns: string[]
  /** Between cells; a comma where none is given. */
  delimiter?: ',' | ';'
  rows: AsyncIterable<CsvCell[]>
}

export type CsvCell = string | number | boolean | null | undefined

/** The columns of a file in their order, by name, each with what it says of one document. */
export type CsvColumns<Doc> = Record<string, (doc: Doc) => CsvCell>

/** The row of one document. */
export function cellsOf<Doc>(columns: CsvColumns<Doc>, doc: Doc): CsvCell[] {
  return Object.values(columns).map((cell) => cell(doc))
}

/**
 * Whether a request's `Accept` would rather have a table than JSON: it names `text/csv`, and JSON with less weight, later, or not at all
 * (RFC 9110, section 12.5.1).
 *
 * @example prefersCsv('application/json;q=0.5, text/csv') // true
 */
export function prefersCsv(accept = ''): boolean {
  const weighed = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((each) => each.trim().toLowerCase())
    const weight = parameters.find((each) => each.startsWith('q='))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const wanted = weighed
    .filter(({ type, weight }) => weight > 0 && (type === 'text/csv' || type === 'application/json'))
    .toSorted((one, other) => other.weight - one.weight)
  return wanted[0]?.type === 'text/csv'
}

/**
 * Streams a table as RFC 4180, UTF-8 with a byte-order mark so that spreadsheets read accents (rules.md §9).
 * Numbers stay numbers; text that a spreadsheet would run as a formula is defused.
 */
export function sendCsv(
  reply: FastifyReply,
  { fileName, columns, delimiter = ',', rows }: CsvTable,
): FastifyReply {
  const lines = Readable.from(withHeader(columns, rows)).map((row: CsvCell[]) => row.map(safeCell))
  // The library puts only whole record delimiters into quotation marks; half of one ends a row all the same.
  const csv = stringify({ bom: true, delimiter, record_delimiter: '\r\n', quoted_match: LINE_BREAK })
  lines.on('error', (error) => csv.destroy(error))
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${fileName}.csv"`)
    .send(lines.pipe(csv))
}

/** The library's own header would cut off what a row has beyond it, as one that an import refused for that may have. */
async function* withHeader(columns: string[], rows: AsyncIterable<CsvCell[]>): AsyncGenerator<CsvCell[]> {
  yield columns
  yield* rows
}

const LINE_BREAK = /[\r\n]/
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** A leading apostrophe keeps a spreadsheet from running text as a formula; numbers, also signed ones, are left alone. */
export function safeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell !== 'string') return String(cell)
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** The number in digits: an exponent is read as text, or as another number, by much that reads CSV. */
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', DIGITS) : text
}

const DIGITS = { useGrouping: false, maximumSignificantDigits: 17, notation: 'standard' } as const
