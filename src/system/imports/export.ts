import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { CsvCell, CsvTable } from '../../http/csv.ts'
import { protect } from './cells.ts'
import type { Columns } from './columns.ts'

/** A cell of an export for each column that has something. */
export type ExportRow<Of extends Columns> = { [Name in keyof Of]?: string | number | null }

export type ExportRows<Of extends Columns> = (
  db: Kysely<Tables>,
  actor: Actor,
) => AsyncIterable<ExportRow<Of>>

/** A table that its import reads as what it was made of. */
export function exportTable<Of extends Columns>(
  fileName: string,
  columns: Of,
  rows: AsyncIterable<ExportRow<Of>>,
): CsvTable {
  return {
    fileName,
    columns: Object.values(columns).map(({ title }) => title),
    rows: cellsOf(Object.keys(columns), rows),
  }
}

async function* cellsOf<Of extends Columns>(
  names: (keyof Of)[],
  rows: AsyncIterable<ExportRow<Of>>,
): AsyncGenerator<CsvCell[]> {
  for await (const row of rows) yield names.map((name) => protect(row[name] ?? ''))
}
