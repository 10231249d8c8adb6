import type { CsvTable } from '../http/csv.ts'
import { message } from '../words/catalogue.ts'
import type { ColumnName } from '../words/column-names.ts'
import { render, type Reader } from '../words/render.ts'

/** A table with its columns called in the reader's language. English has the names by which programs read them. */
export function withHeads<Table extends CsvTable>(table: Table, reader: Reader): Table {
  // A test holds that each column of the tables here has a name.
  const head = (name: string) => render(message('columnName', { name: name as ColumnName }), reader)
  return { ...table, columns: table.columns.map(head) }
}
