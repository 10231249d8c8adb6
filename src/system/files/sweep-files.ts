import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { UNFINISHED_HOURS } from './limits.ts'
import type { Files } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
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
  // One at a time: no transaction is long, and bytes that cannot be removed hold up no others.
  for (const { storage_key: key } of left) {
    if (failures.length === MOST_FAILURES) break
    try {
      if (await inTransaction(db, (trx) => sweepOne(trx, files, key))) removed += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return removed
}

/** The row goes last: as long as it stands, the bytes are known. An upload that wants it meanwhile waits, and then fails. */
async function sweepOne(trx: Transaction, { store }: Files, key: string): Promise<boolean> {
  const left = await trx
    .selectFrom('unfinished_files')
    .select('storage_key')
    .where('storage_key', '=', key)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!left) return false
  await store.remove(key)
  await trx.deleteFrom('unfinished_files').where('storage_key', '=', key).execute()
  return true
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
