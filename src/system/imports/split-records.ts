import { message, type Message } from '../../words/catalogue.ts'
/** A row of a CSV file as text, before it is cut into cells. */
export interface RawRecord {
  /** Counted as a spreadsheet counts: from 1, the header and empty rows with it. */
  number: number
  text: string
  /** Why it cannot be cut into cells. */
  reason?: Message
}

/**
 * The longest row that is looked at as a whole, in characters. A quotation mark that nobody closed is looked for this far; a
 * longer row is refused unread.
 */
const MAX_RECORD_CHARACTERS = 12_000_000
const MISPLACED = message('quoteIsMisplaced', {})
const UNCLOSED = message('quoteIsOpen', {})
/** The most columns of a table. Millions of cells, of a letter each, take gigabytes once they are cut. */
export const MOST_COLUMNS = 10_000
/** Of a wider table only the columns that are read are held and handed back. */
export const WIDE_COLUMNS = 1000
const TOO_WIDE = message('rowHasTooManyCells', { limit: MOST_COLUMNS })
const TOO_LONG = message('rowIsTooLong', { millions: MAX_RECORD_CHARACTERS / 1_000_000 })

/** The end of a row; undefined if more of the file is needed to find it. */
type Scan = { end: number; reason?: Message } | undefined

/**
 * Cuts a CSV file into rows (RFC 4180), piece by piece. Cells in quotation marks may have line breaks. Where the quotation
 * marks of a row are wrong, only the line that they are wrong in is given up, so that one stray mark does not swallow the
 * rows that follow: a parser for whole files cannot do this, which is why the rows are cut here and only then parsed.
 *
 * @example
 * const splitter = new RecordSplitter(',')
 * [...splitter.push('Field,Area\nTop,12\n'), ...splitter.end()] // two records
 */
export class RecordSplitter {
  readonly #delimiter: string
  #text = ''
  #number = 0
  /** Looked at in vain already: it is not looked at again before it has doubled. */
  #inVain = 0
  #isSkipping = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The rows that are whole by now. Empty rows are counted, and not given. */
  push(piece: string): RawRecord[] {
    this.#text += piece
    if (this.#text.length < Math.min(2 * this.#inVain, MAX_RECORD_CHARACTERS)) return []
    return this.#take(false)
  }

  /** The rows that are left when the file has ended. */
  end(): RawRecord[] {
    return this.#take(true)
  }

  #take(isLast: boolean): RawRecord[] {
    const text = this.#text
    const records: RawRecord[] = []
    let at = this.#isSkipping ? this.#skip(text) : 0
    let quote = text.indexOf('"', at)
    while (at < text.length) {
      // Not for every row: to find that there is none takes a look at all that follows.
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at)
      const found = this.#scan(text, at, quote, isLast)
      if (!found) break
      this.#number += 1
      const record = text.slice(at, found.end)
      const { reason } = found
      const isJudged = reason !== undefined && reason !== TOO_WIDE
      if (isJudged || !isEmpty(record, this.#delimiter))
        records.push({ number: this.#number, text: record, ...(reason !== undefined && { reason }) })
      at = reason === TOO_LONG ? this.#skip(text, found.end) : afterBreak(text, found.end)
    }
    this.#text = text.slice(at)
    this.#inVain = this.#text.length
    return records
  }

  /** Goes on to the next line without keeping what comes before it. */
  #skip(text: string, from = 0): number {
    const end = nextBreak(text, from)
    this.#isSkipping = end === text.length
    return afterBreak(text, end)
  }

  /** @param quote the first quotation mark from `start` on, or -1 */
  #scan(text: string, start: number, quote: number, isLast: boolean): Scan {
    const lineEnd = nextBreak(text, start)
    // A carriage return may be half of a line break.
    const isLineWhole = isLast || lineEnd + 1 < text.length
    if (quote === -1 || quote > lineEnd) {
      if (lineEnd - start > MAX_RECORD_CHARACTERS) return { end: lineEnd, reason: TOO_LONG }
      if (!isLineWhole) return undefined
      return this.#isTooWide(text, start, lineEnd) ? { end: lineEnd, reason: TOO_WIDE } : { end: lineEnd }
    }
    return this.#scanQuoted(text, start, isLast)
  }

  /** Of a row without quotation marks. */
  #isTooWide(text: string, start: number, end: number): boolean {
    let cells = 1
    for (let at = start; cells <= MOST_COLUMNS; cells++) {
      const next = nextOf(text, at, end, this.#delimiter)
      if (next === end) return false
      at = next + 1
    }
    return true
  }

  /** A row with quotation marks, cell by cell. */
  #scanQuoted(text: string, start: number, isLast: boolean): Scan {
    let cells = 1
    let lineEnd = start
    const whole = (end: number): Scan => (cells > MOST_COLUMNS ? { end, reason: TOO_WIDE } : { end })
    const isTooLong = text.length - start > MAX_RECORD_CHARACTERS
    const giveUp = (cell: number, reason: Message): Scan => {
      const end = nextBreak(text, cell)
      return isLast || isTooLong || end + 1 < text.length ? { end, reason } : undefined
    }
    let cell = start
    for (;;) {
      if (lineEnd <= cell) lineEnd = nextBreak(text, cell)
      const end = text[cell] === '"' ? afterQuoted(text, cell) : nextOf(text, cell, lineEnd, this.#delimiter)
      if (end === undefined) return isLast || isTooLong ? giveUp(cell, UNCLOSED) : undefined
      if (end >= text.length && !isLast && !isTooLong) return undefined
      const next = text[end]
      if (text[cell] !== '"' && text.slice(cell, end).includes('"')) return giveUp(cell, MISPLACED)
      if (next === this.#delimiter) {
        cell = end + 1
        cells += 1
      } else if (next === undefined) return whole(end)
      else if (isBreak(next)) return isLast || end + 1 < text.length ? whole(end) : undefined
      else return giveUp(cell, MISPLACED)
    }
  }
}

function isEmpty(record: string, delimiter: string): boolean {
  return record.replaceAll(delimiter, '').trim() === ''
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}

const BREAK = /[\r\n]/g

function nextBreak(text: string, from: number): number {
  BREAK.lastIndex = from
  return BREAK.exec(text)?.index ?? text.length
}

function afterBreak(text: string, at: number): number {
  if (at >= text.length) return text.length
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

/** The end of a cell without quotation marks around it, in a line that ends there. */
function nextOf(text: string, from: number, lineEnd: number, delimiter: string): number {
  let end = from
  while (end < lineEnd && text[end] !== delimiter) end += 1
  return end
}

/** The place after the mark that closes a cell; undefined where there is none. */
function afterQuoted(text: string, cell: number): number | undefined {
  let at = cell + 1
  for (;;) {
    const mark = text.indexOf('"', at)
    if (mark === -1) return undefined
    if (text[mark + 1] !== '"') return mark + 1
    at = mark + 2
  }
}
