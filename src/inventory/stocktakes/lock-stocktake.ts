import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Locks a session of the caller's that is still open. Sessions are locked before bays, by all who lock both.
 *
 * @throws Refusal `not_found`; `in_use` where it is approved or cancelled
 */
export async function lockOpenStocktake(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<void> {
  if (!isId(id)) throw notFound('stock-take', id)
  const row = await trx
    .selectFrom('stocktakes')
    .select(['approved_at', 'cancelled_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('stock-take', id)
  if (row.approved_at) throw new Refusal('in_use', message('stocktakeIsApproved', {}))
  if (row.cancelled_at) throw new Refusal('in_use', message('stocktakeIsCancelled', {}))
}
