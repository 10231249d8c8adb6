import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '../../http/serve/send-bytes.ts'
import { sumOf } from '../archives/archive.ts'
import { fileLost, openS3Store, type S3Settings } from '../files/store.ts'

const UNFINISHED = /^granary-.*\.unfinished$/

/** The place in which backups are kept that are made by themselves: a folder, or a bucket of S3. */
export interface BackupPlace {
  /** A path, or a bucket with its address: for people. */
  where: string
  /** Answers the path on this machine at which a backup of this name is written first. Leftovers of one that was cut off go. */
  begin: (name: string) => Promise<string>
  /** Keeps what was written there, and answers its bytes. */
  keep: (name: string) => Promise<number>
  /** All that lies there, of whatever kind. */
  list: () => Promise<Lying[]>
  /** @throws Refusal `file_lost`, or `unavailable` where the bucket cannot be reached */
  read: (name: string, range: ByteRange) => Promise<Readable>
  /** The path of a backup on this machine, brought there where it lies elsewhere; `folder` is the caller's. */
  fetch: (found: Lying, folder: string) => Promise<string>
  remove: (name: string) => Promise<void>
}

interface Lying {
  name: string
  sizeBytes: number
}

interface PlaceSettings {
  /** The folder of backups, or the one in which they are written before they go to the bucket. */
  directory: string
  s3: S3Settings | undefined
}

/** Opens the place that the settings name. Touches neither disk nor network. */
export function openBackupPlace({ directory, s3 }: PlaceSettings): BackupPlace {
  const folder = path.resolve(directory)
  return s3 ? bucketPlace(folder, s3) : folderPlace(folder)
}

function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string) => path.join(folder, name)
  return {
    where: folder,
    begin: (name) => beginIn(folder, name),
    // It was given its name there once it was whole and on the disk.
    keep: async (name) => (await stat(pathOf(name))).size,
    list: async () =>
      Promise.all(
        (await namesIn(folder)).map(async (name) => ({ name, sizeBytes: (await stat(pathOf(name))).size })),
      ),
    async read(name, { first, last }) {
      const file = await open(pathOf(name)).catch((error: unknown) => {
        throw fileLost(name, error)
      })
      return file.createReadStream({ start: first, end: last })
    },
    fetch: async ({ name }) => pathOf(name),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

function bucketPlace(folder: string, s3: S3Settings): BackupPlace {
  const store = openS3Store(s3)
  return {
    where: `s3://${s3.bucket} (${new URL(s3.endpoint).host})`,
    begin: (name) => beginIn(folder, name),
    async keep(name) {
      const file = path.join(folder, name)
      try {
        const { sizeBytes, sha256 } = await sumOf(createReadStream(file))
        await store.put(name, { path: file, sizeBytes, sha256: Buffer.from(sha256, 'hex') })
        return sizeBytes
      } finally {
        await rm(file, { force: true })
      }
    },
    list: () => store.list('granary-'),
    read: (name, range) => store.read(name, range),
    async fetch({ name, sizeBytes }, target) {
      const file = path.join(target, name)
      const handle = await open(file, 'wx', 0o600)
      await pipeline(await store.read(name, { first: 0, last: sizeBytes - 1 }), handle.createWriteStream())
      return file
    },
    remove: (name) => store.remove(name),
  }
}

async function beginIn(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const each of await namesIn(folder))
    if (UNFINISHED.test(each)) await rm(path.join(folder, each), { force: true })
  return path.join(folder, name)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
