import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { UNFINISHED_HOURS } from './limits.ts'
import type { Files } from './store.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Removes what uploads that were cut off have left: bytes in the store that never became a file, and files that only half
 * arrived. May be done by several processes at once.
 *
 * @returns how many were removed
 */
export async function sweepFiles(files: Files, { db }: Pick<Database, 'db'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNFINISHED_HOURS * HOUR_MS)
  let removed = await sweepIncoming(files.incoming, before)
  // One at a time: a store that cannot be reached keeps the rest for the next time, and no transaction is long.
  while (await inTransaction(db, (trx) => sweepOne(trx, files, before))) removed += 1
  return removed
}

/** The row goes last: as long as it stands, the bytes are known. An upload that wants it meanwhile waits, and then fails. */
async function sweepOne(trx: Transaction, { store }: Files, before: Date): Promise<boolean> {
  const left = await trx
    .selectFrom('unfinished_files')
    .select('storage_key')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!left) return false
  await store.remove(left.storage_key)
  await trx.deleteFrom('unfinished_files').where('storage_key', '=', left.storage_key).execute()
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
