import { parentPort, workerData } from 'node:worker_threads'
import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx'

// A thread of its own, which makes a workbook of a table: packing one takes seconds, in which others are served.

/** A cell of a table: text, which is never run as a formula, a number, or a moment as days since 1900 began, as spreadsheets count. */
export type SheetCell = string | number | { days: number }

export interface WriteTask {
  sheet: string
  columns: string[]
  rows: SheetCell[][]
}

/** A day, and a moment, as the spreadsheet's own country writes them. */
const [DAY, MOMENT] = ['m/d/yy', 'm/d/yy h:mm']
const [NARROWEST, WIDEST] = [10, 40]

function cellOf(cell: SheetCell): CellObject {
  if (typeof cell === 'number') return { t: 'n', v: cell }
  if (typeof cell === 'object') return { t: 'n', v: cell.days, z: Number.isInteger(cell.days) ? DAY : MOMENT }
  // What a workbook takes for a character's number (ECMA-376, part 1, 22.4.2.4) stays as it is written.
  return { t: 's', v: cell.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') }
}

function makeWorkbook({ sheet: name, columns, rows }: WriteTask): Uint8Array<ArrayBuffer> {
  const table: SheetCell[][] = [columns, ...rows]
  const sheet: WorkSheet = {
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: columns.length - 1 } }),
    '!cols': columns.map((title) => ({ wch: Math.min(WIDEST, Math.max(NARROWEST, title.length + 2)) })),
  }
  for (const [r, row] of table.entries())
    for (const [c, cell] of row.entries()) if (cell !== '') sheet[utils.encode_cell({ r, c })] = cellOf(cell)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, name)
  // The library says so of this type.
  return new Uint8Array(
    write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer,
  )
}

// The rows are the thread's own, and so are the bytes.
const bytes = makeWorkbook(workerData as WriteTask)
parentPort?.postMessage(bytes, [bytes.buffer])
