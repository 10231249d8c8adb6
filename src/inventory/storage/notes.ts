import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { findBays } from './own-storage.ts'
import type { StorageNote } from './schema.ts'

interface NoteRow {
  id: string
  storage_id: string
  bay_id: number | null
  reason_id: number
  note: string
  file_ids: string[]
  created_by: string | null
  created_by_name: string
  created_at: Date
}

/**
 * The notes on a place of the caller's own, or on one of its bays, the latest first. Notes are the storer's own: who
 * only has grain there does not see them.
 *
 * @throws Refusal `not_found` where there is no such place of the caller's, or no such bay of it
 */
export async function listNotes(
  db: Kysely<Tables>,
  actor: Actor,
  { storageId, substorageId, ...page }: { storageId: string; substorageId?: number } & Partial<PageRequest>,
): Promise<StorageNote[]> {
  const place = isId(storageId)
    ? await db
        .selectFrom('storages')
        .select('name')
        .where('id', '=', storageId)
        .where('organisation_id', '=', actor.organisationId)
        .executeTakeFirst()
    : undefined
  if (!place) throw notFound('storage location', storageId, 'of yours')
  if (substorageId) {
    const bays = await findBays(db, storageId)
    if (!bays.some(({ id }) => id === substorageId)) throw notFound('bay', substorageId, `of ${place.name}`)
  }
  const ofBay = substorageId ? sql`and bay_id = ${substorageId}` : sql``
  return findNotes(db, actor, sql`storage_id = ${storageId} ${ofBay}`, pageOf(page))
}

/** One note that is known to be there. */
export async function getNote(db: Kysely<Tables>, actor: Actor, id: string): Promise<StorageNote> {
  const [note] = await findNotes(db, actor, sql`id = ${id}`, { limit: 1, offset: 0 })
  if (!note) throw notFound('storage note', id)
  return note
}

async function findNotes(
  db: Kysely<Tables>,
  actor: Actor,
  where: RawBuilder<unknown>,
  { limit, offset }: PageRequest,
): Promise<StorageNote[]> {
  const { rows } = await sql<NoteRow>`
    select id, storage_id, bay_id, reason_id, note, file_ids, created_by, created_by_name, created_at
    from storage_notes where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const files = await fileRefs(
    db,
    actor,
    rows.flatMap((row) => row.file_ids),
  )
  return rows.map((row) => ({
    id: row.id,
    storageId: row.storage_id,
    substorageId: row.bay_id ?? 0,
    reasonId: row.reason_id,
    reasonDescription: findReason('storage-note', row.reason_id)?.description ?? '',
    note: row.note,
    files: row.file_ids.flatMap((id) => files.get(id) ?? []),
    createdBy: row.created_by ?? '',
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
  }))
}
