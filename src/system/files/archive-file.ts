import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { getFile, storedFile } from './queries.ts'
import type { StoredFile } from './schema.ts'

/**
 * Archives a file: its description stays with its owner, and with what refers to it; nobody can download it, and those it
 * was shared with see it no more.
 *
 * @throws Refusal `not_found`, also for a file that is archived already; `forbidden` for a file that another organisation shares with the caller's
 */
export async function archiveFile(trx: Transaction, actor: Actor, id: string): Promise<StoredFile> {
  const row = await getFile(trx, actor, id)
  if (row.organisation_id !== actor.organisationId) {
    throw new Refusal(
      'forbidden',
      'This file is shared with you; only the organisation it belongs to may archive it.',
    )
  }
  const archived = await trx
    .updateTable('files')
    .set({ status: 'archived' })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()
  if (!archived) throw notFound('file', id, 'that could be archived: it is archived already')
  await appendEvent(trx, actor, { type: 'file.archived', subject: id, data: {} })
  return storedFile(archived)
}
