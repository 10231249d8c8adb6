import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The process that makes a new database, and ends: what it took is given back whole, which is more than the database needs
// afterwards. It is made under another name first, so that a start cut short leaves nothing half made behind; and under a new one
// each time, for this goes on for a moment when the service that started it is killed.

const service = process.ppid
const directory = path.resolve(process.argv[2] ?? '')
const place = path.dirname(directory)
const prefix = `${path.basename(directory)}.unfinished`
for (const name of fs.readdirSync(place))
  if (name.startsWith(prefix)) fs.rmSync(path.join(place, name), { recursive: true, force: true })
const unfinished = fs.mkdtempSync(path.join(place, `${prefix}-`))
const database = await PGlite.create({ fs: new NodeFS(unfinished) })
await database.close()
for (const entry of fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' }))
  syncPath(path.join(unfinished, entry))
syncPath(unfinished)
if (process.ppid !== service) {
  fs.rmSync(unfinished, { recursive: true, force: true })
  throw new Error('the service that wanted this database has ended')
}
fs.renameSync(unfinished, directory)
syncPath(place)

function syncPath(name: string): void {
  const descriptor = fs.openSync(name, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}
