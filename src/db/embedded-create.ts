import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { makePrivate } from './private-files.ts'

// The process that makes a new database, and ends: what it took is given back whole, which is more than the database needs
// afterwards. It is made under another name first, so that a start cut short leaves nothing half made behind; and under a new one
// each time, for this goes on for a moment when the service that started it is killed.

const [, , directoryName = '', service = ''] = process.argv
refuseAlone()
const directory = path.resolve(directoryName)
const place = path.dirname(directory)
const prefix = `${path.basename(directory)}.unfinished`
for (const name of fs.readdirSync(place)) if (name.startsWith(prefix)) remove(path.join(place, name))
const unfinished = fs.mkdtempSync(path.join(place, `${prefix}-`))
try {
  const database = await PGlite.create({ fs: new NodeFS(unfinished) })
  await database.close()
  makePrivate(unfinished)
  for (const entry of fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' }))
    syncPath(path.join(unfinished, entry))
  syncPath(unfinished)
  refuseAlone()
  fs.renameSync(unfinished, directory)
} catch (error) {
  remove(unfinished)
  throw error
}
syncPath(place)

/** Whoever made this process may be gone before its first line; what another makes by then is not to be touched. */
function refuseAlone(): void {
  if (process.ppid !== Number(service)) throw new Error('the service that wanted this database has ended')
}

/** Again where it is not empty: who makes it may go on for a moment, until it finds nothing left. */
function remove(name: string): void {
  fs.rmSync(name, { recursive: true, force: true, maxRetries: 10 })
}

function syncPath(name: string): void {
  const descriptor = fs.openSync(name, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}
