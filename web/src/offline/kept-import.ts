import { database } from './store.ts'

/** The file that somebody is about to import, and what was said of it: a reload loses neither. One for each organisation. */

const fileOf = (organisationId: string) => `import-file:${organisationId}`
const draftOf = (organisationId: string) => `import-draft:${organisationId}`

/** @param file left out where it is the one that is kept already: it may be large */
export async function keepImport(organisationId: string, draft: object, file?: Blob): Promise<void> {
  const trx = (await database).transaction('kept', 'readwrite')
  if (file) await trx.store.put(file, fileOf(organisationId))
  await trx.store.put(draft, draftOf(organisationId))
  await trx.done
}

export async function readKeptImport<Draft extends object>(
  organisationId: string,
): Promise<{ draft: Draft; file: Blob } | undefined> {
  const db = await database
  const file: unknown = await db.get('kept', fileOf(organisationId))
  const draft: unknown = await db.get('kept', draftOf(organisationId))
  // It was written by `keepImport`.
  return file instanceof Blob && draft ? { draft: draft as Draft, file } : undefined
}

/** It is done or given up, or whoever began it signs out. */
export async function forgetKeptImport(organisationId: string): Promise<void> {
  const trx = (await database).transaction('kept', 'readwrite')
  await trx.store.delete(fileOf(organisationId))
  await trx.store.delete(draftOf(organisationId))
  await trx.done
}
