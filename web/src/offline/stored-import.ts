import { personHere } from '../api/session.ts'
import { database } from './store.ts'

/** The file that somebody is about to import, and what was said of it: a reload loses neither. One for each person. */

const fileOf = (person = personHere()) => `import-file:${person ?? ''}`
const draftOf = (person = personHere()) => `import-draft:${person ?? ''}`

/** @param file left out where it is the one that is kept already: it may be large */
export async function storeImport(draft: object, file?: Blob): Promise<void> {
  const [fileKey, draftKey] = [fileOf(), draftOf()]
  const trx = (await database).transaction('kept', 'readwrite')
  if (file) await trx.store.put(file, fileKey)
  await trx.store.put(draft, draftKey)
  await trx.done
}

export async function readStoredImport<Draft extends object>(): Promise<
  { draft: Draft; file: Blob } | undefined
> {
  const [fileKey, draftKey] = [fileOf(), draftOf()]
  const db = await database
  const file: unknown = await db.get('kept', fileKey)
  const draft: unknown = await db.get('kept', draftKey)
  // It was written by `storeImport`.
  return file instanceof Blob && draft ? { draft: draft as Draft, file } : undefined
}

/** It is done or given up, or whoever began it signs out. */
export async function forgetStoredImport(person = personHere()): Promise<void> {
  const trx = (await database).transaction('kept', 'readwrite')
  await trx.store.delete(fileOf(person))
  await trx.store.delete(draftOf(person))
  await trx.done
}
