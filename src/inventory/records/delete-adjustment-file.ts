import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOwnAdjustment } from './own-adjustment.ts'

/** Takes a file off an adjustment; the file itself stays. Refuses with `not_found` a file that is not on it. */
export async function deleteAdjustmentFile(
  trx: Transaction,
  actor: Actor,
  { recordId, adjustmentId, fileId }: { recordId: string; adjustmentId: string; fileId: string },
): Promise<string> {
  const { id, file_ids } = await lockOwnAdjustment(trx, actor, recordId, adjustmentId)
  if (!file_ids.includes(fileId)) throw notFound('file', fileId, 'on this adjustment')
  await trx
    .updateTable('adjustments')
    .set({ file_ids: file_ids.filter((each) => each !== fileId) })
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'adjustment.file_removed',
    subject: recordId,
    data: { adjustmentId: id, fileId },
  })
  return `The file is no longer attached to adjustment ${id}.`
}
