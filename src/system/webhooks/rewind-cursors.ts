import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * A dump that was restored into a new server begins transaction numbers again: webhooks whose place is a number that this
 * server has not reached would wait for years. They begin with what happens from now on.
 */
export async function rewindCursors(db: Kysely<Tables>): Promise<void> {
  await sql`
    update webhooks set cursor_transaction = pg_snapshot_xmin(pg_current_snapshot()), cursor_event = 0
    where cursor_transaction > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
