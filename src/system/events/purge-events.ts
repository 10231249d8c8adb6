import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'

const KEPT_DAYS = 90

/** Events are kept for as long as any listener may reasonably be away. */
export async function purgeEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOld = sql`occurred_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`
  await deleteInPieces(db, 'events', isOld)
  await deleteInPieces(db, 'personal_events', isOld)
}
