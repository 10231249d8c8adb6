import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, collectFaults, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { fileRefs, fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { findBays, lockStorage } from './lock-storage.ts'
import type { StorageNote, BayNoteInput, CreateNoteBody } from './schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'

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
  if (!place) throw notFound('storage location', storageId, { within: 'yours' })
  if (substorageId) {
    const bays = await findBays(db, storageId)
    if (!bays.some(({ id }) => id === substorageId))
      throw notFound('bay', substorageId, { place: place.name })
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

/**
 * Writes down what was done or seen at a place or in one of its bays: cleaned, inspected, fumigated…
 * `substorageId` null, 0 or left out makes it a note on the whole place.
 */
export async function createNote(trx: Transaction, actor: Actor, body: CreateNoteBody): Promise<StorageNote> {
  const ownFiles = await findAttachableFiles(
    trx,
    actor.organisationId,
    (body.files ?? []).map((file) => file.id),
  )
  const faults = noteFaults('', body, ownFiles)
  const storage = await collectFaults(faults, () => lockStorage(trx, actor, body.storageId))
  if (!storage) throw new Error('unreachable: a storage is there, or refused')
  const bayId = body.substorageId || null
  const bays = await findBays(trx, storage.id)
  if (bayId !== null && !bays.some((bay) => bay.id === bayId)) {
    faults.unshift(fault('substorageId', message('isNoBay', { store: storage.name, bay: bayId }), 'unknown'))
  }
  refuseFaults(faults)
  return getNote(trx, actor, await insertNote(trx, actor, { ...body, storageId: storage.id, bayId }))
}

/** Finds the faults in a note: in its reason, and in its files. Paths begin with `prefix`. */
export function noteFaults(prefix: string, note: BayNoteInput, ownFiles: Set<string>): Fault[] {
  const files = fileFaults(`${prefix}files`, note.files ?? [], ownFiles)
  if (findReason('storage-note', note.reasonId)) return files
  return [
    fault(`${prefix}reasonId`, message('isNoNoteReason', { reasonId: note.reasonId }), 'unknown'),
    ...files,
  ]
}

/** Stores a note that has been checked; answers its id. */
export async function insertNote(
  trx: Transaction,
  actor: Actor,
  { storageId, bayId, reasonId, note, files }: BayNoteInput & { storageId: string; bayId: number | null },
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('storage_notes')
    .values({
      organisation_id: actor.organisationId,
      id,
      storage_id: storageId,
      bay_id: bayId,
      reason_id: reasonId,
      note,
      file_ids: [...new Set((files ?? []).map((file) => file.id))],
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, {
    type: 'storage.note_added',
    subject: storageId,
    data: { noteId: id, substorageId: bayId ?? 0, reasonId },
  })
  return id
}
