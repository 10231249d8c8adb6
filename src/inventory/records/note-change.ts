import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

/**
 * Writes into a record's history that it was changed. `details.description` says how the stock is described from
 * then on; an empty message keeps the change out of the timeline, because another entry tells of it.
 */
export async function noteUpdate(
  trx: Transaction,
  { userId, userName, now }: Actor,
  recordId: string,
  message: string,
  details: Record<string, unknown>,
): Promise<void> {
  await trx
    .insertInto('record_changes')
    .values({
      record_id: recordId,
      type: 'updated',
      effective_at: now,
      message,
      details: JSON.stringify(details),
      recorded_by: userId,
      recorded_by_name: userName,
      recorded_at: now,
    })
    .execute()
}
