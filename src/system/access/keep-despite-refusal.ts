import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Refusal } from '../../kernel/errors.ts'

/**
 * Refuses a request, yet keeps one thing about it: a failed sign-in must be counted, a stolen token's session ended.
 * What the request did so far is undone, the one thing is committed, and the frame's own rollback then finds
 * nothing to undo. It is done on the request's own connection, because an embedded database has no other.
 *
 * @throws the refusal, always
 */
export async function keepDespiteRefusal(
  trx: Transaction,
  refusal: Refusal,
  keep: () => Promise<unknown>,
): Promise<never> {
  await sql`rollback and chain`.execute(trx)
  await keep()
  await sql`commit and chain`.execute(trx)
  throw refusal
}
