import { cutCells } from './cells.ts'
import type { Columns } from './columns.ts'
import type { Encoding } from './decode.ts'
import { matchHeader, type Header, type HeaderPlace } from './header.ts'
import type { Mapping } from './mapping.ts'
import { MOST_COLUMNS, RecordSplitter, WIDE_COLUMNS, type RawRecord } from './split-records.ts'

/** Place of the table in a text. */
export interface Layout {
  path: string
  encoding: Encoding
  delimiter: string
  /** The number of the last row of the header; what follows is the table. */
  headerRow: number
}

/** A header that was found, and the first rows of the file for whoever has to say which it is. */
export interface FoundTable {
  layout: Layout
  header: Header<HeaderPlace>
  /** Number of its columns that are known. */
  known: number
  /** The first rows as they are, from the header on. */
  sample: string[][]
}

const DELIMITERS = [',', ';', '\t']
/** Most rows above a table. */
const ROWS_ABOVE = 20
const SAMPLE_ROWS = 51
/** Of a wide table fewer rows are shown. */
const SAMPLE_CELLS = 50_000
const UNIT =
  /^[([]?(?:t|kg|lbs?|cwt|bu|dt|q|ha|ac|m2|m²|%|°c|(?:t|kg|bu|lbs?|dt)\/(?:ha|ac)|tonnes?|acres?|hectares?)[)\]]?$/i

/**
 * Finds the header of a table in the first rows of a text: tries the delimiters, and rows one by one and two at a time, and takes the one in
 * which the most columns are known. Undefined where the text has no row at all.
 */
export function findTable(
  text: string,
  { path, encoding, delimiter: only }: Pick<Layout, 'path' | 'encoding'> & Partial<Pick<Layout, 'delimiter'>>,
  columns: Columns,
  countryISO: string,
  mapping: Mapping,
): FoundTable | undefined {
  // What encloses cells cannot part them as well.
  const [, forced] = /^sep=([^"])\r?\n/i.exec(text) ?? []
  const said = only ?? forced
  const found = (said === undefined ? DELIMITERS : [said]).flatMap((delimiter) => {
    const splitter = new RecordSplitter(delimiter)
    const all = [...splitter.push(text), ...splitter.end()]
    const records = forced === undefined ? all : all.slice(1)
    return candidates(records, delimiter, mapping).map(({ cells, headerRow, rows }) => {
      const header = matchHeader(cells, columns, countryISO, mapping)
      const places = header.places.filter(({ index }) => index >= 0)
      const units = places.filter(({ unit, unitIndex }) => unit !== undefined || unitIndex >= 0).length
      return {
        layout: { path, encoding, delimiter, headerRow },
        header,
        known: places.length,
        score: places.length * 100 + units * 2 - rows,
        records,
      }
    })
  })
  const best = found.toSorted((a, b) => b.score - a.score || b.header.cells.length - a.header.cells.length)[0]
  if (!best) return undefined
  const { layout, header, known, records } = best
  const rows = Math.min(SAMPLE_ROWS - 1, Math.floor(SAMPLE_CELLS / header.cells.length))
  const sample = cutCells(
    records.filter(({ number }) => number > layout.headerRow).slice(0, rows),
    layout.delimiter,
  ).map(({ cells }) => cells.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, 100)))
  return { layout, header, known, sample: [header.cells, ...sample] }
}

interface Candidate {
  cells: string[]
  headerRow: number
  /** Number of rows it is made of. */
  rows: number
}

function candidates(
  records: RawRecord[],
  delimiter: string,
  { headerRow, headerRows }: Mapping,
): Candidate[] {
  const first = records.slice(0, ROWS_ABOVE + 1)
  const rows = first.map((record) => {
    const [cut] = record.reason === undefined ? cutCells([record], delimiter) : []
    return { number: record.number, cells: cut?.cells.slice(0, MOST_COLUMNS).map((cell) => cell.trim()) }
  })
  return rows.flatMap(({ number, cells }, index): Candidate[] => {
    if (!cells || index >= ROWS_ABOVE) return []
    const next = rows[index + 1]
    const single = { cells, headerRow: number, rows: 1 }
    // Of a wide table somebody has to say that two rows name its columns: to read all of them in two ways takes seconds.
    const mayBeDouble = headerRows === 2 || cells.length <= WIDE_COLUMNS
    const double =
      mayBeDouble && next?.cells && next.number === number + 1
        ? [{ cells: joinRows(cells, next.cells), headerRow: next.number, rows: 2 }]
        : []
    const both = headerRows === 1 ? [single] : headerRows === 2 ? double : [single, ...double]
    return headerRow === undefined || headerRow === number ? both : []
  })
}

/** Two rows of a header as one: what stands below says more of what stands above. */
function joinRows(above: string[], below: string[]): string[] {
  return Array.from({ length: Math.max(above.length, below.length) }, (_, index) => {
    const [one = '', other = ''] = [above[index], below[index]]
    if (one === '' || other === '') return one || other
    return UNIT.test(other) ? `${one} (${other.replaceAll(/[()[\]]/g, '')})` : `${one} ${other}`
  })
}

/** The number of columns of a text's first row where it has too many; undefined where it has not. */
export function isTooWide(text: string): boolean {
  const [line = ''] = text.split(/[\r\n]/, 1)
  return DELIMITERS.some((delimiter) => line.split(delimiter).length > MOST_COLUMNS)
}
