import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Longer than any pause between attempts. */
const LONGEST_HOURS = 24

/**
 * Makes due what lies further ahead than anything is ever put off: it was written by a clock that was ahead and has been set right
 * since. Mails and webhooks would wait until that time comes, which may be years.
 */
export async function bringForward(db: Kysely<Tables>, now: Date): Promise<void> {
  const isFarAhead = sql<boolean>`due_at > ${now}::timestamptz + make_interval(hours => ${LONGEST_HOURS})`
  await db.updateTable('jobs').set({ due_at: now }).where('status', '=', 'queued').where(isFarAhead).execute()
  await db.updateTable('webhooks').set({ due_at: now }).where(isFarAhead).execute()
}
