import { createHash } from 'node:crypto'
import { isUsedByOthers, onConnection, unlimited, type Client } from '../../db/snapshot.ts'
import { isOfBaseline, baselineState, whyTooOld, type AppliedMigration } from '../../db/baseline.ts'
import { migrate, readApplied } from '../../db/migrate.ts'
import { listMigrations } from '../../db/migration-files.ts'
import type { Database } from '../../db/open.ts'
import { ledgerHash } from '../../inventory/ledger/ledger.ts'
import { SKIP_NUMBERS } from '../../system/events/number-events.ts'
import type { Files } from '../../system/files/store.ts'
import { message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'
import { granaryVersion } from '../../kernel/version.ts'
import type { BackupFile } from '../../system/archives/encryption.ts'
import { isFilePart, putFile } from '../../system/archives/files.ts'
import { ensureEmpty, Loading } from './tables.ts'
import { BackupRefused, type Manifest } from '../../system/archives/manifest.ts'
import { bytesOf, MANIFEST_NAME, readParts } from '../../system/archives/archive.ts'

interface RestoreOptions {
  database: Database
  files: Pick<Files, 'store' | 'incoming'>
  /** True to run waiting jobs now, such as mails. */
  resumesJobs: boolean
  now: Date
}

/** Result of a restore. */
interface Restored {
  ledgerHash: string
  /** Jobs that were waiting and are given up until somebody asks for them. */
  heldJobs: number
}

/**
 * Refuses a backup that this version cannot restore. Touches no database.
 *
 * @throws BackupRefused
 */
export async function ensureKnownSchema({ migrations, granaryVersion: theirs }: Manifest): Promise<void> {
  if (baselineState(migrations) === 'too old') throw new BackupRefused(whyTooOld('backup', migrations))
  const ours = await listMigrations()
  const isKnown = (await asHere(migrations)).every(
    ({ name, checksum }, index) => ours[index]?.name === name && ours[index].checksum === checksum,
  )
  if (isKnown) return
  throw new BackupRefused(message('backupIsUnknownHere', { theirs, ours: granaryVersion() }))
}

/** Lists the applied migrations as this version has them: the baseline in place of those that came before it. */
async function asHere(applied: AppliedMigration[]): Promise<AppliedMigration[]> {
  return baselineState(applied) === 'here' ? applied : (await listMigrations()).filter(isOfBaseline)
}

/**
 * Fills an empty database with a backup that `checkArchive` found sound. The rows come in whole or not at all; a backup of an
 * earlier version is then brought up to this one.
 *
 * @throws BackupRefused where the database is not empty or in use, or the ledger is not the one that was backed up
 */
export async function restoreBackup(
  options: RestoreOptions,
  file: BackupFile,
  manifest: Manifest,
): Promise<Restored> {
  const { database } = options
  const theirs = await asHere(manifest.migrations)
  await onConnection(database, (client) =>
    unlimited(client, async () => {
      await ensureAlone(client, database)
      await ensureEmpty(client)
      ensureNotBeyond(theirs, await asHere(await readApplied(client)))
    }),
  )
  await migrate(database, { upTo: theirs.at(-1)?.name ?? '' })
  const { hash, held } = await onConnection(database, async (client) => {
    const loaded = await unlimited(client, () => load(client, options, file, manifest))
    await unlimited(client, () => client.query('analyze'))
    return loaded
  })
  // Nobody serves what is being restored.
  await migrate(database, { noticeMs: 0 })
  await onConnection(database, (client) =>
    unlimited(client, async () => {
      await client.query(SKIP_NUMBERS)
      await explainHeld(client, held)
      await endRuns(client, options.now)
    }),
  )
  return { ledgerHash: hash, heldJobs: held.jobs.length }
}

/** Others would write into what is being filled, or have remembered that it is empty. */
async function ensureAlone(client: Client, database: Database): Promise<void> {
  if (!(await isUsedByOthers(client, database))) return
  throw new BackupRefused(message('databaseIsShared', {}))
}

function ensureNotBeyond(theirs: AppliedMigration[], applied: AppliedMigration[]): void {
  if (applied.length <= theirs.length) return
  throw new BackupRefused(message('databaseIsBeyondBackup', {}))
}

async function load(
  client: Client,
  { files, resumesJobs, now }: RestoreOptions,
  file: BackupFile,
  manifest: Manifest,
): Promise<{ hash: string; held: Held }> {
  const loading = await Loading.begin(client, manifest)
  const sums = manifest.parts.values()
  for await (const { name, bytes } of readParts(file)) {
    if (name === MANIFEST_NAME) break
    const sum = sums.next().value
    if (sum?.name !== name) throw new BackupRefused(message('backupChanged', { part: name }))
    if (isFilePart(sum)) await putFile(files, sum, bytes)
    else await addRows(loading, name, await soundBytes(sum.sha256, bytes))
  }
  await loading.finish(manifest)
  const hash = await ledgerHash(client)
  if (hash !== manifest.ledgerHash) throw new BackupRefused(message('ledgerIsOther', {}))
  const held = resumesJobs ? { jobs: [], questions: [] } : await holdJobs(client, now)
  return { hash, held }
}

async function soundBytes(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read = await bytesOf(bytes)
  if (createHash('sha256').update(read).digest('hex') !== sha256)
    throw new BackupRefused(message('backupChanged', {}))
  return read
}

async function addRows(loading: Loading, name: string, bytes: Buffer): Promise<void> {
  const [, table = ''] = name.split('/')
  const lines = bytes.toString().trimEnd().split('\n')
  // Written so by write-backup.ts.
  await loading.add(
    table,
    lines.map((line) => JSON.parse(line) as string),
  )
}

/** Ids of what was given up. */
interface Held {
  jobs: string[]
  questions: string[]
}

/**
 * Gives up what was waiting to be done when a backup was made: nobody can see here what was done afterwards, and a mail is not sent
 * twice without anybody having said so. A platform admin has it done by trying the job again.
 */
async function holdJobs(client: Client, now: Date): Promise<Held> {
  const jobs = await client.query<{ id: string }>(
    `update jobs set status = 'failed', finished_at = $1, lease_id = null where status = 'queued' returning id`,
    [now],
  )
  const questions = await client.query<{ id: string }>(
    `update expert_questions set status = 'failed' where status = 'queued' returning id`,
  )
  return { jobs: jobs.rows.map(({ id }) => id), questions: questions.rows.map(({ id }) => id) }
}

/** Says of what was given up why, to its asker too: once the tables are those of this version, for earlier ones hold no messages. */
async function explainHeld(client: Client, { jobs, questions }: Held): Promise<void> {
  const why = storedMessage(message('waitedInABackup', {}))
  await client.query('update jobs set last_problem = $2 where id = any($1)', [jobs, why])
  await client.query('update expert_questions set last_problem = $2 where id = any($1)', [questions, why])
}

/** Ends the backup that is being made in every backup, and what else waited. */
async function endRuns(client: Client, now: Date): Promise<void> {
  await client.query(
    `update backup_runs set status = 'failed', finished_at = $1, problem = $2 where status = 'queued'`,
    [now, storedMessage(message('waitedInABackup', {}))],
  )
}
