import type { TableCell, TableFile } from '../http/table.ts'
import { gradeNameFor } from '../system/commodities/served-names.ts'
import { message } from '../words/catalogue.ts'
import { isCellValue, type ColumnName } from '../words/column-names.ts'
import { grainNames } from '../words/grain-names.ts'
import { render, type Reader } from '../words/render.ts'

/**
 * A table as a person reads it, whose language the request names: the names of its columns, what is chosen from a list, and grain are in that
 * language, and as CSV semicolons part its cells beside decimal commas, as a spreadsheet there opens it. English stays as programs read it.
 */
export function tableFor<Table extends TableFile>(table: Table, reader: Reader): Table {
  if (reader.language === 'en') return table
  // A test holds that each column of the tables here has a name.
  const head = (name: string) => render(message('columnName', { name: name as ColumnName }), reader)
  return {
    ...table,
    delimiter: ';',
    mark: ',',
    columns: table.columns.map(head),
    rows: rowsFor(table, reader),
  }
}

async function* rowsFor({ columns, rows }: TableFile, reader: Reader): AsyncGenerator<TableCell[]> {
  const writers = columns.map((column) => writerOf(column, reader))
  for await (const row of rows) yield row.map((cell, place) => writers[place]?.(cell) ?? cell)
}

type Write = (cell: TableCell) => TableCell

/** Columns whose cells are chosen from a list of the API, or name grain. What people named or wrote themselves is no choice. */
const CHOICES = new Set(['status', 'kind', 'tradeKind', 'weightFrom', 'source', 'place type', 'countsAs'])
const LABELS = new Set(['commodityType', 'grade'])

function writerOf(column: string, reader: Reader): Write {
  const choice = (cell: string) =>
    isCellValue(cell) ? render(message('cellValue', { value: cell }), reader) : cell
  const names = { ...reader, countryISO: reader.countryISO ?? '' }
  const label = (cell: string) => gradeNameFor(names, cell)
  const text = (cell: string): string => {
    if (column === 'commodity') return grainNames().commodity(cell, names)
    if (column === 'record') return grainNames().stock(cell, names)
    if (LABELS.has(column)) return label(cell)
    // Of a movement or a place, or a type of grain.
    if (column === 'type') return isCellValue(cell) ? choice(cell) : label(cell)
    return CHOICES.has(column) ? choice(cell) : cell
  }
  return (cell) => {
    if (typeof cell === 'boolean') return choice(cell ? 'yes' : 'no')
    return typeof cell === 'string' ? text(cell) : cell
  }
}
