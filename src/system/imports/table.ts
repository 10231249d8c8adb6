import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { cleaned, cutCells, readRow, type CutRecord, type Row } from './cells.ts'
import type { Columns, Reading } from './columns.ts'
import { decideOrder, orderOf, type DateOrder } from './date-rules.ts'
import { encodingOf, readHead, readText, type Encoding } from './decode.ts'
import { matchHeader, type Header } from './header.ts'
import { decideMark, markOf, type DecimalMark } from './number-rules.ts'
import { RecordSplitter } from './split-records.ts'

/** Whose file it is. */
export interface Origin {
  countryISO: string
  order: DateOrder
  /** What the organisation's locale has before decimals. */
  mark: DecimalMark
}

/** A CSV file whose header is known and whose rows can be read, as often as needed. */
export interface Table<Of extends Columns = Columns> {
  header: Header
  totalRows: number
  /** The rows in pieces of at most so many. */
  rows(batch: number): AsyncGenerator<Row<Of>[]>
}

const DELIMITERS = [',', ';', '\t']
const MAX_COLUMNS = 200
/** A header that is longer is no header. */
const HEADER_CHARACTERS = 64 * 1024
const SURVEY_ROWS = 1000

interface Layout {
  path: string
  encoding: Encoding
  delimiter: string
  /** The number of the row that the header is. */
  headerRow: number
}

/**
 * Opens a CSV file: finds its encoding, its delimiter and the columns it has, then reads it once to see how many rows it has
 * and how its numbers are written. Rows are read from the disk when they are asked for, so that no file is ever held whole.
 *
 * @throws Refusal `unsupported_media_type` for a workbook; `invalid_input` for a file without a header, or whose header
 *   lacks a column that is needed
 */
export async function openTable<Of extends Columns>(
  path: string,
  columns: Of,
  origin: Origin,
): Promise<Table<Of>> {
  const head = await readHead(path)
  refuseWorkbook(head)
  const { layout, header } = await findHeader(path, encodingOf(head), columns, origin)
  refuseFaults(header.reasons.map((reason) => fault('file', reason, 'header')))
  const { totalRows, reading, unnamed } = await survey(layout, header, origin)
  return {
    header: { ...header, ignored: [...header.ignored, ...unnamed] },
    totalRows,
    async *rows(batch) {
      for await (const records of batchesOf(layout, batch)) {
        // The columns are what the values were read by.
        yield records.map((record) => readRow(record, header, reading) as Row<Of>)
      }
    },
  }
}

const WORKBOOKS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])]

function refuseWorkbook(head: Buffer): void {
  if (!WORKBOOKS.some((start) => head.subarray(0, start.length).equals(start))) return
  throw new Refusal(
    'unsupported_media_type',
    'The file is a workbook. Save its sheet as CSV (in Excel: Save as, “CSV UTF-8”) and send that.',
  )
}

/** Tries the delimiters, and takes the one with which the header has the most columns that are known. */
async function findHeader(
  path: string,
  encoding: Encoding,
  columns: Columns,
  { countryISO }: Origin,
): Promise<{ layout: Layout; header: Header }> {
  const text = await readBeginning(path, encoding)
  // What encloses cells cannot part them as well.
  const [, forced] = /^sep=([^"])\r?\n/i.exec(text) ?? []
  const found = (forced === undefined ? DELIMITERS : [forced]).flatMap((delimiter) => {
    const splitter = new RecordSplitter(delimiter)
    const records = [...splitter.push(text), ...splitter.end()]
    const record = records[forced === undefined ? 0 : 1]
    if (!record || record.reason !== undefined) return []
    const [cut] = cutCells([record], delimiter)
    const cells = (cut?.cells ?? []).slice(0, MAX_COLUMNS).map((cell) => cell.trim())
    const header = matchHeader(cells, columns, countryISO)
    const known = header.places.filter(({ index }) => index >= 0).length
    return [{ layout: { path, encoding, delimiter, headerRow: record.number }, header, known }]
  })
  const best = found.toSorted((a, b) => b.known - a.known || b.header.cells.length - a.header.cells.length)[0]
  const titles = Object.values(columns).map(({ title }) => title)
  if (best && best.known > 0) return best
  const problem = text.trim() === '' ? 'is empty' : 'has no header that is known here'
  const reason = `${problem}; its first row must name the columns: ${titles.join(', ')}`
  refuseFaults([fault('file', reason, 'header')])
}

async function readBeginning(path: string, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const piece of readText(path, encoding)) {
    text += piece
    if (text.length >= HEADER_CHARACTERS) break
  }
  return text.slice(0, HEADER_CHARACTERS)
}

/** The rows after the header, cut into cells, at most so many at a time. */
async function* batchesOf(
  { path, encoding, delimiter, headerRow }: Layout,
  batch: number,
): AsyncGenerator<CutRecord[]> {
  const splitter = new RecordSplitter(delimiter)
  let waiting: CutRecord[] = []
  const add = (records: ReturnType<RecordSplitter['push']>) => {
    const rows = cutCells(
      records.filter(({ number }) => number > headerRow),
      delimiter,
    )
    waiting = waiting.length === 0 ? rows : [...waiting, ...rows]
  }
  for await (const piece of readText(path, encoding)) {
    add(splitter.push(piece))
    while (waiting.length >= batch) yield waiting.splice(0, batch)
  }
  add(splitter.end())
  while (waiting.length > 0) yield waiting.splice(0, batch)
}

/**
 * Reads all of a file once: how many rows it has, what stands before decimals in its numbers, in which order its dates are, and which
 * of its columns have something in them but no name.
 */
async function survey(
  layout: Layout,
  { cells: names, places }: Header,
  { countryISO, order, mark }: Origin,
): Promise<{ totalRows: number; reading: Reading; unnamed: string[] }> {
  const having = (what: 'isNumber' | 'isDate') =>
    places.flatMap(({ column, index }) => (column[what] && index >= 0 ? [index] : []))
  const [numbers, dates] = [having('isNumber'), having('isDate')]
  const marks = { '.': 0, ',': 0 }
  const orders = { 'day first': 0, 'month first': 0 }
  const nameless = new Set(names.flatMap((name, index) => (name === '' ? [index] : [])))
  const unnamed = new Set<number>()
  let totalRows = 0
  for await (const records of batchesOf(layout, SURVEY_ROWS)) {
    totalRows += records.length
    for (const { cells } of records) {
      for (const index of numbers) {
        const found = markOf(cleaned(cells[index] ?? ''))
        if (found === '.' || found === ',') marks[found] += 1
      }
      for (const index of dates) {
        const found = orderOf(cleaned(cells[index] ?? ''))
        if (found === 'day first' || found === 'month first') orders[found] += 1
      }
      for (const index of nameless) {
        if (cleaned(cells[index] ?? '') === '') continue
        unnamed.add(index)
        nameless.delete(index)
      }
    }
  }
  const usual = { ',': '.', ';': ',' } as const
  const fallback = usual[layout.delimiter as keyof typeof usual] ?? mark
  return {
    totalRows,
    reading: { countryISO, numbers: decideMark(marks, fallback), dates: decideOrder(orders, order) },
    unnamed: [...unnamed].sort((a, b) => a - b).map((index) => `column ${lettersOf(index)}, without a name`),
  }
}

/** A column as a spreadsheet calls it, counted from 0. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
