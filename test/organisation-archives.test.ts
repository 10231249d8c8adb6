import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../src/cli/demo.ts'
import { readColumns } from '../src/db/catalog.ts'
import type { Database } from '../src/db/open.ts'
import { inSnapshot } from '../src/db/snapshot.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { newId } from '../src/kernel/ids.ts'
import { initFromCommandLine } from '../src/system/access/new-organisation.ts'
import { newPassword } from '../src/system/access/passwords.ts'
import { ArchiveWriter, bytesOf, MANIFEST_NAME, readParts } from '../src/system/archives/archive.ts'
import { plainFile } from '../src/system/archives/encryption.ts'
import { exportOrganisation } from '../src/system/archives/export-organisation.ts'
import { importOrganisation, type Imported } from '../src/system/archives/import-organisation.ts'
import { BackupRefused } from '../src/system/archives/manifest.ts'
import { readOrganisationFigures } from '../src/system/archives/organisation-figures.ts'
import type { OrganisationManifest } from '../src/system/archives/organisation-manifest.ts'
import { LEFT_OUT, organisationTables, tenantOf } from '../src/system/archives/organisation-tables.ts'
import { SEAL_BYTES } from '../src/system/archives/seal.ts'
import { auditOperator } from '../src/system/audit/operator-entries.ts'
import { verifyChain } from '../src/system/audit/verify-chain.ts'
import type { Files } from '../src/system/files/store.ts'
import { filesIn, NOW } from './backup-source.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { digestOf } from './reliability/digest.ts'

// One organisation out of a database of several, and into another database.

const PATIENCE = 240_000
const PHOTO = Buffer.from('a photograph of barley')
let folder: string
let source: TestDatabase
let target: TestDatabase
let files: Files
let farm: string
let neighbour: string
let archive: string
let imported: Imported
/** The other database, with an organisation of its own, before anything came in. */
let before: Awaited<ReturnType<typeof digestOf>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-archive-'))
  files = filesIn(path.join(folder, 'source'))
  source = await openTestDatabase()
  target = await openTestDatabase()
  farm = await addFarm(source, 'Quagga Farm', 'owner@quagga.example')
  neighbour = await addFarm(source, 'Okapi Mill', 'owner@okapi.example')
  await addPhoto(source, farm)
  await storeForOther(source)
  await addFarm(target, 'Here Before', 'owner@quagga.example')
  before = await digestOf(target.db)
  archive = newFile()
  await exportOrganisation({ database: source, store: files.store, now: NOW }, farm, archive)
}, PATIENCE)

afterAll(async () => {
  await source.close()
  await target.close()
  await rm(folder, { recursive: true })
})

let names = 0
const newFile = () => path.join(folder, `${++names}.granary`)

async function addFarm(database: Database, organisation: string, email: string): Promise<string> {
  const password = await newPassword()
  return inTransaction(database.db, async (trx) => {
    const made = {
      organisation,
      countryISO: 'GB',
      email,
      givenName: organisation,
      familyName: 'Owner',
      now: NOW,
      password,
    }
    const { organisationId } = await initFromCommandLine(trx, made)
    await fillDemo(trx, organisationId, NOW)
    auditOperator(trx, {
      deed: 'operator.keyCreate',
      now: NOW,
      organisationIds: [organisationId],
      subjectKind: 'api-keys',
      subjectId: organisation,
    })
    return organisationId
  })
}

async function addPhoto({ pool }: Database, organisationId: string): Promise<void> {
  await mkdir(files.incoming, { recursive: true })
  const arrived = path.join(files.incoming, 'arrived')
  await writeFile(arrived, PHOTO)
  const sha256 = createHash('sha256').update(PHOTO).digest()
  await files.store.put('images/a1/photo', { path: arrived, sizeBytes: PHOTO.length, sha256 })
  await pool.query(
    `insert into files (id, organisation_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
      values ($1, $2, '', 'images', 'other', 'barley.jpg', 'image/jpeg', $3, $4, 'images/a1/photo', now())`,
    [newId(), organisationId, PHOTO.length, sha256],
  )
}

/** Some of the farm's stock is the neighbour's, who is an organisation there. */
async function storeForOther({ pool }: Database): Promise<void> {
  await pool.query(
    `update records set owner_id = $2 where keeper_id = $1 and id = (select id from records where keeper_id = $1 and bay_id is not null order by id limit 1)`,
    [farm, neighbour],
  )
}

const figuresIn = (database: Database) =>
  inSnapshot(database, (client) => readOrganisationFigures(client, farm))

test('every table is in the archive of an organisation, or is left out with a reason', async () => {
  const columns = await inSnapshot(source, readColumns)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const { carried, unknown } = await inSnapshot(source, organisationTables)
  expect(unknown).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((name) => !tables.has(name))).toEqual([])
  const accounted = new Set([...carried.map(({ name }) => name), ...Object.keys(LEFT_OUT)])
  expect([...tables.keys()].filter((name) => !accounted.has(name))).toEqual([])
  expect(tenantOf(tables.get('ledger_entries') ?? [])).toBe('storer_id')
})

const damages: [string, (to: string) => Promise<unknown>][] = [
  ['cut off', async (to) => truncate(await copied(to), (await readFile(archive)).length - 100)],
  ['cut to nothing', async (to) => truncate(await copied(to), 0)],
  ['one byte is another', async (to) => flip(await copied(to), 200)],
  ['another seal', async (to) => flip(await copied(to), (await readFile(archive)).length - SEAL_BYTES + 9)],
  ['something else', (to) => writeFile(to, 'PK no archive')],
  ['a later form', (to) => rewrite(to, { manifest: (m) => ({ ...m, formatVersion: 2 }) })],
  ['a backup', (to) => rewrite(to, { manifest: (m) => ({ ...m, format: 'granary-backup' as never }) })],
  ['another schema', (to) => rewrite(to, { manifest: (m) => ({ ...m, migrations: m.migrations.slice(1) }) })],
  [
    'no id of an organisation',
    (to) => rewrite(to, { manifest: (m) => ({ ...m, organisation: { id: 'x', name: 'x' } }) }),
  ],
  [
    'a changed part',
    (to) => rewrite(to, { part: replacing('bays', '"name":"', '"name":"x'), isSummed: false }),
  ],
  [
    'a changed balance',
    (to) => rewrite(to, { part: replacing('ledger_balances', /"balance_grams":\d+/, '"balance_grams":5') }),
  ],
  [
    'a changed entry of the audit log',
    (to) => rewrite(to, { part: replacing('audit_entries', 'Quagga Farm', 'Quagga Form') }),
  ],
  [
    'a changed document',
    (to) => rewrite(to, { part: replacing('movements', /"weight_grams":\d+/, '"weight_grams":7') }),
  ],
  [
    'rows of another organisation',
    (to) =>
      rewrite(to, {
        part: replacing('storages', /"organisation_id":"[^"]+"/, `"organisation_id":"${newId()}"`),
      }),
  ],
  [
    'missing rows',
    (to) =>
      rewrite(to, { manifest: (m) => ({ ...m, tables: m.tables.map((t) => ({ ...t, rows: t.rows + 1 })) }) }),
  ],
  ['other tables', (to) => rewrite(to, { manifest: (m) => ({ ...m, tables: m.tables.slice(1) }) })],
  [
    'a missing part',
    (to) => rewrite(to, { part: (name, text) => (name.includes('/storages/') ? undefined : text) }),
  ],
]

const copied = async (to: string) => {
  await copyFile(archive, to)
  return to
}

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(file, bytes)
}

const replacing = (table: string, from: string | RegExp, to: string) => (name: string, text: string) =>
  name.startsWith(`tables/${table}/`) ? text.replace(from, to) : text

/** Writes the archive again, sealed, as somebody might who knows its form. */
async function rewrite(
  to: string,
  {
    part = (_name, text) => text,
    manifest = (same) => same,
    isSummed = true,
  }: {
    part?: (name: string, text: string) => string | undefined
    manifest?: (manifest: OrganisationManifest) => OrganisationManifest
    isSummed?: boolean
  },
): Promise<void> {
  const writer = await ArchiveWriter.open(to)
  for await (const { name, bytes } of readParts(plainFile(archive))) {
    const read = await bytesOf(bytes)
    if (name === MANIFEST_NAME) {
      const { parts, ...rest } = JSON.parse(read.toString())
      if (isSummed) await writer.finish(manifest(rest))
      else await finishWith(writer, { ...manifest(rest), parts })
      continue
    }
    const text = name.startsWith('tables/') ? part(name, read.toString()) : read
    if (text !== undefined) await writer.add(name, Buffer.from(text))
  }
}

/** The sums stay those of before. */
async function finishWith(writer: ArchiveWriter, manifest: object): Promise<void> {
  const own = JSON.stringify
  JSON.stringify = ((value: object) => own({ ...value, ...manifest })) as typeof JSON.stringify
  try {
    await writer.finish(manifest)
  } finally {
    JSON.stringify = own
  }
}

test.for(damages)(
  'an archive is refused in one sentence, and nothing is changed: %s',
  { timeout: PATIENCE },
  async ([, damage]) => {
    const file = newFile()
    await damage(file)
    const error = await importOrganisation(
      { database: target, files: filesIn(path.join(folder, 'target')), now: NOW },
      file,
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BackupRefused)
    expect((error as Error).message).not.toContain('\n')
    expect(await digestOf(target.db)).toEqual(before)
  },
)

test(
  'an archive comes in beside others with the same figures, and its books go on',
  { timeout: PATIENCE },
  async () => {
    const there = filesIn(path.join(folder, 'target'))
    imported = await importOrganisation({ database: target, files: there, now: NOW }, archive)
    expect(await figuresIn(target)).toEqual(await figuresIn(source))
    expect(imported.figures).toEqual(await figuresIn(source))
    expect(BigInt(imported.figures.balanceGrams)).toBeGreaterThan(0n)
    expect(imported.figures.auditHead).toMatch(/^\d+:/)
    expect((await verifyChain(target.db, farm)).fault).toBeUndefined()
    // The owner has an account here by that address.
    expect(imported.newPeople).toEqual([])
    const owners = await target.pool.query(
      `select from memberships m join users u on u.id = m.user_id where u.email = 'owner@quagga.example' and m.role = 'owner'`,
    )
    expect(owners.rowCount).toBe(2)
    const photo = await target.pool.query<{ key: string }>(
      `select storage_key as key from files where organisation_id = $1 and name = 'barley.jpg'`,
      [farm],
    )
    const key = photo.rows[0]?.key ?? ''
    expect(await buffer(await there.store.read(key, { first: 0, last: PHOTO.length - 1 }))).toEqual(PHOTO)
    // Numbers are drawn behind those that came.
    const next = await target.pool.query(
      `select from movements where organisation_id = $1 and id >= nextval('fact_ids')`,
      [farm],
    )
    expect(next.rowCount).toBe(0)
    // References and triggers are as they were.
    await expect(
      target.pool.query(
        `insert into memberships (organisation_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`,
        [farm, newId()],
      ),
    ).rejects.toThrow(/foreign key/)
    await expect(
      target.pool.query('delete from ledger_entries where storer_id = $1', [farm]),
    ).rejects.toThrow(/append-only/)
  },
)

test(
  'another organisation is a name in the archive, and nothing else of it is there',
  { timeout: PATIENCE },
  async () => {
    const { rows } = await target.pool.query<{ owner: string; name: string }>(
      `select r.owner_id as owner, p.name from records r join partners p on p.organisation_id = r.keeper_id and p.id = r.owner_id
      where r.keeper_id = $1 and r.owner_id = $2`,
      [farm, `partner-${neighbour}`],
    )
    expect(rows).toEqual([{ owner: `partner-${neighbour}`, name: 'Okapi Mill' }])
    let text = ''
    for await (const { bytes } of readParts(plainFile(archive))) text += (await bytesOf(bytes)).toString()
    expect(text.includes('Quagga')).toBe(true)
    expect(text.includes('okapi.example')).toBe(false)
    expect(text.split('Okapi').length - 1).toBeLessThanOrEqual(2)
    expect(/password_hash|argon2|granary_[a-z]*key/.test(text)).toBe(false)
  },
)

test('an organisation that is here already is refused', { timeout: PATIENCE }, async () => {
  const importing = importOrganisation(
    { database: target, files: filesIn(path.join(folder, 'target')), now: NOW },
    archive,
  )
  await expect(importing).rejects.toThrow(
    `Quagga Farm is in this installation already, under the id ${farm}. Nothing was changed.`,
  )
})
