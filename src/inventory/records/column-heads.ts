import type { CsvTable } from '../../http/csv.ts'
import type { Actor } from '../../http/actor.ts'
import { message } from '../../words/catalogue.ts'
import type { ColumnName } from '../../words/column-names.ts'
import { render } from '../../words/render.ts'

/** A table with its columns called in the reader's language. English has the names by which programs read them. */
export function withHeads(table: CsvTable, { language }: Pick<Actor, 'language'>): CsvTable {
  // A test holds that each column of the tables here has a name.
  const head = (name: string) => render(message('columnName', { name: name as ColumnName }), language)
  return { ...table, columns: table.columns.map(head) }
}
