import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { stringify } from 'csv-stringify'
import { HOLDS_FORMULA, holdFormulas } from '../kernel/formulas.ts'
import { formatDate, formatTime } from '../kernel/time.ts'

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

/** The columns of a file in their order, by name, each with what it says of one document, on the clock of the organisation. */
export type CsvColumns<Doc> = Record<string, (doc: Doc, timeZone: string) => CsvCell>

/** The row of one document. */
export function cellsOf<Doc>(columns: CsvColumns<Doc>, doc: Doc, timeZone: string): CsvCell[] {
  return Object.values(columns).map((cell) => cell(doc, timeZone))
}

type Instant = string | null | undefined

/**
 * Two columns of a moment: the day and the time on the organisation's clock, as its screens show them, and the instant.
 *
 * @example ...momentColumns('counted', 'countedAtUTC', ({ countedAtUTC }) => countedAtUTC) // 2026-08-14 12:15, 2026-08-14T10:15:00.000Z
 */
export function momentColumns<Doc>(
  name: string,
  instantName: string,
  read: (doc: Doc) => Instant,
): CsvColumns<Doc> {
  const writtenMoment = (at: Date, timeZone: string) =>
    `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`
  return columnsOf(name, instantName, read, writtenMoment)
}

/** Makes columns for a value that begins or ends with a day: the day, and the instant. */
export function dayColumns<Doc>(
  name: string,
  instantName: string,
  read: (doc: Doc) => Instant,
): CsvColumns<Doc> {
  return columnsOf(name, instantName, read, formatDate)
}

function columnsOf<Doc>(
  name: string,
  instantName: string,
  read: (doc: Doc) => Instant,
  say: (at: Date, timeZone: string) => string,
): CsvColumns<Doc> {
  return {
    [name](doc, timeZone) {
      const instant = read(doc)
      return instant ? say(new Date(instant), timeZone) : ''
    },
    [instantName]: read,
  }
}

/**
 * True if a request's `Accept` would rather have a table than JSON: it names `text/csv`, and JSON with less weight, later, or not at all
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
 * Numbers stay numbers; text that a spreadsheet would run as a formula is defused. Nothing is sent before the first row is there.
 *
 * @throws whatever the rows throw before the first of them
 */
export async function sendCsv(
  reply: FastifyReply,
  { fileName, columns, delimiter = ',', rows }: CsvTable,
): Promise<FastifyReply> {
  const lines = Readable.from(await withHeader(columns, rows)).map((row: CsvCell[]) => row.map(safeCell))
  // The library puts only whole record delimiters into quotation marks; half of one ends a row all the same.
  const quoted = [LINE_BREAK, HOLDS_FORMULA]
  const csv = stringify({ bom: true, delimiter, record_delimiter: '\r\n', quoted_match: quoted })
  lines.on('error', (error) => csv.destroy(error))
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${fileName}.csv"`)
    .send(lines.pipe(csv))
}

/**
 * The rows below their header, once the first of them is there: what goes wrong before is answered as such, and not as half a table. The library's
 * own header would cut off what a row has beyond it, as one that an import refused for that may have.
 */
async function withHeader(
  columns: string[],
  rows: AsyncIterable<CsvCell[]>,
): Promise<AsyncIterable<CsvCell[]>> {
  const source = rows[Symbol.asyncIterator]()
  const ready: IteratorResult<CsvCell[]>[] = [{ done: false, value: columns }, await source.next()]
  const all: AsyncIterator<CsvCell[]> = {
    next: async () => ready.shift() ?? source.next(),
    // Also where nobody has begun to read.
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  }
  return { [Symbol.asyncIterator]: () => all }
}

const LINE_BREAK = /[\r\n]/

/** Apostrophes keep a spreadsheet from running text as a formula; numbers, also signed ones, are left alone. */
export function safeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell !== 'string') return String(cell)
  return holdFormulas(cell)
}

/** The number in digits: an exponent is read as text, or as another number, by much that reads CSV. */
export function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', DIGITS) : text
}

const DIGITS = { useGrouping: false, maximumSignificantDigits: 17, notation: 'standard' } as const
