import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, fault, refuseFaults } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { getStoredRecords } from '../stock/stored-records.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { findAttachableFiles } from '../../system/files/find-files.ts'
import { message, type Message } from '../../words/catalogue.ts'

/**
 * An adjustment of a record that the caller's organisation holds, locked.
 *
 * @throws Refusal `not_found`; `forbidden` for the caller's stock in somebody else's store
 */
export async function lockAdjustment(trx: Transaction, actor: Actor, recordId: string, adjustmentId: string) {
  await getStoredRecords(trx, actor, [recordId])
  const adjustment = isNumericId(adjustmentId)
    ? await trx
        .selectFrom('adjustments')
        .select(['id', 'file_ids'])
        .where('storer_id', '=', actor.organisationId)
        .where('id', '=', Number(adjustmentId))
        .where('record_id', '=', recordId)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!adjustment) throw notFound('adjustment', adjustmentId, { within: 'record' })
  return adjustment
}

const MAX_FILES = 50

/** Attaches a file of the caller's to an adjustment; one that is attached already stays as it is. */
export async function putAdjustmentFile(
  trx: Transaction,
  actor: Actor,
  { recordId, adjustmentId, fileId }: { recordId: string; adjustmentId: string; fileId: string },
): Promise<Message> {
  const { id, file_ids } = await lockAdjustment(trx, actor, recordId, adjustmentId)
  const own = await findAttachableFiles(trx, actor.organisationId, [fileId], file_ids)
  refuseFaults([
    ...(own.has(fileId) ? [] : [fault('id', message('isNoFileOfYours', { id: fileId }), 'unknown')]),
    ...(file_ids.length < MAX_FILES || file_ids.includes(fileId)
      ? []
      : [fault('id', message('hasTooManyFiles', { limit: MAX_FILES }), 'maxItems')]),
  ])
  if (file_ids.includes(fileId)) return message('hasFileAlready', { id })
  await trx
    .updateTable('adjustments')
    .set({ file_ids: [...file_ids, fileId] })
    .where('storer_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'adjustment.file_added',
    subject: recordId,
    data: { adjustmentId: id, fileId },
  })
  return message('fileIsAttached', { id })
}

/** Takes a file off an adjustment; the file itself stays. Refuses with `not_found` a file that is not on it. */
export async function deleteAdjustmentFile(
  trx: Transaction,
  actor: Actor,
  { recordId, adjustmentId, fileId }: { recordId: string; adjustmentId: string; fileId: string },
): Promise<Message> {
  const { id, file_ids } = await lockAdjustment(trx, actor, recordId, adjustmentId)
  if (!file_ids.includes(fileId)) throw notFound('file', fileId, { within: 'adjustment' })
  await trx
    .updateTable('adjustments')
    .set({ file_ids: file_ids.filter((each) => each !== fileId) })
    .where('storer_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'adjustment.file_removed',
    subject: recordId,
    data: { adjustmentId: id, fileId },
  })
  return message('fileIsDetached', { id })
}
