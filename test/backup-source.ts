import { createHash } from 'node:crypto'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fillDemo } from '../src/cli/demo.ts'
import { plainFile } from '../src/system/archives/encryption.ts'
import type { Manifest } from '../src/system/archives/manifest.ts'
import { ArchiveWriter, bytesOf, MANIFEST_NAME, readParts } from '../src/system/archives/archive.ts'
import type { Database } from '../src/db/open.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { newId } from '../src/kernel/ids.ts'
import { initFromCommandLine } from '../src/system/access/new-organisation.ts'
import { newPassword } from '../src/system/access/passwords.ts'
import { appendEvents } from '../src/system/events/append-event.ts'
import { numberEvents } from '../src/system/events/number-events.ts'
import { openFiles, type Files } from '../src/system/files/store.ts'
import { fc } from './seed.ts'

// What backups are made of in tests: everything that is hard to carry.

export const NOW = new Date('2026-11-21T12:00:00Z')
export const ORGANISATION = newId()

/** Every type of a column that there is, in a table whose name needs quoting. */
export const ODD = `create table "odd ""values""" (
  id bigint generated always as identity, "Text" text, length integer generated always as (length("Text")) stored,
  texts text[], bytes bytea, json jsonb, exact numeric(12,4), longest numeric, transaction xid8, moment timestamptz, day date,
  float double precision, whole bigint, wholes integer[], one uuid, truth boolean)`
export const signingKey = (id: string) =>
  `insert into signing_keys (id, sealed_private_key, public_jwk, created_at) values ('${id}', '{}', '{}', now())`

/** Fills a migrated, empty database. */
export async function fillSource(database: Database): Promise<void> {
  const { pool } = database
  await pool.query(
    `insert into organisations (id, name, country_iso, time_zone, locale, created_at)
      values ($1, 'Hill Farm', 'GB', 'Europe/London', 'en-GB', '0044-03-15 BC')`,
    [ORGANISATION],
  )
  await pool.query(signingKey('theirs'))
  await addFarm(database)
  await addJobs(database)
  await pool.query(
    `insert into expert_questions (id, organisation_id, user_id, user_name, reply_to, kind, question, created_at)
      values (gen_random_uuid(), $1, $1, '', '', 'question', 'Is it late?', now())`,
    [ORGANISATION],
  )
  await addOddValues(database)
  for (const subject of ['one', 'two']) await append(database, subject)
  await numberEvents(database.db, ORGANISATION)
  await append(database, 'three')
}

/** A farm and store with a year's movements, counts and plans. */
async function addFarm(database: Database): Promise<void> {
  const organisation = { organisation: 'Long Farm', countryISO: 'GB', email: 'owner@long.example', now: NOW }
  const password = await newPassword()
  const { organisationId } = await inTransaction(database.db, (trx) =>
    initFromCommandLine(trx, { ...organisation, password }),
  )
  await inTransaction(database.db, (trx) => fillDemo(trx, organisationId, NOW))
}

/** A job that waits, and one that is done. */
export async function addJobs({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into jobs (id, kind, key, payload, status, due_at, created_at, finished_at, lease_id) values
      (gen_random_uuid(), 'invitation', 'waits', '{}', 'queued', now(), now(), null, gen_random_uuid()),
      (gen_random_uuid(), 'invitation', 'is done', '{}', 'done', now(), now(), now(), null)`,
  )
}

async function addOddValues({ pool }: Database): Promise<void> {
  await pool.query(ODD)
  const drawn = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), 200)
  const texts = [...drawn.map((text) => text.replaceAll('\0', '')), ...oddTexts]
  for (const [index, text] of texts.entries()) {
    const pick = <T>(values: T[]) => values[index % values.length]
    await pool.query(
      `insert into "odd ""values""" ("Text", texts, bytes, json, exact, longest, transaction, moment, day, float, whole, wholes, one, truth)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        pick([text, text, null]),
        pick([[], [text, null, ''], null, ['NULL', '"', '{,}']]),
        pick([Buffer.from(text), null, Buffer.alloc(0)]),
        pick([
          'null',
          null,
          '{}',
          '[null, 1e-9]',
          '{"a\\\\b": "\\""}',
          '12345678901234567890.1',
          JSON.stringify(text),
        ]),
        pick(['99999999.9999', '-0.0001', null]),
        pick(['NaN', 'Infinity', `0.${'1'.repeat(300)}`, null]),
        pick([String(2n ** 64n - 1n), '0', null]),
        pick(oddInstants),
        pick(['0001-01-01 BC', '0099-12-31', 'infinity', '-infinity', null, '5874897-12-31']),
        pick(['0.30000000000000004', '-1e-300', 'NaN', 'Infinity', '-0', null]),
        pick([String(2n ** 63n - 1n), String(-(2n ** 63n)), null]),
        pick([[1, -2], [], null]),
        pick([newId(), null]),
        pick([true, false, null]),
      ],
    )
  }
}

/** Has an event happen. */
export const append = ({ db }: Database, subject: string) =>
  inTransaction(db, (trx) =>
    appendEvents(trx, { organisationId: ORGANISATION, userId: ORGANISATION, now: NOW }, [
      { type: 'cache.cleared', subject, data: {} },
    ]),
  )

/** Where uploaded files are, below a folder. */
export const filesIn = (directory: string): Files => openFiles({ directory, s3: undefined, quotaBytes: 0 })

/** The first two are sound. */
export const fileKeys = [
  'images/a1/one',
  'files/b2/two',
  'files/c3/lost',
  'files/d4/altered',
  'files/e5/short',
]
export const bytesOfKey = (key: string) => createHash('sha512').update(key).digest()

/** Uploaded files, three of which have suffered since. */
export async function addUploads({ pool }: Database, folder: string): Promise<Files> {
  const files = filesIn(folder)
  await mkdir(files.incoming, { recursive: true })
  for (const key of fileKeys) {
    const bytes = bytesOfKey(key)
    const sha256 = createHash('sha256').update(bytes).digest()
    const arrived = path.join(files.incoming, 'arrived')
    await writeFile(arrived, bytes)
    await files.store.put(key, { path: arrived, sizeBytes: bytes.length, sha256 })
    await pool.query(
      `insert into files (id, organisation_id, user_name, bucket, type, name, content_type, size_bytes, sha256, storage_key, created_at)
        values (gen_random_uuid(), $1, '', 'files', 'other', 'x', 'text/plain', $2, $3, $4, now())`,
      [ORGANISATION, bytes.length, sha256, key],
    )
  }
  const kept = path.join(folder, 'kept')
  await files.store.remove('files/c3/lost')
  await writeFile(path.join(kept, 'files/d4/altered'), Buffer.alloc(64))
  await truncate(path.join(kept, 'files/e5/short'), 10)
  return files
}

const oddTexts = [
  '',
  ' ',
  'NULL',
  '"',
  '\\',
  '\\N',
  '\n\r\t',
  '(,)',
  '{}',
  "';--",
  '🌾',
  'x'.repeat(2_000_000),
]

const oddInstants = [
  '0044-03-15 00:00:00+00 BC',
  '0099-12-31 23:59:59.999999+00',
  '1852-08-01 00:00:00.000001+00',
  'infinity',
  '-infinity',
  '294276-12-31 00:00:00+00',
  null,
]

/** A backup with another manifest, as a version that we are not might have written it. Answers `to`. */
export async function rewriteBackup(
  from: string,
  to: string,
  change: (manifest: Manifest) => Manifest,
): Promise<string> {
  const archive = await ArchiveWriter.open(to)
  for await (const { name, bytes } of readParts(plainFile(from))) {
    const read = await bytesOf(bytes)
    if (name !== MANIFEST_NAME) await archive.add(name, read)
    else await archive.finish(change(JSON.parse(read.toString())))
  }
  return to
}

/** A sealed file that has nothing of what its manifest names. Answers `to`. */
export async function withoutParts(from: string, to: string): Promise<string> {
  const archive = await ArchiveWriter.open(to)
  for await (const { name, bytes } of readParts(plainFile(from))) {
    const read = await bytesOf(bytes)
    if (name !== MANIFEST_NAME) continue
    await archive.add(name, read)
    await archive.finish(JSON.parse(read.toString()))
  }
  return to
}
