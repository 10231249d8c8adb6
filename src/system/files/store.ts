import { openAsBlob } from 'node:fs'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ByteRange } from '../../http/serve/send-bytes.ts'
import { Refusal } from '../../kernel/errors.ts'
import { openSigner, type CredentialSource } from './s3-credentials.ts'
import { message } from '../../words/catalogue.ts'

/**
 * A store for the bytes of files, under keys of ours: lower-case letters, digits, `-` and `/`. Nothing is ever written twice under one key. The
 * database's facts about a file are in its row; a store knows bytes alone.
 */
export interface FileStore {
  /** Keeps a local file's bytes, safe from a power cut once it returns. The local file may be gone afterwards. */
  put(key: string, file: LocalFile): Promise<void>
  /** The bytes in a range; refuses with `unavailable` where the store cannot be reached, and with `file_lost` where they are not there. */
  read(key: string, range: ByteRange): Promise<Readable>
  /** Removes the bytes, where there are any. */
  remove(key: string): Promise<void>
}

export interface LocalFile {
  path: string
  sizeBytes: number
  sha256: Buffer
}

export interface FileSettings {
  /** Holds the files where no S3 is given; and with either, those that are just arriving. */
  directory: string
  s3: S3Settings | undefined
  /** Most bytes that one organisation may store. */
  quotaBytes: number
}

/** All that the operations on files share. */
export interface Files {
  store: FileStore
  /** Directory in which uploads arrive: on the disk of the directory store, so that storing them is a rename. */
  incoming: string
  quotaBytes: number
}

/** Opens the store that the settings name. Touches neither disk nor network. */
export function openFiles({ directory, s3, quotaBytes }: FileSettings): Files {
  const root = path.resolve(directory)
  return {
    store: s3 ? openS3Store(s3) : openDirectoryStore(root),
    incoming: path.join(root, 'incoming'),
    quotaBytes,
  }
}

/** Keeps files below a directory: the key is the path. They must arrive on the same disk. */
function openDirectoryStore(root: string): FileStore {
  const pathOf = (key: string) => path.join(root, 'kept', key)
  return {
    async put(key, file) {
      await sync(file.path)
      const target = pathOf(key)
      // Whatever mode a file has: that of a picture is the encoder's choice.
      const made = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rename(file.path, target)
      await sync(path.dirname(target))
      // A directory made just now is an entry in the one above it, which a power cut could forget as well.
      if (made !== undefined) await syncUpTo(path.dirname(made), path.dirname(target))
    },
    async read(key, { first, last }) {
      const handle = await openWhole(key, pathOf(key), last)
      return handle.createReadStream({ start: first, end: last })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Opens a file that has a byte at `last`: half of one would be half an answer, and whoever is sent it waits for the rest. */
async function openWhole(key: string, name: string, last: number): Promise<FileHandle> {
  const handle = await open(name).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? fileLost(key, error) : error
  })
  const { size } = await handle.stat()
  if (size > last) return handle
  await handle.close()
  throw fileLost(key, new Error(`it has ${size} bytes, and byte ${last} was asked for`))
}

/** Makes sure that a file, or the names in a directory, are on the disk. */
async function sync(name: string): Promise<void> {
  const handle = await open(name)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncUpTo(top: string, directory: string): Promise<void> {
  for (let each = path.dirname(directory); each.startsWith(top); each = path.dirname(each)) {
    await sync(each)
    if (each === top) return
  }
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  credentials: CredentialSource
}

/** For the first byte, not for all of them. */
const ANSWER_SECONDS = 30
/** The largest film over a slow line. */
const LONGEST_PUT_SECONDS = 15 * 60
/** A line slower than most: so that a store that hangs is not waited for that long with a photograph. */
const LEAST_BYTES_A_SECOND = 50_000

/** A bucket, which also knows what lies in it. */
interface S3Store extends FileStore {
  /** The objects whose keys begin so, in the order of their keys. */
  list(prefix: string): Promise<{ name: string; sizeBytes: number }[]>
}

/** Keeps files in a bucket of S3, or of anything that speaks it. The bucket is named in the path, as all of them understand. */
export function openS3Store(config: S3Settings): S3Store {
  const findSigner = openSigner(config.credentials, config.region)
  const ask = async (key: string, init: RequestInit, seconds: number): Promise<Response> => {
    const url = `${config.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(config.bucket)}/${key}`
    const tooLate = new AbortController()
    const timer = setTimeout(() => tooLate.abort(), seconds * 1000)
    try {
      const signer = await findSigner()
      return await signer.fetch(url, { ...init, signal: tooLate.signal })
    } catch (cause) {
      throw storeUnreachable(cause)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async put(key, file) {
      // The store is told the checksum, and refuses what reached it damaged.
      const headers = { 'x-amz-content-sha256': file.sha256.toString('hex') }
      const body = await openAsBlob(file.path)
      const seconds = Math.min(ANSWER_SECONDS + file.sizeBytes / LEAST_BYTES_A_SECOND, LONGEST_PUT_SECONDS)
      await expectDone(await ask(key, { method: 'PUT', headers, body }, seconds))
    },
    async read(key, { first, last }) {
      const answer = await ask(key, { headers: { range: `bytes=${first}-${last}` } }, ANSWER_SECONDS)
      await expectBytes(key, answer, { first, last })
      // The same stream, to Node's types and to the web's.
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' }, ANSWER_SECONDS)
      if (answer.status !== 404) await expectDone(answer)
    },
    async list(prefix) {
      const found: { name: string; sizeBytes: number }[] = []
      for (let next: string | undefined = ''; next !== undefined;) {
        const query: Record<string, string> = {
          ...(next !== '' && { 'continuation-token': next }),
          'list-type': '2',
          prefix,
        }
        const answer = await ask(`?${new URLSearchParams(query).toString()}`, {}, ANSWER_SECONDS)
        if (!answer.ok) throw await problemOf(answer)
        const page = await answer.text()
        found.push(...objectsIn(page))
        next = textOf(page, 'NextContinuationToken')
      }
      return found
    },
  }
}

/** The objects of a page of ListObjectsV2. Keys are ours, and have nothing in them that XML would escape. */
function objectsIn(page: string): { name: string; sizeBytes: number }[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, each = '']) => ({
    name: textOf(each, 'Key') ?? '',
    sizeBytes: Number(textOf(each, 'Size')),
  }))
}

function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
}

async function expectDone(answer: Response): Promise<void> {
  if (!answer.ok) throw await problemOf(answer)
  await answer.body?.cancel()
}

/** That the answer has all the bytes asked for: half of them would be half an answer to whoever is sent them. */
async function expectBytes(key: string, answer: Response, { first, last }: ByteRange): Promise<void> {
  const range = answer.headers.get('content-range') ?? ''
  if (answer.status === 206 && range.startsWith(`bytes ${first}-${last}/`)) return
  const problem = await problemOf(answer)
  // A bucket that is not there is a wrong setting, and no file is lost by it.
  const isLost = [206, 404, 416].includes(answer.status) && !problem.message.includes('NoSuchBucket')
  throw isLost ? fileLost(key, problem) : problem
}

/** Describes what is wrong with an answer, in the words of the store. */
async function problemOf(answer: Response): Promise<Error> {
  // What it sends in place of a refusal may be a whole film.
  const said = answer.ok ? answer.body?.cancel() : answer.text()
  const problem = new Error(`the file store answered ${answer.status}: ${((await said) ?? '').slice(0, 500)}`)
  return answer.status >= 500 || answer.status === 429 ? storeUnreachable(problem) : problem
}

// What a store of files cannot do. Why goes into the log, by way of the cause, and never to the caller.

/** The refusal for bytes that were stored and are not there, or not all of them. */
export function fileLost(key: string, cause: unknown): Refusal {
  const refusal = new Refusal('file_lost', message('fileIsLost', {}), { details: { path: key } })
  refusal.cause = cause
  return refusal
}

/** The refusal for a store that cannot be reached, or cannot answer just now. */
function storeUnreachable(cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', message('fileStoreIsAway', {}))
  refusal.cause = cause
  return refusal
}
