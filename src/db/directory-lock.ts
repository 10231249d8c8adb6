import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MendableError } from '../kernel/errors.ts'
import { message } from '../words/catalogue.ts'

/** Another process works on the data directory. */
export class DataDirectoryInUse extends MendableError {
  constructor(directory: string) {
    super(message('dataDirIsInUse', { directory }))
  }
}

const SQLITE_BUSY = 5

/**
 * Makes a directory when missing, and those above it, for their owner alone. Not by Node's `recursive`: where the system says that a
 * parent is missing which is there, as below /proc, that tries for ever.
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  const parent = path.dirname(path.resolve(directory))
  if (!existsSync(parent)) makeDirectory(parent)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Another process was faster.
    if (code === 'EEXIST' && isDirectory(directory)) return
    throw code === 'ENOENT'
      ? new MendableError(message('noDirectoryIn', { parent }), { cause: error })
      : error
  }
}

function isDirectory(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Makes the directory when missing, for its owner alone, and takes it for this process alone. Two embedded databases on one directory would
 * destroy each other's rows. The lock is an open transaction on a small SQLite file: the kernel lets go of it
 * however the process ends, so that nothing stale is ever left to clean up.
 *
 * @returns the function that lets go of it
 * @throws DataDirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  makeDirectory(directory)
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
