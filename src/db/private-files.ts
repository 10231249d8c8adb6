import fs from 'node:fs'
import path from 'node:path'

/** Others' rights on a file. */
export const OTHERS = 0o077

/**
 * Takes a directory and all in it from everybody but its owner. The embedded database makes its first files for all to read and to write, whatever
 * the process is told.
 */
export function makePrivate(directory: string): void {
  for (const name of ['.', ...fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const entry = path.join(directory, name)
    const { mode } = fs.lstatSync(entry)
    if ((mode & OTHERS) !== 0) fs.chmodSync(entry, mode & 0o700)
  }
}
