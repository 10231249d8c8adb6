import { sql, type Kysely, type RawBuilder } from 'kysely'
import { PIECE, somePiece } from '../../../db/delete-in-pieces.ts'
import type { Tables } from '../../../db/tables.ts'

const KEPT_MS = 24 * 60 * 60_000

/**
 * Forgets which records changed more than a day ago, and up to which transaction that was: who has not looked since reads
 * everything again, so that nothing depends on when this runs. Transactions that are yet to come are of a database that this one
 * was restored from.
 *
 * @returns how much was forgotten
 */
export async function forgetChanges(db: Kysely<Tables>, now: Date): Promise<number> {
  const isOld = sql`changed_at < ${new Date(now.getTime() - KEPT_MS)}`
  for (let forgotten = 0; ;) {
    const piece = await forgetPiece(db, isOld)
    forgotten += piece
    if (piece < PIECE) return forgotten
  }
}

async function forgetPiece(db: Kysely<Tables>, isOld: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with gone as (
      delete from search_changes where ${somePiece('search_changes', isOld)} returning transaction_id
    ), latest as (
      select max(transaction_id) as id from gone where transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    ), noted as (
      update search_changes_forgotten f set transaction_id = latest.id from latest
      where f.transaction_id < latest.id
        or (latest.id is not null and f.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))
    )
    select count(*) as forgotten from gone`.execute(db)
  return rows[0]?.forgotten ?? 0
}
