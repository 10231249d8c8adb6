/**
 * The rows of a table in a text file, found as the service counts them, so that a cell can be mended and the mended text be sent. Of a long
 * file only what is asked for is cut into cells, a piece at a time, so that the page goes on.
 */

/** How a text is written: as the service said when it had read it. */
export interface Writing {
  encoding: string
  delimiter: string
}

/** What is mended: by the number of a row, its cells by their place, or nothing at all where the row is left out. */
export type Mending = ReadonlyMap<number, ReadonlyMap<number, string> | 'left out'>

/** Where a row stands in the text. */
interface Span {
  number: number
  start: number
  end: number
}

const ROWS_AT_ONCE = 20_000
const MARK = String.fromCodePoint(0xfe_ff)

/** The cells of these rows. */
export async function readCells(
  file: Blob,
  writing: Writing,
  wanted: ReadonlySet<number>,
): Promise<Map<number, string[]>> {
  const text = await textOf(file, writing)
  const found = new Map<number, string[]>()
  let seen = 0
  for (const { number, start, end } of spansOf(text, writing.delimiter)) {
    if (wanted.has(number)) found.set(number, cutCells(text.slice(start, end), writing.delimiter))
    if (found.size === wanted.size) break
    if (++seen % ROWS_AT_ONCE === 0) await pause()
  }
  return found
}

/** The file with cells mended and rows left out, in UTF-8. A row that is left out leaves an empty one, so that all others keep their numbers. */
export async function mendText(file: Blob, writing: Writing, mending: Mending): Promise<Blob> {
  if (mending.size === 0) return file
  const text = await textOf(file, writing)
  const pieces = [MARK]
  let done = 0
  let seen = 0
  for (const { number, start, end } of spansOf(text, writing.delimiter)) {
    if (++seen % ROWS_AT_ONCE === 0) await pause()
    const its = mending.get(number)
    if (its === undefined) continue
    pieces.push(text.slice(done, start))
    if (its !== 'left out')
      pieces.push(withCells(cutCells(text.slice(start, end), writing.delimiter), its, writing.delimiter))
    done = end
  }
  return new Blob([...pieces, text.slice(done)], { type: 'text/csv' })
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 0))

async function textOf(file: Blob, { encoding }: Writing): Promise<string> {
  return new TextDecoder(encoding).decode(await file.arrayBuffer())
}

/** All rows, empty ones too, counted from 1 as a spreadsheet counts them. A line break in quotation marks ends none. */
export function* spansOf(text: string, delimiter: string): Generator<Span> {
  let quote = text.indexOf('"')
  let number = 0
  for (let start = 0; start < text.length;) {
    // Not for every row: to find that there is none takes a look at all that follows.
    if (quote !== -1 && quote < start) quote = text.indexOf('"', start)
    const lineEnd = nextBreak(text, start)
    const end = quote === -1 || quote >= lineEnd ? lineEnd : quotedEnd(text, start, delimiter)
    number += 1
    yield { number, start, end }
    start = afterBreak(text, end)
  }
}

/** The end of a row that has quotation marks; where they are wrong, that of the line in which they are. */
function quotedEnd(text: string, start: number, delimiter: string): number {
  for (let cell = start; ;) {
    const end = cellEnd(text, cell, delimiter)
    if (end === undefined || (text[cell] !== '"' && text.slice(cell, end).includes('"')))
      return nextBreak(text, cell)
    if (text[end] !== delimiter) return end
    cell = end + 1
  }
}

/** Where a cell ends; undefined where its quotation marks are wrong. */
function cellEnd(text: string, cell: number, delimiter: string): number | undefined {
  if (text[cell] !== '"') {
    const lineEnd = nextBreak(text, cell)
    const next = text.slice(cell, lineEnd).indexOf(delimiter)
    return next === -1 ? lineEnd : cell + next
  }
  for (let at = cell + 1; ;) {
    const mark = text.indexOf('"', at)
    if (mark === -1) return undefined
    const next = text[mark + 1]
    if (next !== '"') return next === undefined || next === delimiter || isBreak(next) ? mark + 1 : undefined
    at = mark + 2
  }
}

const isBreak = (character: string) => character === '\n' || character === '\r'

const BREAK = /[\r\n]/g

function nextBreak(text: string, from: number): number {
  BREAK.lastIndex = from
  return BREAK.exec(text)?.index ?? text.length
}

function afterBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

/** The cells of one row. A row with wrong quotation marks is one cell. */
export function cutCells(row: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let cell = 0; ;) {
    const end = cellEnd(row, cell, delimiter)
    if (end === undefined) return [row]
    const written = row.slice(cell, end)
    cells.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (end >= row.length) return cells
    cell = end + 1
  }
}

function withCells(cells: string[], its: ReadonlyMap<number, string>, delimiter: string): string {
  const width = Math.max(cells.length, ...[...its.keys()].map((place) => place + 1))
  return Array.from({ length: width }, (_cell, place) =>
    writeCell(its.get(place) ?? cells[place] ?? '', delimiter),
  ).join(delimiter)
}

function writeCell(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
