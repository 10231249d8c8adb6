import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureKnownSchema, restoreBackup } from '../src/cli/backup/restore-backup.ts'
import { plainFile } from '../src/system/archives/encryption.ts'
import { BackupRefused, type Manifest } from '../src/system/archives/manifest.ts'
import { checkArchive } from '../src/system/archives/archive.ts'
import { SEAL_BYTES } from '../src/system/archives/seal.ts'
import { writeBackup } from '../src/cli/backup/write-backup.ts'
import { openDatabase, type Database } from '../src/db/open.ts'
import { onConnection } from '../src/db/snapshot.ts'
import { ledgerHash } from '../src/inventory/ledger/ledger.ts'
import { Refusal } from '../src/kernel/errors.ts'
import { readEvents } from '../src/system/events/event-reader.ts'
import { numberEvents } from '../src/system/events/number-events.ts'
import type { Files } from '../src/system/files/store.ts'
import {
  addUploads,
  append,
  bytesOfKey,
  fileKeys,
  filesIn,
  fillSource,
  NOW,
  ODD,
  ORGANISATION,
  rewriteBackup,
  signingKey,
  withoutParts,
} from './backup-source.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { quietLog } from './quiet-log.ts'
import { digestOf } from './reliability/digest.ts'
import { fc } from './seed.ts'

// Backups in this process, on the engine of the run: what they carry, and what they refuse. The real program under load is in
// reliability/backup.test.ts.

const PATIENCE = 240_000
let folder: string
let source: TestDatabase
/** Filled from the backup of `source`. */
let target: TestDatabase
/** Stays empty, whatever is tried on it. */
let empty: TestDatabase
let backup: Backup
let outcome: Awaited<ReturnType<typeof restoreBackup>>

interface Backup {
  file: string
  manifest: Manifest
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-backup-'))
  source = await openTestDatabase()
  target = await openTestDatabase()
  empty = await openTestDatabase()
  await fillSource(source)
  await target.pool.query(ODD)
  // As a server leaves it that was started, and signed in at in vain, before anybody thought of the backup.
  await target.pool.query(`${signingKey('ours')}; insert into sign_in_failures values ('ours', 1, now());
    insert into notices (id, topic, data) overriding system value values (1, 'cache', '{}')`)
  backup = await backUp(source, await addUploads(source, path.join(folder, 'source')))
  outcome = await restoreInto(target, backup)
}, PATIENCE)

afterAll(async () => {
  await source.close()
  await target.close()
  await empty.close()
  await rm(folder, { recursive: true })
})

let names = 0
const newFile = () => path.join(folder, `${++names}.granary`)

async function backUp(database: Database, files?: Files): Promise<Backup> {
  const file = newFile()
  await writeBackup({ database, store: files?.store, now: NOW }, file)
  return { file, manifest: await checkArchive(plainFile(file)) }
}

const restoreInto = (database: Database, { file, manifest }: Backup) =>
  restoreBackup(
    { database, files: filesIn(path.join(folder, 'restored')), resumesJobs: false, now: NOW },
    plainFile(file),
    manifest,
  )

const rewrite = (change: (manifest: Manifest) => Manifest) => rewriteBackup(backup.file, newFile(), change)

const emptyRows = async () => (await empty.pool.query('select from organisations')).rowCount

describe('what it carries', () => {
  test('every value there can be, whatever it is made of', async () => {
    const except = [
      'schema_migrations',
      'search_changes',
      'search_heads',
      'kept_searches',
      'signing_keys',
      'jobs',
      'expert_questions',
      // Goes on at higher numbers; see below.
      'event_streams',
    ]
    const digest = await digestOf(source.db, except)
    expect(Object.keys(digest).length).toBeGreaterThan(40)
    expect(await digestOf(target.db, except)).toEqual(digest)
  })

  test('sequences go on behind the last number that was drawn', async () => {
    const next = `select nextval('fact_ids') as fact, nextval('bays_id_seq') as bay, nextval('notices_id_seq') as notice`
    const { rows } = await target.pool.query(next)
    expect(rows[0].fact).toBeGreaterThan(20)
    expect(rows).toEqual((await source.pool.query(next)).rows)
  })

  test('triggers and references are as they were', async () => {
    const guards = `
      select conname::text as name, convalidated::text || pg_get_constraintdef(oid) as state from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select tgname::text, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`
    const { rows } = await target.pool.query(guards)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows).toEqual((await source.pool.query(guards)).rows)
  })

  test('places among events: a listener goes on where it was, and new events come after them', async () => {
    const hear = async ({ db }: Database, place: number) => {
      await numberEvents(db, ORGANISATION)
      return readEvents(db, new Map([[ORGANISATION, place]]), 10)
    }
    const before = await hear(source, 0)
    expect(before.map(({ subject, number }) => `${subject} ${number}`)).toEqual(['one 1', 'two 2', 'three 3'])
    // Numbered in the backup are the first two, and the third was not heard yet.
    const after = await hear(target, 2)
    expect(after.map(({ subject }) => subject)).toEqual(['three'])
    await append(target, 'four')
    const events = await hear(target, 0)
    expect(events.map(({ subject }) => subject)).toEqual(['one', 'two', 'three', 'four'])
    expect(events.slice(0, 2)).toEqual(before.slice(0, 2))
    // Nor is what happens now taken for something that a listener heard after the backup was made.
    for (const event of events.slice(2)) expect(event.number).toBeGreaterThan(1_000_000)
  })

  test('what waited to be done is held, and says so', async () => {
    expect(outcome.heldJobs).toBe(1)
    const told = `status, last_problem ->> 'id' as problem`
    expect((await target.pool.query(`select key, ${told} from jobs order by key`)).rows).toEqual([
      { key: 'is done', status: 'done', problem: null },
      { key: 'waits', status: 'failed', problem: 'waitedInABackup' },
    ])
    expect((await target.pool.query(`select ${told} from expert_questions`)).rows).toEqual([
      { status: 'failed', problem: 'waitedInABackup' },
    ])
  })

  test('no keys that sign, and those of a server that was started there before give way', async () => {
    expect((await source.pool.query('select id from signing_keys')).rows).toEqual([{ id: 'theirs' }])
    expect((await target.pool.query('select id from signing_keys')).rows).toEqual([])
    expect(backup.manifest.parts.filter(({ name }) => name.includes('signing_keys'))).toEqual([])
  })

  test('uploaded files, and one that is lost holds up nothing', async () => {
    expect(backup.manifest.missingFiles).toEqual(['files/c3/lost', 'files/d4/altered', 'files/e5/short'])
    const { store, incoming } = filesIn(path.join(folder, 'restored'))
    for (const key of fileKeys.slice(0, 2))
      expect(await buffer(await store.read(key, { first: 0, last: 63 }))).toEqual(bytesOfKey(key))
    await expect(store.read('files/d4/altered', { first: 0, last: 63 })).rejects.toThrow('missing')
    expect(await readdir(incoming)).toEqual([])
  })

  test('no uploaded files where that is asked for', async () => {
    const { manifest } = await backUp(source)
    expect(manifest).toMatchObject({ hasFiles: false, missingFiles: [] })
    expect(manifest.parts.filter(({ name }) => name.startsWith('files/'))).toEqual([])
  })
})

test('the hash of a ledger changes with a gram, a day or an entry', async () => {
  const changes = [
    'update ledger_balances set balance_grams = balance_grams + 1 where record_id = (select max(record_id::text)::uuid from ledger_balances)',
    `update movements set effective_at = effective_at + interval '1 microsecond' where id = (select max(id) from movements)`,
    `insert into ledger_entries (storer_id, fact_id, effective_at, recorded_at, source_outside, destination_record_id, grams)
      select keeper_id, 1, now(), now(), 'gain:1', id, 1 from records limit 1`,
  ]
  await onConnection(source, async (client) => {
    const hashes = new Set<string>()
    for (const change of ['select 1', 'update users set given_name = given_name', ...changes]) {
      await client.query('begin')
      await client.query(change)
      hashes.add(await ledgerHash(client))
      await client.query('rollback')
    }
    expect(hashes.size).toBe(1 + changes.length)
    expect(hashes).toContain(backup.manifest.ledgerHash)
  })
})

describe('a backup that is not as it was made', () => {
  test(
    'is found out: any byte that is another, anything cut off or added',
    { timeout: PATIENCE },
    async () => {
      const sound = await readFile(backup.file)
      const copy = newFile()
      const isRefused = async (bytes: Buffer) => {
        await writeFile(copy, bytes)
        return checkArchive(plainFile(copy)).then(
          () => false,
          (error: unknown) => error instanceof BackupRefused,
        )
      }
      expect(await isRefused(sound)).toBe(false)
      const flip = fc.record({
        place: fc.oneof(
          fc.nat({ max: sound.length - 1 }),
          fc.integer({ min: sound.length - SEAL_BYTES, max: sound.length - 1 }),
        ),
        bits: fc.integer({ min: 1, max: 255 }),
      })
      await fc.assert(
        fc.asyncProperty(flip, async ({ place, bits }) => {
          const bytes = Buffer.from(sound)
          bytes[place] = (bytes[place] ?? 0) ^ bits
          return isRefused(bytes)
        }),
        { numRuns: 300 },
      )
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: sound.length - 1 }), (length) => isRefused(sound.subarray(0, length))),
        { numRuns: 100, examples: [[0], [1], [SEAL_BYTES], [sound.length - 1], [sound.length - SEAL_BYTES]] },
      )
      expect(await isRefused(Buffer.concat([sound, Buffer.from([0])]))).toBe(true)
      expect(await isRefused(Buffer.concat([sound, sound]))).toBe(true)
    },
  )

  test('is refused where it holds other parts than it says', async () => {
    const file = await withoutParts(backup.file, newFile())
    await expect(checkArchive(plainFile(file))).rejects.toThrow('does not hold the parts')
  })

  const lies: [string, (manifest: Manifest) => Manifest, string][] = [
    [
      'has fewer rows than it says',
      (m) => ({ ...m, tables: m.tables.map((each) => ({ ...each, rows: each.rows + 1 })) }),
      'does not have the rows',
    ],
    [
      'holds another ledger than it says',
      (m) => ({ ...m, ledgerHash: 'f'.repeat(64) }),
      'not the one that was',
    ],
    ['has other tables than it says', (m) => ({ ...m, tables: m.tables.slice(1) }), 'are not those'],
    [
      'is of an earlier schema than the database',
      (m) => ({ ...m, migrations: m.migrations.slice(0, -1) }),
      'of an earlier version than this database',
    ],
  ]
  test.for(lies)('one that %s leaves nothing behind', async ([, change, words]) => {
    await empty.pool.query(ODD)
    const constraints = `select conname::text from pg_constraint where connamespace = 'public'::regnamespace order by 1`
    const { rows } = await empty.pool.query(constraints)
    const file = await rewrite(change)
    const manifest = await checkArchive(plainFile(file))
    await expect(restoreInto(empty, { file, manifest })).rejects.toThrow(words)
    await empty.pool.query('drop table "odd ""values"""')
    expect(await emptyRows()).toBe(0)
    expect((await empty.pool.query(constraints)).rows).toEqual(
      rows.filter(({ conname }) => !conname.startsWith('odd')),
    )
  })
})

describe('versions', () => {
  const later: [string, (manifest: Manifest) => Manifest][] = [
    ['knows more', (m) => ({ ...m, migrations: [...m.migrations, { name: '9999-x.sql', checksum: '' }] })],
    ['has another migration', (m) => ({ ...m, migrations: [{ name: '0001-x.sql', checksum: '' }] })],
    ['has a later format', (m) => ({ ...m, formatVersion: m.formatVersion + 1 })],
  ]
  test.for(later)('one that %s is refused', async ([, change]) => {
    const changed = await rewrite(change)
    await expect(checkArchive(plainFile(changed)).then(ensureKnownSchema)).rejects.toThrow(BackupRefused)
  })

  test('a database of a later version is not backed up', async () => {
    await source.pool.query(`insert into schema_migrations (name, checksum) values ('9999-x.sql', '')`)
    const file = newFile()
    await expect(writeBackup({ database: source, store: undefined, now: NOW }, file)).rejects.toThrow(
      'later version',
    )
    await source.pool.query(`delete from schema_migrations where name = '9999-x.sql'`)
    expect(await readdir(folder)).not.toContain(path.basename(file))
  })
})

describe('where it goes', () => {
  test('a database with anything in it is refused, and stays as it is', async () => {
    const before = await digestOf(source.db)
    await expect(restoreInto(source, backup)).rejects.toThrow('is restored into an empty database only')
    expect(await digestOf(source.db)).toEqual(before)
  })

  test('also where it is a table of somebody else', async () => {
    await empty.pool.query(
      `create table "Their ""table""" (id int); insert into "Their ""table""" values (1)`,
    )
    await expect(restoreInto(empty, backup)).rejects.toThrow('has something in “Their "table"”')
    await empty.pool.query('drop table "Their ""table"""')
    expect(await emptyRows()).toBe(0)
  })

  test('a database that another process has open is refused', async ({ skip }) => {
    if (empty.url === undefined) return skip('the embedded database has one process alone')
    const other = await openDatabase({ databaseUrl: empty.url, log: quietLog })
    await expect(restoreInto(empty, backup)).rejects.toThrow('Another process of Granary')
    await other.close()
  })

  test('what is there is not overwritten, and others cannot read a backup', async () => {
    const { file } = backup
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file)
    await expect(writeBackup({ database: source, store: undefined, now: NOW }, file)).rejects.toThrow(
      'not overwritten',
    )
    expect(await readFile(file)).toEqual(before)
  })

  test('nothing half made is left when it breaks off', async () => {
    const before = await readdir(folder)
    const away = new Refusal('unavailable', 'The store of files cannot be reached just now.')
    const store = { ...filesIn(path.join(folder, 'source')).store, read: () => Promise.reject(away) }
    await expect(writeBackup({ database: source, store, now: NOW }, newFile())).rejects.toBe(away)
    expect(await readdir(folder)).toEqual(before)
  })

  test('a folder that is not there is said', async () => {
    const file = path.join(folder, 'nowhere', 'x.granary')
    await expect(writeBackup({ database: source, store: undefined, now: NOW }, file)).rejects.toThrow(
      expect.objectContaining({
        name: 'BackupRefused',
        message: `${file} cannot be written: there is no such file or folder.`,
      }),
    )
  })
})
