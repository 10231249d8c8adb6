import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Deleted in well under a second: whoever shares the one connection of the embedded database waits no longer. */
export const PIECE = 5000

/**
 * By what each row is found again. A row's place (ctid) alone would do for no table in parts, where every part has such a place; what has
 * no key of its own goes by its place and part.
 */
export const KEYS = {
  events: ['organisation_id', 'id'],
  factor_challenges: ['id'],
  idempotency_keys: ['organisation_id', 'id'],
  import_faults: ['organisation_id', 'import_id', 'row_number'],
  imports: ['organisation_id', 'id'],
  jobs: ['id'],
  known_networks: ['subject'],
  notices: ['id'],
  password_resets: ['id'],
  personal_events: ['id'],
  provider_sign_ins: ['state_hash'],
  search_changes: ['tableoid', 'ctid'],
  sessions: ['id'],
  short_links: ['code'],
  sign_in_failures: ['subject'],
  webhook_deliveries: ['organisation_id', 'id'],
} as const satisfies { [table in keyof Tables]?: string[] }

/** A table of which is deleted what has grown old. */
export type Growing = keyof typeof KEYS

/**
 * Rows of a table that meet a condition, as a condition on the table itself: so many at most, and none that somebody else is
 * deleting.
 *
 * @example sql`delete from notices where ${somePiece('notices', sql`told_at < ${before}`)}`
 */
export function somePiece(table: Growing, where: RawBuilder<unknown>): RawBuilder<boolean> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)))
  // Materialised, so that it is one piece however the rows are looked up.
  return sql`(${key}) in (
    with piece as materialized (
      select ${key} from ${sql.table(table)} where ${where} limit ${PIECE}::integer for update skip locked
    )
    select * from piece)`
}

/**
 * Deletes what has grown old, a piece at a time and each for good: however much there is, no statement comes near its time limit,
 * which would take all of it back and leave more for the next time, and nobody waits for more than one piece.
 *
 * @example await deleteInPieces(db, 'notices', sql`told_at < ${before}`)
 */
export async function deleteInPieces(
  db: Kysely<Tables>,
  table: Growing,
  where: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const piece = sql`delete from ${sql.table(table)} where ${somePiece(table, where)}`
    const { numAffectedRows = 0n } = await piece.execute(db)
    if (numAffectedRows < PIECE) return
  }
}
