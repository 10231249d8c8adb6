import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { plainFile } from '../src/cli/backup/encryption.ts'
import { checkArchive } from '../src/cli/backup/archive.ts'
import { ensureKnownSchema, restoreBackup } from '../src/cli/backup/restore-backup.ts'
import { writeBackup } from '../src/cli/backup/write-backup.ts'
import { listMigrations, migrate } from '../src/db/migrate.ts'
import type { Database } from '../src/db/open.ts'
import { addJobs, filesIn, NOW } from './backup-source.ts'
import { makeBare, type Bare } from './bare-database.ts'
import { placeBareDatabase } from './database.ts'

const PATIENCE = 240_000
const { engine } = inject('databaseSource')
const places: Bare[] = []
const opened: Database[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-earlier-'))
})
afterAll(async () => {
  for (const each of opened) await each.close()
  for (const each of places) await each.remove()
  await rm(folder, { recursive: true })
})

async function openBare(): Promise<Database> {
  const place = await makeBare(engine)
  places.push(place)
  await placeBareDatabase(place.dataDir)
  const database = await place.open()
  opened.push(database)
  return database
}

test(
  'a backup of an earlier schema is brought up to this one, without the keys that sign',
  { timeout: PATIENCE },
  async () => {
    const [from, into] = [await openBare(), await openBare()]
    const all = (await listMigrations()).map(({ name }) => name)
    // Until then the keys that sign lay there open, and were in backups.
    const known = all.indexOf('0039-sealed-secrets.sql')
    await migrate(from, { upTo: all[known - 1] ?? '' })
    await from.pool.query(
      `insert into signing_keys (id, private_jwk, public_jwk, created_at) values ('theirs', '{}', '{}', now())`,
    )
    await addJobs(from)
    const file = path.join(folder, 'earlier.granary')
    await writeBackup({ database: from, store: undefined, now: NOW }, file)
    const manifest = await checkArchive(plainFile(file))
    expect(manifest.migrations).toHaveLength(known)
    await ensureKnownSchema(manifest)
    // For a move: what waits goes on waiting.
    const options = { database: into, files: filesIn(folder), resumesJobs: true, now: NOW }
    expect(await restoreBackup(options, plainFile(file), manifest)).toMatchObject({ heldJobs: 0 })
    expect(await migrate(into, { dryRun: true })).toEqual([])
    expect((await into.pool.query('select id from signing_keys')).rows).toEqual([])
    expect((await into.pool.query(`select key from jobs where status = 'queued'`)).rows).toEqual([
      { key: 'waits' },
    ])
  },
)
