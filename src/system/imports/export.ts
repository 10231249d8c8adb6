import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvCell, CsvTable } from '../../http/csv.ts'
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

/** A table that its import reads as what it was made of. */
export function exportTable<Of extends Columns>(
  fileName: string,
  columns: Of,
  rows: AsyncIterable<ExportRow<Of>>,
  style: TableStyle,
): CsvTable {
  return {
    fileName,
    columns: Object.values(columns).map((column) => titleIn(column, style)),
    delimiter: delimiterBeside(style),
    rows: cellsOf(columns, rows, style),
  }
}

async function* cellsOf<Of extends Columns>(
  columns: Of,
  rows: AsyncIterable<ExportRow<Of>>,
  style: TableStyle,
): AsyncGenerator<CsvCell[]> {
  const each = Object.entries(columns)
  for await (const row of rows) yield each.map(([name, column]) => cellOf(column, row[name], style))
}

function cellOf(column: Column, cell: ExportRow<Columns>[string], style: TableStyle): CsvCell {
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'object') return writeAmount(column, cell, style)
  return column.measure === 'degrees' ? writeNumber(String(cell), style) : protect(cell)
}
