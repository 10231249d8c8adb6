import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isPermitted } from '../../../kernel/permissions.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { countedGains, countsInForce, type Posted } from '../../ledger/ledger.ts'
import type { StockMovement } from '../rules.ts'
import { message } from '../../../words/catalogue.ts'

type Emptying = Pick<StockMovement, 'id' | 'source' | 'emptiedReasonId' | 'replacedRecordIds' | 'grams'>

/**
 * Looks at what a movement writes off before somebody who may not count edits it. What it answers is asked afterwards, and refuses where
 * more is written off than the load itself took or replaced before: a manager has said that the bay was empty then, and nothing of
 * what lay there at another time (docs/decisions/0007-who-enters-what.md).
 *
 * @example
 * const ensureNoMoreLost = await watchLost(trx, actor, before)
 * ensureNoMoreLost(after, await post(trx, posting, actor.now))
 */
export async function watchLost(
  trx: Transaction,
  actor: Actor,
  before: Emptying,
): Promise<(after: Emptying, posted: Posted) => void> {
  const { source, emptiedReasonId, replacedRecordIds = [] } = before
  const emptied = source && emptiedReasonId !== null ? [source.recordId] : replacedRecordIds
  if (emptied.length === 0 || isPermitted(actor, 'adjustments:write')) return () => undefined
  const lostBefore = await lostGrams(trx, emptied, before.id)
  return (after, posted) => {
    const lost = -(countedGains(posted.entries).get(after.id) ?? 0)
    // A load takes from what it empties; an intake comes beside what it replaces.
    const takenMore = source ? after.grams - before.grams : 0
    const mayBeLost = Math.max(0, lostBefore - takenMore)
    if (lost <= mayBeLost) return
    throw new Refusal(
      'forbidden',
      message('mayNotWriteOffMore', { role: actor.role, weight: kilogramsFromGrams(lost - mayBeLost) }),
    )
  }
}

async function lostGrams(trx: Transaction, recordIds: string[], factId: number): Promise<number> {
  const { rows } = await sql<{ grams: number }>`
    select coalesce(-sum(difference_grams), 0)::bigint as grams from ${countsInForce(
      sql`c.record_id = any(${recordIds}::uuid[]) and c.fact_id = ${factId}`,
    )} counts`.execute(trx)
  return rows[0]?.grams ?? 0
}
