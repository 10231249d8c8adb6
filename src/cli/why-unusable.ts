import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DiskFull, roomIn } from '../db/room.ts'
import { whyNot } from './why-not.ts'

/**
 * Why no embedded database opens in a data directory, and what to do. The database itself says no more than that it did not start.
 *
 * @param mayUse whether this account may read and write a file
 */
export function whyUnusable(
  dataDir: string,
  error: unknown,
  mayUse: (file: string) => boolean = mayReadAndWrite,
): string {
  const given = existsSync(dataDir) ? [dataDir, ...filesIn(dataDir)] : []
  const closed = given.find((file) => !mayUse(file))
  if (closed !== undefined)
    return `this account may not read and write ${closed}. Make it the owner of all that is in there, or name another directory, ${EXAMPLE}`
  const full = given.length > 0 && fullDisk(dataDir)
  if (full) return `${full}. Make room, or name a directory on another disk, ${EXAMPLE}`
  return `${wordsOf(error)}. Name a directory that this account may write to, ${EXAMPLE}`
}

const EXAMPLE = 'such as DATA_DIR=./data-dir'

function mayReadAndWrite(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A directory that may not be read ends the list: it is told of itself. */
function filesIn(directory: string): string[] {
  const database = path.join(directory, 'database')
  try {
    const names = readdirSync(directory)
    const inside = existsSync(database) ? readdirSync(database, { recursive: true, encoding: 'utf8' }) : []
    return [
      ...names.map((name) => path.join(directory, name)),
      ...inside.map((name) => path.join(database, name)),
    ]
  } catch {
    return existsSync(database) ? [database] : []
  }
}

function fullDisk(directory: string): string | undefined {
  try {
    roomIn(directory)()
    return undefined
  } catch (error) {
    return error instanceof DiskFull ? error.message : undefined
  }
}

/** Where a name has several addresses, what is thrown says nothing itself, and holds an error for each of them. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0])
  return error instanceof Error ? whyNot(error).replace(/\.$/, '') : String(error)
}
