import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { getStoredRecords } from '../stock/stored-records.ts'

/**
 * An adjustment of a record that the caller's organisation holds, locked.
 *
 * @throws Refusal `not_found`; `forbidden` for the caller's stock in somebody else's store
 */
export async function lockOwnAdjustment(
  trx: Transaction,
  actor: Actor,
  recordId: string,
  adjustmentId: string,
) {
  await getStoredRecords(trx, actor, [recordId])
  const adjustment = isNumericId(adjustmentId)
    ? await trx
        .selectFrom('adjustments')
        .select(['id', 'file_ids'])
        .where('id', '=', Number(adjustmentId))
        .where('record_id', '=', recordId)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!adjustment) throw notFound('adjustment', adjustmentId, 'of this record')
  return adjustment
}
