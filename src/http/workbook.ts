import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { writeXlsxStream, type CellValue } from 'hucre/xlsx'
import { attachment } from './serve/send-bytes.ts'
import { begun, isWallTime, tableTypes, type TableCell, type TableFile } from './table.ts'

const LONGEST_NAME = 31
/** In characters. */
const [NARROWEST, WIDEST] = [10, 40]
/** Rows that say how wide a column is, and whether it has times beside days. */
const LOOKED_AT = 100
const MOMENT = 'yyyy-mm-dd hh:mm'

/**
 * Sends a table as an XLSX workbook of one sheet. Nothing is sent before the first rows are there.
 *
 * @throws whatever the rows throw before
 */
export async function sendWorkbook(reply: FastifyReply, table: TableFile): Promise<FastifyReply> {
  const book = await openWorkbook(table)
  return reply
    .type(tableTypes.xlsx)
    .header('Content-Disposition', attachment(`${table.fileName}.xlsx`))
    .send(book)
}

/**
 * Streams a table as an XLSX workbook of one sheet, its heads in view: numbers and days can be calculated with, and text stays text, whatever it looks
 * like. Memory does not grow with the rows; after 1,048,575 of them the next sheet begins.
 *
 * @throws whatever the rows throw before the first of them are there
 */
export async function openWorkbook({ fileName, columns, rows: all }: TableFile): Promise<Readable> {
  const { first, rows } = await begun(all, LOOKED_AT)
  const book = writeXlsxStream(written(rows), {
    name: fileName.slice(0, LONGEST_NAME),
    columns: columns.map((header, place) => columnOf(header, place, first)),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(book)
}

function columnOf(header: string, place: number, first: TableCell[][]) {
  const cells = first.map((row) => row[place])
  const longest = Math.max(header.length, ...cells.map(lengthOf))
  const hasTimes = cells.some((cell) => isWallTime(cell) && cell.wall.includes(':'))
  return {
    header: safeText(header),
    width: Math.min(WIDEST, Math.max(NARROWEST, longest + 2)),
    ...(hasTimes && { numFmt: MOMENT }),
  }
}

function lengthOf(cell: TableCell): number {
  return isWallTime(cell) ? cell.wall.length : String(cell ?? '').length
}

async function* written(rows: AsyncIterable<TableCell[]>): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield row.map(valueOf)
}

function valueOf(cell: TableCell): CellValue {
  if (cell === undefined || cell === null || cell === '') return null
  if (typeof cell === 'string') return safeText(cell)
  // The library writes days as they are in UTC.
  return isWallTime(cell)
    ? new Date(`${cell.wall.replace(' ', 'T')}${cell.wall.includes(':') ? 'Z' : ''}`)
    : cell
}

/** Text without what XML cannot hold; what a workbook takes for a character's number (ECMA-376, part 1, 22.4.2.4) stays as it is written. */
function safeText(text: string): string {
  return text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replaceAll(/[\uFFFE\uFFFF]/g, '')
}
