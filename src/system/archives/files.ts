import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from '../../db/snapshot.ts'
import type { ByteRange } from '../../http/serve/send-bytes.ts'
import { AtMost } from '../../kernel/concurrency.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Files, FileStore } from '../../system/files/store.ts'
import { message } from '../../words/catalogue.ts'
import { reasonWhyNot } from '../why-not.ts'
import { BackupRefused, type PartSum } from './manifest.ts'
import { sumOf, type ArchiveWriter } from './archive.ts'

/** Begins the names of parts that are uploaded files. */
export const PREFIX = 'files/'
const OWNER_ONLY = 0o600
/** A bucket answers in some milliseconds, and there may be very many files. */
const FILES_AT_ONCE = 8

/** An uploaded file as a snapshot knows it: its part is named by its key. */
type StoredSum = PartSum

/** The uploaded files that a snapshot knows. Their bytes never change, so they can be read after it. */
export async function readStoredFiles(client: Client): Promise<StoredSum[]> {
  const { rows } = await client.query<StoredSum>(
    `select storage_key as name, size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256 from files order by storage_key`,
  )
  return rows
}

/**
 * Adds uploaded files to a backup.
 *
 * @returns the keys of those that the store has not got, or not as they were: one lost photograph holds up no backup
 * @throws Refusal `unavailable` where the store cannot be reached; BackupRefused where it does not give a file, or there is no room for it
 */
export async function addFiles(
  archive: ArchiveWriter,
  store: FileStore,
  files: StoredSum[],
): Promise<string[]> {
  const missing: string[] = []
  try {
    for (const file of files) {
      const isThere = await fetchFile(store, file, archive.spool)
      if (isThere) await archive.addFile({ ...file, name: PREFIX + file.name }, archive.spool)
      else missing.push(file.name)
    }
  } finally {
    await rm(archive.spool, { force: true })
  }
  return missing
}

/**
 * The keys of the files that the store has not got, or not whole.
 *
 * @throws Refusal `unavailable` where the store cannot be reached
 */
export async function findLostFiles(
  store: Pick<FileStore, 'read'>,
  files: Pick<StoredSum, 'name' | 'sizeBytes'>[],
): Promise<string[]> {
  const asking = new AtMost(FILES_AT_ONCE)
  const lost = await Promise.all(
    files.map(({ name, sizeBytes }) =>
      asking.run(async () => {
        const last = sizeBytes - 1
        return (await isThere(store, name, { first: last, last })) ? [] : [name]
      }),
    ),
  )
  return lost.flat()
}

async function isThere(store: Pick<FileStore, 'read'>, key: string, range: ByteRange): Promise<boolean> {
  try {
    for await (const _bytes of await store.read(key, range));
    return true
  } catch (error) {
    if (isLost(error)) return false
    throw error
  }
}

/** Brings a file here whole first: what a store breaks off half-way would spoil the archive. False where it is lost or not as it was. */
export async function fetchFile(
  store: FileStore,
  { name, sizeBytes, sha256 }: StoredSum,
  target: string,
): Promise<boolean> {
  if (sizeBytes === 0) return false
  try {
    const sum = await save(await store.read(name, { first: 0, last: sizeBytes - 1 }), target)
    return sum.sizeBytes === sizeBytes && sum.sha256 === sha256
  } catch (error) {
    if (isLost(error)) return false
    if (error instanceof Refusal || !(error instanceof Error)) throw error
    const said = message('fileIsNotCopied', { name, reason: reasonWhyNot(error) })
    throw new BackupRefused(said, { cause: error })
  }
}

/**
 * True where bytes are gone, or the disk no longer gives them. Where the store does not let us in, or there is no room for the copy,
 * nothing is lost. Otherwise every file would be missing in a so-called backup.
 */
function isLost(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'file_lost'
  return error instanceof Error && 'syscall' in error && error.syscall === 'read'
}

/** True for a part of a backup that is an uploaded file. */
export function isFilePart({ name }: Pick<PartSum, 'name'>): boolean {
  return name.startsWith(PREFIX)
}

/**
 * Puts an uploaded file of a backup into the store, under the key that its part is named by, or another one.
 *
 * @throws BackupRefused where it is not what the backup says
 */
export async function putFile(
  { store, incoming }: Pick<Files, 'store' | 'incoming'>,
  { name, sizeBytes, sha256 }: PartSum,
  bytes: AsyncIterable<Uint8Array>,
  key = name.slice(PREFIX.length),
): Promise<void> {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key))
    throw new BackupRefused(message('isNoFileName', { name: key }))
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const arrived = path.join(incoming, newId())
  try {
    const sum = await save(bytes, arrived)
    if (sum.sha256 !== sha256) throw new BackupRefused(message('backupChanged', { part: name }))
    await store.put(key, { path: arrived, sizeBytes, sha256: Buffer.from(sha256, 'hex') })
  } finally {
    await rm(arrived, { force: true })
  }
}

async function save(
  bytes: AsyncIterable<Uint8Array> | Readable,
  target: string,
): Promise<Pick<PartSum, 'sizeBytes' | 'sha256'>> {
  // Open before the first byte: a stream that opens it itself may still make it after its source has failed and it was taken away.
  const file = await open(target, 'w', OWNER_ONLY)
  const seen = new PassThrough()
  const [sum] = await Promise.all([sumOf(seen), pipeline(bytes, seen, file.createWriteStream())])
  return sum
}
