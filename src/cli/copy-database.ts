import { constants, statfsSync } from 'node:fs'
import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../db/open.ts'
import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'

/** Bytes that stay free beside the copy: below them the server would refuse writes. */
const RESERVE_BYTES = 128 * 1024 * 1024

/** The disk has no room for a copy of the database beside it. */
export class NoRoomForCopy extends MendableError {}

/**
 * Copies the files of an embedded database that this process has open, as they are at one moment.
 *
 * @param directory the data directory
 * @param copy a directory to be made, which then has the files below `database`, as a data directory has
 * @returns for how many milliseconds nobody else could use the database
 * @throws NoRoomForCopy
 */
export async function copyDatabase(
  { pool, embedded }: Pick<Database, 'pool' | 'embedded'>,
  directory: string,
  copy: string,
): Promise<number> {
  const files = path.join(directory, 'database')
  ensureRoom(directory, await sizeOf(files))
  await mkdir(copy, { mode: 0o700 })
  // Who holds the one connection holds everybody: nothing is written, and nothing writes by itself.
  const client = await pool.connect()
  const since = performance.now()
  try {
    await embedded?.unbounded(() => client.query('checkpoint'))
    await cp(files, path.join(copy, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    return Math.round(performance.now() - since)
  } finally {
    client.release()
  }
}

function ensureRoom(directory: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize >= bytes + RESERVE_BYTES) return
  const megabytes = Math.ceil((bytes + RESERVE_BYTES) / 1024 ** 2)
  throw new NoRoomForCopy(message('noRoomForCopy', { megabytes, directory }))
}

async function sizeOf(directory: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // Files come and go while the server runs.
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += found?.size ?? 0
  }
  return bytes
}
