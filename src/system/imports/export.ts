import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { TableCell, TableFile, TableFormat } from '../../http/table.ts'
import { protect } from './cells.ts'
import type { Column, Columns } from './columns.ts'
import {
  delimiterBeside,
  titleIn,
  writeAmount,
  writeNumber,
  type Amount,
  type TableStyle,
} from './table-style.ts'

/** A cell of an export for each column that has something. */
export type ExportRow<Of extends Columns> = { [Name in keyof Of]?: string | number | Amount | null }

export type ExportRows<Of extends Columns> = (
  db: Kysely<Tables>,
  actor: Actor,
) => AsyncIterable<ExportRow<Of>>

/** Contents and style of an export. */
interface Export<Of extends Columns> {
  fileName: string
  format: TableFormat
  columns: Of
  rows: AsyncIterable<ExportRow<Of>>
  style: TableStyle
}

/**
 * A table that its import reads as what it was made of. As a workbook it has numbers, days and times that can be calculated with.
 */
export function exportTable<Of extends Columns>({
  fileName,
  columns,
  rows,
  style,
  format,
}: Export<Of>): TableFile {
  // A workbook has numbers, which have no mark.
  const plain: TableStyle = { ...style, mark: '.' }
  const cellOf = (column: Column, cell: ExportCell) =>
    format === 'xlsx' ? sheetCell(column, cell, plain) : csvCell(column, cell, style)
  return {
    fileName,
    columns: titlesIn(columns, style),
    delimiter: delimiterBeside(style),
    rows: cellsOf(columns, rows, cellOf),
  }
}

function titlesIn(columns: Columns, style: TableStyle): string[] {
  return Object.values(columns).map((column) => titleIn(column, style))
}

type ExportCell = ExportRow<Columns>[string]

async function* cellsOf<Of extends Columns, Cell>(
  columns: Of,
  rows: AsyncIterable<ExportRow<Of>>,
  cellOf: (column: Column, cell: ExportCell) => Cell,
): AsyncGenerator<Cell[]> {
  const each = Object.entries(columns)
  for await (const row of rows) yield each.map(([name, column]) => cellOf(column, row[name]))
}

function csvCell(column: Column, cell: ExportCell, style: TableStyle): TableCell {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'object') return writeAmount(column, cell, style)
  return column.measure === 'degrees' ? writeNumber(String(cell), style) : protect(cell)
}

/** Text stays text, whatever it looks like, unless its column has numbers or dates. */
function sheetCell(column: Column, cell: ExportCell, style: TableStyle): TableCell {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'number') return cell
  if (typeof cell === 'object') return numberOr(writeAmount(column, cell, style))
  if (column.measure === 'year') return numberOr(cell)
  if (column.measure !== 'date') return protect(cell)
  return /^\d{4}-\d{2}-\d{2}/.test(cell) ? { wall: wallTimeOf(cell, style) } : cell
}

const NUMBER = /^\d+(?:\.\d+)?$/
/** As many digits of a number as a spreadsheet keeps. */
const DIGITS = 15

function numberOr(text: string): number | string {
  const value = Number(text)
  return NUMBER.test(text) && Number(value.toPrecision(DIGITS)) === value ? value : text
}

/** Never later than it was: stock is not entered in the future. */
const MINUTE = { smallestUnit: 'minute', roundingMode: 'floor' } as const

/** A day, or the minute of an instant as the organisation's clocks show it. */
function wallTimeOf(text: string, { timeZone }: TableStyle): string {
  if (!text.includes('T')) return text
  const wall = Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDateTime().round(MINUTE)
  return wall.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
