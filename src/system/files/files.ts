import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { appendEvent } from '../events/append-event.ts'
import { ensureConfirmed, shareFaults } from './ensure-may-share.ts'
import { savedName } from './kinds.ts'
import { fileInfo, getFile, storedFile } from './queries.ts'
import type { SharingBody, StoredFile } from './schema.ts'
import type { Files } from './store.ts'
import { thumbnailOf } from './thumbnails.ts'

/**
 * The bytes of a file that is not archived, or of a smaller picture of it.
 *
 * @throws Refusal `not_found`; `invalid_input` for a width of what is no picture
 */
export async function downloadFile(
  { store }: Files,
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  { width }: { width?: number } = {},
): Promise<Bytes> {
  const row = await getFile(db, actor, id)
  if (row.status !== 'active') throw notFound('file', id)
  const whole: Bytes = {
    fileName: savedName(row.name, row.content_type),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    version: fileInfo(row),
    open: (range) => store.read(row.storage_key, range),
  }
  return width === undefined ? whole : thumbnailOf(whole, { key: row.storage_key, name: row.name, width })
}

/**
 * Decides anew whom a file of the caller's organisation is shared with. Whoever is left out no longer sees it, from the next request on; what they
 * have downloaded they have.
 *
 * @throws Refusal `not_found`; `forbidden` for a file that another organisation shares with the caller's; `already_deleted` for an archived one;
 *   `invalid_input` for unknown organisations, and for a film shared with somebody new that is not confirmed to tell its position
 */
export async function changeSharing(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: SharingBody,
): Promise<StoredFile> {
  const row = await getFile(trx, actor, id, { isLocked: true })
  if (row.organisation_id !== actor.organisationId) {
    throw new Refusal(
      'forbidden',
      'This file is shared with you; only the organisation it belongs to decides with whom.',
    )
  }
  if (row.status !== 'active')
    throw new Refusal('already_deleted', 'This file is archived: nobody it was shared with sees it any more.')
  const organisations = [...new Set(body.organisations)].filter((each) => each !== actor.organisationId)
  refuseFaults(await shareFaults(trx, organisations))
  const added = organisations.filter((each) => !row.organisations.includes(each))
  if (added.length > 0) ensureConfirmed(row.content_type, body.mayTellPosition === true)
  if (added.length === 0 && organisations.length === row.organisations.length) return storedFile(row)
  const changed = await trx
    .updateTable('files')
    .set({ organisations })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(trx, actor, { type: 'file.sharing_changed', subject: id, data: { organisations } })
  return storedFile(changed)
}

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
