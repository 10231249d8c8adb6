import { parse } from 'csv-parse/sync'
import { tidied } from '../../kernel/names.ts'
import { isUnreadable, type Columns, type Reading, type Values } from './columns.ts'
import type { Header, Place } from './header.ts'
import { writeApart } from './number-rules.ts'
import type { RawRecord } from './split-records.ts'

/** What is wrong with a cell of a row, or with the row where no column is named. */
export interface Problem {
  column: string
  value: string
  reason: string
}

/** A row of a file, read as the columns of an import. */
export interface Row<Of extends Columns = Columns> {
  /** Counted as a spreadsheet counts; the header is row 1. */
  number: number
  values: Values<Of>
  problems: Problem[]
  /** False where it could not even be cut into cells. */
  isReadable: boolean
  /** As the file has them. */
  cells: string[]
  header: Header
  reading: Reading
}

/** What is wrong with a column of a row, in the file's own words. */
export function problemAt(row: Row, name: string, reason: string): Problem {
  const place = row.header.places.find((each) => each.name === name)
  if (!place) return { column: '', value: '', reason }
  return { column: place.header, value: quote(cleaned(row.cells[place.index] ?? '')), reason }
}

/** A row cut into its cells; `reason` where it could not be. */
export interface CutRecord {
  number: number
  cells: string[]
  reason?: string
}

const MAX_CELL_CHARACTERS = 10_000
/** As much of a cell as a message quotes, and as much of one as is kept to be handed back. */
const SAID_CHARACTERS = 100
const KEPT_CHARACTERS = 1000

/** Cuts rows into cells; those in which nothing is seen are left out. What could not be read has its text as its only cell. */
export function cutCells(records: RawRecord[], delimiter: string): CutRecord[] {
  const readable = records.filter(({ reason }) => reason === undefined)
  const text = readable.map((record) => record.text).join('\n')
  const parsed: string[][] =
    readable.length === 0 ? [] : parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true })
  if (parsed.length !== readable.length) throw new Error('a row was cut in two ways')
  let next = 0
  return records.flatMap(({ number, text: raw, reason }): CutRecord[] => {
    if (reason !== undefined) return [{ number, cells: [copyOf(raw, KEPT_CHARACTERS)], reason }]
    const cells = parsed[next++] ?? []
    return cells.every((cell) => cleaned(cell) === '') ? [] : [{ number, cells }]
  })
}

/** A piece of a text that does not keep the whole text in memory. */
function copyOf(text: string, characters: number): string {
  return Buffer.from(text.slice(0, characters)).toString()
}

/** Reads the cells of a row as the columns of its header; every fault of the row at once. */
export function readRow({ number, cells, reason }: CutRecord, header: Header, reading: Reading): Row {
  const values: Record<string, unknown> = {}
  const problems: Problem[] = []
  if (reason !== undefined) problems.push({ column: '', value: quote(cells[0] ?? ''), reason })
  else {
    for (const place of header.places) {
      const cell = cleaned(cells[place.index] ?? '')
      const value = readCell(cell, place, reading)
      if (isUnreadable(value))
        problems.push({ column: place.header, value: quote(cell), reason: value.reason })
      else if (value !== undefined) values[place.name] = value
    }
    problems.push(...surplus(cells, header))
  }
  return {
    number,
    values,
    problems,
    isReadable: reason === undefined,
    header,
    reading,
    cells: cells.map((cell) => (cell.length > KEPT_CHARACTERS ? copyOf(cell, KEPT_CHARACTERS) : cell)),
  }
}

/** The cells of a row to be put right and sent in a file of their own, where what the rest of their file told is not there. */
export function cellsApart({ cells, header, reading, isReadable }: Row): string[] {
  const numbers = new Set(header.places.flatMap(({ column, index }) => (column.isNumber ? [index] : [])))
  return cells.map((cell, index) =>
    isReadable && numbers.has(index) ? writeApart(cleaned(cell), reading.numbers) : cell,
  )
}

function readCell(cell: string, { column, unit }: Place, reading: Reading): unknown {
  const broken = brokenText(cell)
  if (broken !== undefined) return { reason: broken }
  if (cell === '') return column.isRequired ? { reason: 'is needed' } : undefined
  return column.read(cell, reading, unit)
}

/** As Excel, LibreOffice and Google Sheets write it in several languages: `#N/A`, `#REF!`, `#WERT!`, `Err:502`; or a number that did not fit. */
const SPREADSHEET_ERROR = /^(?:#\p{Lu}[\p{Lu}\d/]*[!?]|#N\/?[ADV]|Err:\d{3}|#{3,})$/u

function brokenText(cell: string): string | undefined {
  if (cell.length > MAX_CELL_CHARACTERS)
    return `has ${cell.length.toLocaleString('en-GB')} characters; a cell may have ${MAX_CELL_CHARACTERS.toLocaleString('en-GB')}`
  if (cell.includes('\0')) return 'must not contain a NUL character'
  if (SPREADSHEET_ERROR.test(cell))
    return 'is what a spreadsheet shows for a formula that failed, or for a column that is too narrow'
  return cell.includes('\ufffd')
    ? 'has characters that are not in the encoding of the file: save it as “CSV UTF-8”'
    : undefined
}

/** Text that a spreadsheet would run as a formula, but for an apostrophe or more. */
const HELD_FORMULA = /^'+[=+\-@\t\r]/

/** Tidied, unless it is too long to be read, and without the apostrophe that keeps a spreadsheet from running text as a formula. */
export function cleaned(cell: string): string {
  const text = cell.trim()
  const free = HELD_FORMULA.test(text) ? text.slice(1) : text
  return free.length > MAX_CELL_CHARACTERS ? free : tidied(free)
}

/** One apostrophe more than `cleaned` takes away; whatever else looks like a formula gets its one on the way out. */
export function protect(cell: string | number): string | number {
  return typeof cell === 'string' && HELD_FORMULA.test(cell) ? `'${cell}` : cell
}

function surplus(cells: string[], header: Header): Problem[] {
  const more = cells.slice(header.cells.length).filter((cell) => cell.trim() !== '')
  if (more.length === 0) return []
  const reason = `has ${cells.length} cells, and the header ${header.cells.length}: put a cell with the delimiter in it into quotation marks`
  return [{ column: '', value: quote(more.join(' ')), reason }]
}

/** As much of a text as a message can carry. */
function quote(text: string): string {
  const plain = text.replaceAll('\0', '␀')
  return copyOf(
    plain.length > SAID_CHARACTERS ? `${plain.slice(0, SAID_CHARACTERS)}…` : plain,
    SAID_CHARACTERS + 1,
  )
}
