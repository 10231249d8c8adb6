import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** One text for what these files hold, which is another one when a file changes, comes or goes. */
export function stampOf(files: string[], ...others: string[]): string {
  const hash = createHash('sha256').update(others.join('\0'))
  for (const file of files.toSorted())
    if (existsSync(file)) hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Whether a stamp was left in this file. */
export function isStamped(file: string, stamp: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}
