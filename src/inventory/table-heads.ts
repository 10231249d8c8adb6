import type { CsvTable } from '../http/csv.ts'
import type { Actor } from '../http/actor.ts'
import { message } from '../words/catalogue.ts'
import type { HeadName } from '../words/en/heads.ts'
import { render } from '../words/render.ts'

/** A table with its columns called in the reader's language. English has the names by which programs read them. */
export function withHeads<Table extends CsvTable>(
  table: Table,
  { language }: Pick<Actor, 'language'>,
): Table {
  // A test holds that each column of the tables here has a name.
  const head = (name: string) => render(message('columnHead', { name: name as HeadName }), language)
  return { ...table, columns: table.columns.map(head) }
}
