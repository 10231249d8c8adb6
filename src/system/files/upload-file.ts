import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ensureCallersOrganisation, type Actor } from '../../http/actor.ts'
import type { ReceivedFile } from '../../http/serve/receive-form.ts'
import { Refusal, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { maxBytesOf, findKind, endingsOf, UNKNOWN_KIND, EXAMINE_SECONDS, type Bucket } from './kinds.ts'
import { storedFile, usedBytes } from './queries.ts'
import type { StoredFile, UploadForm } from './schema.ts'
import { ensureConfirmed, shareFaults } from './share-files.ts'
import type { Files, LocalFile } from './store.ts'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AtMost } from '../../kernel/concurrency.ts'
import type { Verdict } from './examiner.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Makes a file of bytes that are in the store. From here on they are no longer unfinished.
 *
 * @throws Refusal `quota_exceeded`
 */
export async function uploadFile(
  files: Files,
  trx: Transaction,
  actor: Actor,
  form: UploadForm,
  kept: KeptFile,
): Promise<StoredFile> {
  // Or two uploads could both take the last of the quota.
  await lockOrganisation(trx, actor.organisationId)
  ensureQuota(files, kept.sizeBytes, await usedBytes(trx, actor.organisationId))
  const { numDeletedRows } = await trx
    .deleteFrom('unfinished_files')
    .where('storage_key', '=', kept.storageKey)
    .where('created_at', '=', actor.now)
    .executeTakeFirstOrThrow()
  // Housekeeping took the bytes for abandoned: a file of them would have none.
  if (numDeletedRows === 0n) throw new Refusal('unavailable', message('uploadTookTooLong', {}))
  const row = await trx
    .insertInto('files')
    .values({
      id: kept.id,
      organisation_id: actor.organisationId,
      user_id: actor.userId,
      user_name: actor.userName,
      bucket: form.bucket,
      type: form.type,
      name: tidied(form.name),
      content_type: kept.contentType,
      size_bytes: kept.sizeBytes,
      sha256: kept.sha256,
      storage_key: kept.storageKey,
      organisations: kept.organisations,
      created_at: actor.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendEvent(trx, actor, {
    type: 'file.uploaded',
    subject: row.id,
    data: { bucket: row.bucket, type: row.type, contentType: row.content_type, sizeBytes: row.size_bytes },
  })
  return storedFile(row)
}

/** Bytes that are in the store and belong to no file yet. */
interface KeptFile {
  id: string
  storageKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  /** The organisations it will be shared with. */
  organisations: string[]
}

/**
 * Judges an upload and puts its bytes into the store. All that is slow about an upload happens here, before its
 * transaction. The bytes are entered as unfinished first, so that none are ever in the store unknown.
 *
 * @throws Refusal `forbidden`, `invalid_input`, `body_too_large`, `quota_exceeded`, `unsupported_media_type`, `unavailable`
 */
export async function storeFile(
  files: Files,
  db: Kysely<Tables>,
  actor: Actor,
  form: UploadForm,
  received: ReceivedFile,
): Promise<KeptFile> {
  ensureCallersOrganisation(actor, form.organisationId)
  const organisations = sharedWith(form, actor)
  refuseFaults([...formFaults(form, received), ...(await shareFaults(db, organisations))])
  ensureFits(form, received)
  ensureQuota(files, received.sizeBytes, await usedBytes(db, actor.organisationId))

  const { contentType, path } = await examine(received.path, form.bucket)
  try {
    if (organisations.length > 0) ensureConfirmed(contentType, form.mayTellPosition === 'true')
    const local = path === received.path ? received : await measure(path)
    const id = newId()
    // Two letters of chance, or one directory would hold every file there is.
    const storageKey = `${form.bucket}/${id.slice(-2)}/${id}`
    await db
      .insertInto('unfinished_files')
      .values({ storage_key: storageKey, created_at: actor.now })
      .execute()
    await files.store.put(storageKey, local)
    return { id, storageKey, contentType, sizeBytes: local.sizeBytes, sha256: local.sha256, organisations }
  } finally {
    if (path !== received.path) await rm(path, { force: true })
  }
}

/** Takes kept bytes back, and what says that they are unfinished. */
export async function discardStoredBytes(
  { store }: Files,
  db: Kysely<Tables>,
  { storageKey }: Pick<KeptFile, 'storageKey'>,
): Promise<void> {
  await store.remove(storageKey)
  await db.deleteFrom('unfinished_files').where('storage_key', '=', storageKey).execute()
}

/**
 * An organisation's files may take up so much together.
 *
 * @throws Refusal `quota_exceeded`
 */
function ensureQuota({ quotaBytes }: Pick<Files, 'quotaBytes'>, sizeBytes: number, used: number): void {
  if (used + sizeBytes <= quotaBytes) return
  throw new Refusal('quota_exceeded', message('hasNoRoomForFile', {}), {
    details: { usedBytes: used, quotaBytes, sizeBytes },
  })
}

/** The organisations of a form's list, each once and without the owner. */
function sharedWith({ organisations = '' }: UploadForm, { organisationId }: Actor): string[] {
  const ids = organisations.split(',').map((each) => each.trim())
  return [...new Set(ids)].filter((id) => id !== '' && id !== organisationId)
}

// Marks that turn text round can make one ending look like another.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function formFaults({ name }: UploadForm, { sizeBytes }: ReceivedFile): Fault[] {
  return [
    ...(UNPRINTABLE.test(name) ? [fault('name', message('hasControls', {}), 'unprintable')] : []),
    ...(sizeBytes === 0 ? [fault('file', message('fileIsEmpty', {}), 'empty')] : []),
  ]
}

/** The form may have named its bucket only after the file. */
function ensureFits({ bucket }: UploadForm, { sizeBytes }: ReceivedFile): void {
  const maxBytes = maxBytesOf[bucket]
  if (sizeBytes <= maxBytes) return
  const said = message('fileIsTooLargeFor', { megabytes: maxBytes / 1024 / 1024, bucket })
  throw new Refusal('body_too_large', said, { details: { maxBytes } })
}

async function measure(path: string): Promise<LocalFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { path, sizeBytes: size, sha256: hash.digest() }
}

const EXAMINER = fileURLToPath(new URL('./examiner.ts', import.meta.url))

/** A file found fit for a bucket. */
export interface Examined {
  contentType: string
  /** The bytes to keep: the file itself, or the image encoded again. */
  path: string
}

/**
 * Decides by its bytes alone what a file is, and whether a bucket takes it. An image is decoded and encoded again, into
 * a file beside it that is the caller's to remove.
 *
 * Looking inside is the work of another process, which has no secrets and is stopped when it takes too long.
 *
 * @throws Refusal `unsupported_media_type` for a kind that the bucket does not take, `invalid_input` for a file that is not what it says
 */
export async function examine(file: string, bucket: Bucket): Promise<Examined> {
  const encoded = `${file}-encoded`
  try {
    const verdict = await examining.run(() => askExaminer(file, encoded))
    if ('problem' in verdict) refuseFaults([fault('file', verdict.problem, 'unreadable')])
    const { contentType, isEncoded } = verdict
    if (!findKind(contentType)?.buckets.includes(bucket)) throw notTaken(bucket, contentType)
    return { contentType, path: isEncoded ? encoded : file }
  } catch (error) {
    await rm(encoded, { force: true })
    throw error
  }
}

function notTaken(bucket: Bucket, contentType: string): Refusal {
  const said = message('fileIsOfOtherKind', {
    ...(contentType !== UNKNOWN_KIND && { contentType }),
    bucket,
    endings: endingsOf(bucket),
  })
  return new Refusal('unsupported_media_type', said, { details: { bucket, contentType } })
}

/** More at once would only take each other's memory. */
const examining = new AtMost(2)

/** Nothing of ours: no settings, no secrets. */
const BARE = {
  env: {},
  timeout: EXAMINE_SECONDS * 1000,
  killSignal: 'SIGKILL',
  maxBuffer: 64 * 1024,
} as const
const MEMORY = '--max-old-space-size=256'

function askExaminer(file: string, target: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [MEMORY, '--no-warnings', EXAMINER, file, target], BARE, (error, stdout) => {
      if (error && typeof error.code === 'string') return reject(error)
      // Stopped, or broken by what it read: the file is to blame.
      if (error) return resolve({ problem: message('breaksItsReader', {}) })
      // The examiner is ours, and prints a verdict.
      resolve(JSON.parse(stdout) as Verdict)
    })
  })
}
