import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Deleted in well under a second: whoever shares the one connection of the embedded database waits no longer. */
export const PIECE = 5000

/**
 * Rows of a table that meet a condition, as a condition on the table itself: so many at most, and none that somebody else is
 * deleting.
 *
 * @example sql`delete from notices where ${somePiece('notices', sql`told_at < ${before}`)}`
 */
export function somePiece(table: keyof Tables, where: RawBuilder<unknown>): RawBuilder<boolean> {
  const name = sql.table(table)
  return sql`ctid = any(array(select ctid from ${name} where ${where} limit ${PIECE}::integer for update skip locked))`
}

/**
 * Deletes what has grown old, a piece at a time and each for good: however much there is, no statement comes near its time limit,
 * which would take all of it back and leave more for the next time, and nobody waits for more than one piece.
 *
 * @example await deleteInPieces(db, 'notices', sql`told_at < ${before}`)
 */
export async function deleteInPieces(
  db: Kysely<Tables>,
  table: keyof Tables,
  where: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const piece = sql`delete from ${sql.table(table)} where ${somePiece(table, where)}`
    const { numAffectedRows = 0n } = await piece.execute(db)
    if (numAffectedRows < PIECE) return
  }
}
