import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { UNFINISHED_HOURS } from './kinds.ts'
import type { Files } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
/** When no upload began. */
const GIVEN_UP = new Date(0)
/** By then it is the store that cannot be reached, and the rest is for the next time. */
const MOST_FAILURES = 3

/**
 * Removes what uploads that were cut off have left: bytes in the store that never became a file, and files that only half
 * arrived. May be done by several processes at once.
 *
 * @returns how many were removed
 * @throws the first that went wrong, when the others are removed
 */
export async function sweepFiles(files: Files, { db }: Pick<Database, 'db'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNFINISHED_HOURS * HOUR_MS)
  let removed = await sweepIncoming(files.incoming, before)
  const left = await db
    .selectFrom('unfinished_files')
    .select('storage_key')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .execute()
  const failures: unknown[] = []
  // Bytes that cannot be removed hold up no others.
  for (const { storage_key: key } of left) {
    if (failures.length === MOST_FAILURES) break
    try {
      if (await sweepOne(db, files, key)) removed += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return removed
}

/**
 * The row goes last: as long as it stands, the bytes are known. No transaction is open while the store is asked, which may take its time:
 * so an upload that still wants the bytes is told first, by another moment in the row, that they are given up.
 */
async function sweepOne(db: Kysely<Tables>, { store }: Files, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unfinished_files')
    .set({ created_at: GIVEN_UP })
    .where('storage_key', '=', key)
    .executeTakeFirstOrThrow()
  // An upload has made a file of them, or somebody else has removed them.
  if (numUpdatedRows === 0n) return false
  await store.remove(key)
  const { numDeletedRows } = await db
    .deleteFrom('unfinished_files')
    .where('storage_key', '=', key)
    .where('created_at', '=', GIVEN_UP)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

async function sweepIncoming(incoming: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(incoming).catch(() => [])) {
    const file = path.join(incoming, name)
    const found = await stat(file).catch(() => undefined)
    if (!found || found.mtime >= before) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
