import fs from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The thread that makes a new database, and ends: what it took is given back, which is more than the database needs afterwards.
// It is made under another name first, so that a start cut short leaves nothing half made behind.

const directory = String(workerData)
const unfinished = `${directory}.unfinished`
fs.rmSync(unfinished, { recursive: true, force: true })
const database = await PGlite.create({ fs: new NodeFS(unfinished) })
await database.close()
for (const entry of fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' }))
  syncPath(path.join(unfinished, entry))
syncPath(unfinished)
fs.renameSync(unfinished, directory)
syncPath(path.dirname(directory))

function syncPath(name: string): void {
  const descriptor = fs.openSync(name, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}
