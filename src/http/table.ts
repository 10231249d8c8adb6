import { formatDate, formatTime } from '../kernel/time.ts'

/** Rows on their way to a file that a spreadsheet opens, as CSV or as a workbook. */
export interface TableFile {
  /** Without the ending: `movements`. */
  fileName: string
  columns: string[]
  /** As CSV: what stands between cells, a comma where none is given, and before decimals, a point. */
  delimiter?: ',' | ';'
  mark?: '.' | ','
  rows: AsyncIterable<TableCell[]>
}

export type TableCell = string | number | boolean | null | undefined | WallTime

/** A day, or a minute of one, as the clocks of an organisation showed it: `2026-08-14`, `2026-08-14 12:15`. */
export interface WallTime {
  wall: string
}

/** The columns of a file in their order, by name, each with what it says of one document, on the clock of the organisation. */
export type TableColumns<Doc> = Record<string, (doc: Doc, timeZone: string) => TableCell>

/** The row of one document. */
export function cellsOf<Doc>(columns: TableColumns<Doc>, doc: Doc, timeZone: string): TableCell[] {
  return Object.values(columns).map((cell) => cell(doc, timeZone))
}

/** True for a cell that holds a day or a minute. */
export function isWallTime(cell: TableCell): cell is WallTime {
  return typeof cell === 'object' && cell !== null
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
): TableColumns<Doc> {
  const writtenMoment = (at: Date, timeZone: string) =>
    `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`
  return columnsOf(name, instantName, read, writtenMoment)
}

/** Makes columns for a value that begins or ends with a day: the day, and the instant. */
export function dayColumns<Doc>(
  name: string,
  instantName: string,
  read: (doc: Doc) => Instant,
): TableColumns<Doc> {
  return columnsOf(name, instantName, read, formatDate)
}

function columnsOf<Doc>(
  name: string,
  instantName: string,
  read: (doc: Doc) => Instant,
  say: (at: Date, timeZone: string) => string,
): TableColumns<Doc> {
  return {
    [name](doc, timeZone) {
      const instant = read(doc)
      return instant ? { wall: say(new Date(instant), timeZone) } : ''
    },
    [instantName]: read,
  }
}

/** Media types of the files that a table is answered as. */
export const tableTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type TableFormat = keyof typeof tableTypes

/**
 * The file that a request's `Accept` would rather have than JSON, if any: it names the file's type, and JSON with less weight, later, or not at
 * all (RFC 9110, section 12.5.1).
 *
 * @example preferredFormat('application/json;q=0.5, text/csv') // 'csv'
 */
export function preferredFormat(accept = ''): TableFormat | undefined {
  const weighed = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((each) => each.trim().toLowerCase())
    const weight = parameters.find((each) => each.startsWith('q='))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const known: string[] = ['application/json', ...Object.values(tableTypes)]
  const [first] = weighed
    .filter(({ type, weight }) => weight > 0 && known.includes(type))
    .toSorted((one, other) => other.weight - one.weight)
  if (first?.type === tableTypes.csv) return 'csv'
  return first?.type === tableTypes.xlsx ? 'xlsx' : undefined
}

/**
 * The rows, once the first `ahead` of them are there, and which they are: what goes wrong before is answered as such, and not as half a file.
 *
 * @throws whatever the rows throw before
 */
export async function begun(
  rows: AsyncIterable<TableCell[]>,
  ahead = 1,
): Promise<{ first: TableCell[][]; rows: AsyncIterable<TableCell[]> }> {
  const source = rows[Symbol.asyncIterator]()
  const ready: IteratorResult<TableCell[]>[] = []
  while (ready.length < ahead && !ready.at(-1)?.done) ready.push(await source.next())
  const first = ready.flatMap((result) => (result.done ? [] : [result.value]))
  const all: AsyncIterator<TableCell[]> = {
    next: async () => ready.shift() ?? source.next(),
    // Also where nobody has begun to read.
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  }
  return { first, rows: { [Symbol.asyncIterator]: () => all } }
}
