import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { findOwnFiles } from '../../system/files/find-files.ts'
import { lockOwnAdjustment } from './own-adjustment.ts'

const MAX_FILES = 50

/** Attaches a file of the caller's to an adjustment; one that is attached already stays as it is. */
export async function putAdjustmentFile(
  trx: Transaction,
  actor: Actor,
  { recordId, adjustmentId, fileId }: { recordId: string; adjustmentId: string; fileId: string },
): Promise<string> {
  const { id, file_ids } = await lockOwnAdjustment(trx, actor, recordId, adjustmentId)
  const own = await findOwnFiles(trx, actor.organisationId, [fileId], file_ids)
  refuseFaults([
    ...(own.has(fileId) ? [] : [fault('id', `is not a file of yours: ${fileId}`, 'unknown')]),
    ...(file_ids.length < MAX_FILES || file_ids.includes(fileId)
      ? []
      : [fault('id', `would be more than ${MAX_FILES} files on this adjustment`, 'maxItems')]),
  ])
  if (file_ids.includes(fileId)) return `Adjustment ${id} has this file already.`
  await trx
    .updateTable('adjustments')
    .set({ file_ids: [...file_ids, fileId] })
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'adjustment.file_added',
    subject: recordId,
    data: { adjustmentId: id, fileId },
  })
  return `The file is attached to adjustment ${id}.`
}
