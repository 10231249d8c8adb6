import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { stringify } from 'csv-stringify'
import { HOLDS_FORMULA, holdFormulas } from '../kernel/formulas.ts'
import { attachment } from './serve/send-bytes.ts'
import { begun, isWallTime, type TableCell, type TableFile } from './table.ts'

/**
 * Streams a table as RFC 4180, UTF-8 with a byte-order mark so that spreadsheets read accents (rules.md §9).
 * Numbers stay numbers; text that a spreadsheet would run as a formula is defused. Nothing is sent before the first row is there.
 *
 * @throws whatever the rows throw before the first of them
 */
export async function sendCsv(
  reply: FastifyReply,
  { fileName, columns, delimiter = ',', mark = '.', rows: all }: TableFile,
): Promise<FastifyReply> {
  const { rows } = await begun(all)
  const lines = Readable.from(headed(columns, rows)).map((row: TableCell[]) =>
    row.map((cell) => safeCell(cell, mark)),
  )
  // The library puts only whole record delimiters into quotation marks; half of one ends a row all the same.
  const quoted = [LINE_BREAK, HOLDS_FORMULA]
  const csv = stringify({ bom: true, delimiter, record_delimiter: '\r\n', quoted_match: quoted })
  lines.on('error', (error) => csv.destroy(error))
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', attachment(`${fileName}.csv`))
    .send(lines.pipe(csv))
}

/** The library's own header would cut off what a row has beyond it, as one that an import refused for that may have. */
async function* headed(columns: string[], rows: AsyncIterable<TableCell[]>): AsyncGenerator<TableCell[]> {
  yield columns
  yield* rows
}

const LINE_BREAK = /[\r\n]/

/** Apostrophes keep a spreadsheet from running text as a formula; numbers, also signed ones, are left alone. */
export function safeCell(cell: TableCell, mark: '.' | ',' = '.'): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return plainNumber(cell).replace('.', mark)
  if (isWallTime(cell)) return cell.wall
  if (typeof cell !== 'string') return String(cell)
  return holdFormulas(cell)
}

/** The number in digits: an exponent is read as text, or as another number, by much that reads CSV. */
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', DIGITS) : text
}

const DIGITS = { useGrouping: false, maximumSignificantDigits: 17, notation: 'standard' } as const
