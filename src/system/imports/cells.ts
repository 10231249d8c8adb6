import { parse } from 'csv-parse/sync'
import type { FaultCode } from '../../kernel/errors.ts'
import { escapeApostrophes, releaseFormulas } from '../../kernel/formulas.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import { isMeasured, isUnreadable, type Columns, type Values } from './columns.ts'
import type { Header, ReadablePlace } from './header.ts'
import { splitNumber, writeApart } from './number-rules.ts'
import type { RawRecord } from './split-records.ts'

/** A fault of a cell of a row, or of the row where no column is named. */
export interface Problem {
  column: string
  value: string
  reason: Wording
  /** Code of the fault for programs, where a rule has found it. */
  code?: FaultCode
}

/** A word of the organisation's own, in a column of the file, and the name that it stands for. */
export interface TakenWord {
  column: string
  word: string
  means: string
}

/** A row of a file, read as the columns of an import. */
export interface Row<Of extends Columns = Columns> {
  /** Counted as a spreadsheet counts; the header is row 1. */
  number: number
  values: Values<Of>
  problems: Problem[]
  /** Points worth a second look that do not prevent storing. */
  warnings: Wording[]
  /** Words of the organisation's own in it, and what they were taken for. */
  taken: TakenWord[]
  /** Text before a sum or print beside the table, where the row looks like that: `Total`, `Page 1 of 3`. */
  aside: string | undefined
  /** True if it names less than the rows above it, and weighs as much as those do together (sum-lines.ts). */
  isSum: boolean
  /** False where it could not even be cut into cells. */
  isReadable: boolean
  /** As the file has them. */
  cells: string[]
  header: Header
}

/** Describes a problem with a column of a row, in the file's own words. */
export function problemAt(row: Row, name: string, reason: Wording, code?: FaultCode): Problem {
  const place = row.header.places.find((each) => each.name === name)
  const coded = { reason, ...(code && { code }) }
  if (!place) return { column: '', value: '', ...coded }
  return { column: place.header, value: quote(cleaned(row.cells[place.index] ?? '')), ...coded }
}

/** Returns the header that a file gives to a column. */
export function headerOf(row: Row, name: string): string {
  return row.header.places.find((each) => each.name === name)?.header ?? ''
}

/** A row cut into its cells; `reason` where it could not be. */
export interface CutRecord {
  number: number
  cells: string[]
  reason?: Message
}

const TIDIED_CHARACTERS = 10_000
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
export function readRow({ number, cells, reason }: CutRecord, header: Header, isSum = false): Row {
  const values: Record<string, unknown> = {}
  const problems: Problem[] = []
  const warnings: Wording[] = []
  const taken: TakenWord[] = []
  if (reason !== undefined) problems.push({ column: '', value: quote(cells[0] ?? ''), reason })
  else {
    for (const place of header.places) {
      const cell = cleaned(cells[place.index] ?? '') || (place.said.constant ?? '')
      // Most columns that an import knows are in no file.
      if (cell === '' && !place.column.isRequired) continue
      const value = readCell(cell, place, cells)
      if (isMeasured(place.column) && splitNumber(cell).isRough)
        warnings.push(message('isRough', { column: place.header, value: quote(cell) }))
      if (isUnreadable(value))
        problems.push({ column: place.header, value: quote(cell), reason: value.reason })
      else if (value !== undefined) values[place.name] = inOurWords(value, place, taken)
    }
    problems.push(...surplus(cells, header))
  }
  return {
    number,
    values,
    problems,
    warnings,
    taken,
    aside: asideOf(cells, header) ?? (isSum ? cells.map(cleaned).find((text) => text !== '') : undefined),
    isSum,
    isReadable: reason === undefined,
    header,
    cells: cells.map((cell) => (cell.length > KEPT_CHARACTERS ? copyOf(cell, KEPT_CHARACTERS) : cell)),
  }
}

/** Replaces what was read of a cell, and of each item of a list, by the name here for a word of the organisation's own. */
function inOurWords(value: unknown, place: ReadablePlace, taken: TakenWord[]): unknown {
  const { words } = place.reading
  if (words === undefined) return value
  if (Array.isArray(value)) return value.map((item) => inOurWords(item, place, taken))
  const means = typeof value === 'string' ? words.get(nameKey(value)) : undefined
  if (means === undefined) return value
  taken.push({ column: place.header, word: String(value), means })
  return means
}

/** The cells of a row to be put right and sent in a file of their own, where what the rest of their file told is not there. */
export function cellsApart({ cells, header, isReadable }: Row): string[] {
  const numbers = new Map(
    header.places.flatMap(({ column, index, reading }) =>
      isMeasured(column) ? [[index, reading.numbers] as const] : [],
    ),
  )
  return cells.map((cell, index) => {
    const its = numbers.get(index)
    return isReadable && its ? writeApart(cleaned(cell), its) : cell
  })
}

function readCell(cell: string, { column, reading, unitIndex }: ReadablePlace, cells: string[]): unknown {
  const broken = brokenText(cell, column.mostCharacters)
  if (broken !== undefined) return { reason: broken }
  if (cell === '') return { reason: message('isNeeded', {}) }
  const unit = unitIndex === -1 ? '' : cleaned(cells[unitIndex] ?? '')
  return column.read(cell, unit === '' ? reading : { ...reading, unit })
}

/** Words before the sum of the rows above, from people and spreadsheets, in the languages of the countries we have; no blanks or signs. */
const TOTALS = new Set(
  'total totals totalarea grandtotal overalltotal subtotal sum sums gesamt gesamtsumme gesamtfläche insgesamt summe zwischensumme somme soustotal totalgénéral σ ∑'.split(
    ' ',
  ),
)
const SIGNS = /[^\p{L}∑]+/gu
const UNIT = /(?:ha|ac|t|kg)$/
const TOTAL_OF =
  /^(?:sub-?\s?|grand\s)?totals?\s(?:of|for|de|du)?\s?\S|^summe\s\S|^zwischensumme\s\S|^(?:sous-?\s?)?total\s\S|\s(?:sub-?\s?)?total$|\s(?:gesamt|summe)$/i
const PRINT =
  /^(?:page|sheet|seite|blatt|feuille|p\.)\s?\d+(?:\s?(?:of|von|de|sur|\/)\s?\d+)?$|^(?:end of|ende de[sr]|fin d[eu])\s.*(?:report|list|file|table|berichts?|liste|datei|auswertung|rapport|fichier|tableau)$|^(?:exported|printed|generated|created|report(?:ed)?|exportiert|gedruckt|erstellt|export[ée]e?|imprim[ée]e?|édité)\s.*\d/i

/** A count of something: `Anzahl Schläge: 3`. */
const COUNT =
  /^(?:anzahl|number of|no\.? of|count|nombre)\b.*(?::|\d)|^\d+\s(?:rows|records|entries|fields|datensätze|zeilen|schläge|lignes|parcelles)$/i
/** Text that is printed below a table, where it is alone in its row. */
const FOOT =
  /^(?:(?:as (?:at|of)|stand|date|datum|printed|gedruckt|imprimé|exported|exportiert|exporté|source|quelle|note|notes|hinweis|remarque|bemerkung|user|benutzer|bearbeiter|prepared|erstellt|version)\b.*[:\d]|©|\(c\)\s|\*{1,3}\s|[-=_*]{3,}$|end$|ende$|fin$|[^:]+:\s?\d[\d.,/ ]*$)/i

/** True if a text alone in a row of a table with several columns is print from below one. */
function isFoot(text: string, { places }: Header): boolean {
  return places.filter(({ index }) => index >= 0).length > 1 && FOOT.test(text)
}

/** True if a name means only that a sum follows. */
export function isTotal(name: string): boolean {
  const said = nameKey(name).replaceAll(SIGNS, '')
  return TOTALS.has(said) || TOTALS.has(said.replace(UNIT, ''))
}

/** The outcome of a row that is no part of the table. */
export function isLeftOut({ aside = '' }: Row) {
  return {
    status: 'left_out' as const,
    reference: aside,
    summary: message('isAsideOfTable', { text: aside }),
  }
}

/** By the first cell that has something in it: a sum has numbers behind it, and what is printed beside a table has nothing. */
function asideOf(cells: string[], header: Header): string | undefined {
  const filled = cells.map(cleaned).filter((text) => text !== '')
  const [first] = filled
  if (first === undefined || first.length > SAID_CHARACTERS) return undefined
  if (isTotal(first)) return first
  if (filled.length <= 2 && COUNT.test(first)) return first
  if (filled.length === 1) return PRINT.test(first) || isFoot(first, header) ? first : undefined
  if (!TOTAL_OF.test(first)) return undefined
  // “Wheat total” is the sum of a group, and “Total Eclipse” a field with all that a field has.
  const isWhole = header.places.every(
    ({ column, index }) => !column.isRequired || cleaned(cells[index] ?? '') !== '',
  )
  return isWhole ? undefined : first
}

/** As Excel, LibreOffice and Google Sheets write it in several languages: `#N/A`, `#REF!`, `#WERT!`, `Err:502`; or a number that did not fit. */
const SPREADSHEET_ERROR = /^(?:#\p{Lu}[\p{Lu}\d/]*[!?]|#N\/?[ADV]|Err:\d{3}|#{3,})$/u

function brokenText(cell: string, mostCharacters: number): Message | undefined {
  if (cell.length > mostCharacters)
    return message('cellIsTooLong', { characters: cell.length, limit: mostCharacters })
  if (cell.includes('\0')) return message('hasNul', {})
  if (SPREADSHEET_ERROR.test(cell)) return message('isFailedFormula', {})
  return cell.includes('\ufffd') ? message('hasOtherEncoding', {}) : undefined
}

/** Tidied, unless it is too long to be read, and without the apostrophes that keep a spreadsheet from running text as a formula. */
export function cleaned(cell: string): string {
  const free = releaseFormulas(cell.trim())
  return free.length > TIDIED_CHARACTERS ? free : tidied(free)
}

/** One apostrophe more than `cleaned` takes away; whatever else looks like a formula gets its one on the way out. */
export function protect(cell: string | number): string | number {
  return typeof cell === 'string' ? escapeApostrophes(cell) : cell
}

function surplus(cells: string[], header: Header): Problem[] {
  const more = cells.slice(header.cells.length).filter((cell) => cell.trim() !== '')
  if (more.length === 0) return []
  const reason = message('hasTooManyCells', { cells: cells.length, columns: header.cells.length })
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
