import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'

const KEPT_MS = 24 * 60 * 60_000

/**
 * Forgets which records changed more than a day ago, and up to which transaction that was: who has not looked since reads
 * everything again, so that nothing depends on when this runs. Transactions that are yet to come are of a database that this one
 * was restored from.
 *
 * @returns how much was forgotten
 */
export async function forgetChanges(trx: Transaction, now: Date): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with gone as (
      delete from search_changes where changed_at < ${new Date(now.getTime() - KEPT_MS)} returning transaction_id
    ), latest as (
      select max(transaction_id) as id from gone where transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    ), noted as (
      update search_changes_forgotten f set transaction_id = latest.id from latest
      where f.transaction_id < latest.id
        or (latest.id is not null and f.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))
    )
    select count(*) as forgotten from gone`.execute(trx)
  return rows[0]?.forgotten ?? 0
}
