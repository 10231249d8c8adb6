import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { collectFaults, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findOwnFiles } from '../../system/files/find-files.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { getNote } from './notes.ts'
import { findBays, lockOwnStorage } from './own-storage.ts'
import type { BayNoteInput, CreateNoteBody, StorageNote } from './schema.ts'

/**
 * Writes down what was done or seen at a place or in one of its bays: cleaned, inspected, fumigated…
 * `substorageId` null, 0 or left out makes it a note on the whole place.
 */
export async function createNote(trx: Transaction, actor: Actor, body: CreateNoteBody): Promise<StorageNote> {
  const ownFiles = await findOwnFiles(
    trx,
    actor.organisationId,
    (body.files ?? []).map((file) => file.id),
  )
  const faults = noteFaults('', body, ownFiles)
  const storage = await collectFaults(faults, () => lockOwnStorage(trx, actor, body.storageId))
  if (!storage) throw new Error('unreachable: a storage is there, or refused')
  const bayId = body.substorageId || null
  const bays = await findBays(trx, storage.id)
  if (bayId !== null && !bays.some((bay) => bay.id === bayId)) {
    faults.unshift(fault('substorageId', `is not a bay of ${storage.name}: ${bayId}`, 'unknown'))
  }
  refuseFaults(faults)
  return getNote(trx, actor, await insertNote(trx, actor, { ...body, storageId: storage.id, bayId }))
}

/** What is wrong with a note: its reason, its files. Paths begin with `prefix`. */
export function noteFaults(prefix: string, note: BayNoteInput, ownFiles: Set<string>): Fault[] {
  const files = fileFaults(`${prefix}files`, note.files ?? [], ownFiles)
  if (findReason('storage-note', note.reasonId)) return files
  return [
    fault(`${prefix}reasonId`, `is not a reason for a storage note: ${note.reasonId}`, 'unknown'),
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
