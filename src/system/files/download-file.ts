import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { notFound } from '../../kernel/errors.ts'
import { savedName } from './kinds.ts'
import { fileInfo, getFile } from './queries.ts'
import type { Files } from './store.ts'

/**
 * The bytes of a file that is not archived.
 *
 * @throws Refusal `not_found`
 */
export async function downloadFile(
  { store }: Files,
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<Bytes> {
  const row = await getFile(db, actor, id)
  if (row.status !== 'active') throw notFound('file', id)
  return {
    fileName: savedName(row.name, row.content_type),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    version: fileInfo(row),
    open: (range) => store.read(row.storage_key, range),
  }
}
