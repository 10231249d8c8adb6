import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'

const AT_ONCE = 500

/** Reads rows in the order of their ids, some at a time, so that no table is ever held whole. */
export async function* readInPieces<Row extends { id: string | number }>(
  db: Kysely<Tables>,
  query: (after: string) => RawBuilder<Row>,
  first: string,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const { rows } = await query(after).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = String(last.id)
  }
}
