import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { ensureQuota, type KeptFile } from './keep-file.ts'
import { storedFile, usedBytes } from './queries.ts'
import type { StoredFile, UploadForm } from './schema.ts'
import type { Files } from './store.ts'

/**
 * Makes a file of bytes that are in the store. From here on they are no longer unfinished.
 *
 * @throws Refusal `quota_exceeded`
 */
export async function uploadFile(
  files: Files,
  trx: Transaction,
  actor: Actor,
  form: UploadForm,
  kept: KeptFile,
): Promise<StoredFile> {
  // Or two uploads could both take the last of the quota.
  await lockOrganisation(trx, actor.organisationId)
  ensureQuota(files, kept.sizeBytes, await usedBytes(trx, actor.organisationId))
  const { numDeletedRows } = await trx
    .deleteFrom('unfinished_files')
    .where('storage_key', '=', kept.storageKey)
    .where('created_at', '=', actor.now)
    .executeTakeFirstOrThrow()
  // Housekeeping took the bytes for abandoned: a file of them would have none.
  if (numDeletedRows === 0n)
    throw new Refusal('unavailable', 'The upload took too long. Send the file again.')
  const row = await trx
    .insertInto('files')
    .values({
      id: kept.id,
      organisation_id: actor.organisationId,
      user_id: actor.userId,
      user_name: actor.userName,
      bucket: form.bucket,
      type: form.type,
      name: tidied(form.name),
      content_type: kept.contentType,
      size_bytes: kept.sizeBytes,
      sha256: kept.sha256,
      storage_key: kept.storageKey,
      organisations: kept.organisations,
      created_at: actor.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(trx, actor, {
    type: 'file.uploaded',
    subject: row.id,
    data: { bucket: row.bucket, type: row.type, contentType: row.content_type, sizeBytes: row.size_bytes },
  })
  return storedFile(row)
}
