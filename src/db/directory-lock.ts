import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on the data directory. */
export class DataDirectoryInUse extends Error {
  readonly directory: string
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process. Stop that one first, or give this one a DATA_DIR of its own.`,
    )
    this.name = 'DataDirectoryInUse'
    this.directory = directory
  }
}

const SQLITE_BUSY = 5

/**
 * Makes the directory when missing, for its owner alone, and takes it for this process alone. Two embedded databases on one directory would
 * destroy each other's rows. The lock is an open transaction on a small SQLite file: the kernel lets go of it
 * however the process ends, so that nothing stale is ever left to clean up.
 *
 * @returns the function that lets go of it
 * @throws DataDirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(path.join(directory, 'lock.sqlite'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new DataDirectoryInUse(directory)
    throw error
  }
  return () => file.close()
}
