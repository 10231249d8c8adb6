import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkArchive } from '../src/system/archives/archive.ts'
import { plainFile } from '../src/system/archives/encryption.ts'
import { ensureKnownSchema, restoreBackup } from '../src/cli/backup/restore-backup.ts'
import { writeBackup } from '../src/cli/backup/write-backup.ts'
import { examineInstallation } from '../src/cli/doctor.ts'
import { baselineState } from '../src/db/baseline.ts'
import { migrate, readApplied } from '../src/db/migrate.ts'
import { listMigrations } from '../src/db/migration-files.ts'
import type { Database } from '../src/db/open.ts'
import { onConnection } from '../src/db/snapshot.ts'
import { filesIn, NOW, rewriteBackup } from './backup-source.ts'
import { makeBare } from './bare-database.ts'
import { openTestDatabase, placeBareDatabase } from './database.ts'
import { run } from './program.ts'
import { columnsByTable, readContent } from './reliability/books.ts'
import { LEDGERS } from './reliability/ledgers.ts'
import { makeOld, migrationsAfter, released, tooOld, type OldDatabase } from './reliability/released.ts'
import { readSchemaLines } from './schema-lines.ts'

// Databases and backups from before the baseline: of the last migration that it stands for, and older ones (docs/decisions/0062-a-baseline.md).

const PATIENCE = 240_000
const { engine } = inject('databaseSource')
let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'granary-before-'))))
afterAll(() => rm(folder, { recursive: true }))

async function isolated<T>(old: OldDatabase, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await old.open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const recordedIn = (database: Database) => onConnection(database, readApplied)

/** All that is in its tables, of which columns, and which migrations it says it has. */
async function stateOf(database: Database) {
  const columns = await columnsByTable(database.pool)
  const content = await readContent(database.pool, columns)
  return { columns, content, recorded: await recordedIn(database) }
}

describe.each(released.filter(({ name }) => name.startsWith('0074')))('from $name', (version) => {
  const backup = () => path.join(folder, `${version.name}.granary`)

  test(
    'is taken over in one step, has today’s schema, and every row and sum is what it was',
    { timeout: PATIENCE },
    async () => {
      const { old, seen: before } = await makeOld(version, stateOf)
      onTestFinished(old.remove)
      const fresh = await openTestDatabase()
      onTestFinished(fresh.close)
      await isolated(old, async (database) => {
        await writeBackup({ database, store: undefined, now: NOW }, backup())
        const steps = migrationsAfter(version)
        expect(await migrate(database, { dryRun: true })).toEqual(steps)
        expect(await stateOf(database)).toEqual(before)
        // Processes that start at once.
        const applied = await Promise.all([migrate(database), migrate(database)])
        expect(applied.flat()).toEqual(steps)
        expect(await recordedIn(database)).toEqual(await listMigrations())
        expect(await readSchemaLines(database.pool)).toEqual(await readSchemaLines(fresh.pool))
        expect(await readContent(database.pool, before.columns)).toEqual(before.content)
        expect(await examineInstallation(database)).toEqual({
          ledgerHash: LEDGERS[version.name],
          differences: [],
        })
        expect(await migrate(database)).toEqual([])
      })
    },
  )

  test('a backup of it is restored', { timeout: PATIENCE }, async () => {
    const manifest = await checkArchive(plainFile(backup()))
    expect(baselineState(manifest.migrations)).toBe('taken over')
    await ensureKnownSchema(manifest)
    const place = await makeBare(engine)
    onTestFinished(place.remove)
    await placeBareDatabase(place.dataDir)
    const into = await place.open()
    onTestFinished(into.close)
    const options = { database: into, files: filesIn(folder), resumesJobs: true, now: NOW }
    expect(await restoreBackup(options, plainFile(backup()), manifest)).toMatchObject({ heldJobs: 0 })
    expect(await migrate(into, { dryRun: true })).toEqual([])
    expect(await examineInstallation(into)).toEqual({ ledgerHash: LEDGERS[version.name], differences: [] })
  })
})

describe.each(tooOld)('from $name', (version) => {
  test('is refused by whatever opens it, and stays as it was', { timeout: PATIENCE }, async () => {
    const { old, seen: before } = await makeOld(version, stateOf)
    onTestFinished(old.remove)
    const latest = before.recorded.at(-1)?.name
    const stderr = `This database is of an older version, at ${latest}. Migrate it first with commit ecc4a9c4, as docs/operations.md says under “From before the baseline”. Nothing was changed.\n`
    const where = { cwd: folder, env: { ...old.env, NODE_ENV: 'development' } }
    for (const args of [['serve'], ['migrate'], ['doctor', '--without-files']])
      expect(await run(args, where), args.join(' ')).toEqual({ code: 1, stdout: '', stderr })
    await isolated(old, async (database) => {
      const words = stderr.trimEnd()
      const file = path.join(folder, 'old.granary')
      await expect(migrate(database, { dryRun: true })).rejects.toThrow(words)
      await expect(writeBackup({ database, store: undefined, now: NOW }, file)).rejects.toThrow(words)
      expect(await stateOf(database)).toEqual(before)
    })
  })

  test('a backup of it is refused, and no database is made for it', { timeout: PATIENCE }, async () => {
    const { old, seen: migrations } = await makeOld(version, recordedIn)
    await old.remove()
    const [source] = released
    const file = await rewriteBackup(
      path.join(folder, `${source?.name}.granary`),
      path.join(folder, 'older.granary'),
      (manifest) => ({
        ...manifest,
        migrations,
      }),
    )
    const dataDir = path.join(folder, 'restored')
    expect(await run(['restore', file], { cwd: folder, env: { DATA_DIR: dataDir } })).toEqual({
      code: 1,
      stdout: '',
      stderr: `This backup is of an older version, at ${migrations.at(-1)?.name}. Restore it with commit ecc4a9c4 and back up again there, as docs/operations.md says under “From before the baseline”. Nothing was changed.\n`,
    })
    expect(existsSync(dataDir)).toBe(false)
  })
})

test('there are dumps of both kinds', () => {
  expect(released.map(({ name }) => name)).toEqual(expect.arrayContaining(['0074', '0074-upgraded']))
  expect(tooOld).toHaveLength(1)
})
