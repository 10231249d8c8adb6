import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream, ReadableWritablePair } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import { message } from '../../words/catalogue.ts'
import { reasonWhyNot } from '../why-not.ts'
import { encrypting, type BackupFile, type Lock } from './encryption.ts'
import { BackupRefused, parseManifest, type Manifest, type PartSum } from './manifest.ts'
import { ensureSealed, sealing, withoutSeal } from './seal.ts'

/** It holds what people sign in with, in a form that can be guessed at. */
const OWNER_ONLY = 0o600

/**
 * Writes a backup: a tar file of parts, compressed by Zstandard, with a seal behind, all of it encrypted where there is a lock. It has another name until it is whole, so that what has
 * the name of a backup is one.
 */
export class ArchiveWriter {
  readonly #target: string
  readonly #unfinished: string
  readonly #tar = createTarPacker()
  readonly #written: Promise<void>
  readonly #parts: PartSum[] = []

  /** @throws BackupRefused where there is a file of that name, or none can be made there */
  static async open(target: string, lock?: Lock): Promise<ArchiveWriter> {
    ensureFree(target)
    const encryption = lock && encrypting(lock)
    const unfinished = `${target}.${randomBytes(3).toString('hex')}.unfinished`
    const made = await open(unfinished, 'wx', OWNER_ONLY).catch((error: Error) => {
      throw notWritten(target, error)
    })
    await made.close()
    return new ArchiveWriter(target, unfinished, encryption)
  }

  private constructor(target: string, unfinished: string, encryption?: ReturnType<typeof encrypting>) {
    this.#target = target
    this.#unfinished = unfinished
    // The same stream, to Node's types and to the web's.
    const parts = Readable.fromWeb(this.#tar.readable as ReadableStream)
    const file = createWriteStream(unfinished, { flush: true })
    this.#written = encryption
      ? pipeline(parts, createZstdCompress(), sealing(), encryption, file)
      : pipeline(parts, createZstdCompress(), sealing(), file)
    // Whoever adds the next part is told, or who finishes.
    this.#written.catch(() => undefined)
  }

  /** A place beside the backup for what has to be whole before it is added. If the process is killed it is left, and goes by the same name as the rest. */
  get spool(): string {
    return this.#unfinished.replace(/unfinished$/, 'part.unfinished')
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await this.#write(name, bytes.length, [bytes])
    this.#parts.push({ name, sizeBytes: bytes.length, sha256 })
  }

  /** Adds a local file of which size and SHA-256 are known. */
  async addFile({ name, sizeBytes, sha256 }: PartSum, file: string): Promise<void> {
    await this.#write(name, sizeBytes, createReadStream(file))
    this.#parts.push({ name, sizeBytes, sha256 })
  }

  /** Ends the backup, has it on the disk, and gives it its name. */
  async finish(manifest: object): Promise<void> {
    const text = JSON.stringify({ ...manifest, parts: this.#parts })
    const bytes = Buffer.from(text)
    await this.#write(MANIFEST_NAME, bytes.length, [bytes])
    this.#tar.controller.finalize()
    await this.#written.catch((error: unknown) => {
      throw this.#inWords(error)
    })
    await giveName(this.#unfinished, this.#target)
  }

  /** Leaves nothing behind of a backup that did not come to its end. */
  async discard(): Promise<void> {
    this.#tar.controller.error(new Error('the backup was given up'))
    await this.#written.catch(() => undefined)
    await rm(this.#unfinished, { force: true })
  }

  async #write(
    name: string,
    size: number,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    try {
      const writer = this.#tar.controller.add({ name, size, mode: OWNER_ONLY }).getWriter()
      for await (const chunk of bytes) await writer.write(chunk)
      await writer.close()
    } catch (error) {
      throw this.#inWords(error)
    }
  }

  /** Turns a disk's error, most often that it is full, into words for people, who have to mend it. */
  #inWords(error: unknown): unknown {
    if (!(error instanceof Error) || !('syscall' in error)) return error
    return notWritten(this.#target, error)
  }
}

function notWritten(file: string, error: Error): BackupRefused {
  const said = message('backupIsNotWritten', { file, reason: reasonWhyNot(error) })
  return new BackupRefused(said, { cause: error })
}

function ensureFree(target: string): void {
  if (existsSync(target)) throw new BackupRefused(message('backupIsThere', { file: target }))
}

/** A second name cannot be given over somebody else's file, as a rename could. Disks such as USB sticks often know no second names. */
async function giveName(unfinished: string, target: string): Promise<void> {
  try {
    await link(unfinished, target)
    await rm(unfinished)
  } catch (error) {
    ensureFree(target)
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    await rename(unfinished, target)
  }
  await using directory = await open(path.dirname(target))
  await directory.sync()
}

export const MANIFEST_NAME = 'manifest.json'

/** A part as it is read. Its bytes have to be read to their end before the next part is asked for. */
export interface ArchivePart {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Reads a whole backup and answers its manifest, once every byte has been held against the seal and every part against its own checksum.
 * An archive of another kind is read by its own `parse`.
 *
 * @throws BackupRefused for what is no whole backup, is damaged, or is of a later format
 */
export async function checkArchive(file: BackupFile): Promise<Manifest>
export async function checkArchive<M extends { parts: PartSum[] }>(
  file: BackupFile,
  parse: (text: string) => M,
): Promise<M>
export async function checkArchive(
  file: BackupFile,
  parse: (text: string) => { parts: PartSum[] } = parseManifest,
): Promise<{ parts: PartSum[] }> {
  await ensureSealed(file)
  const sums: PartSum[] = []
  let manifest: { parts: PartSum[] } | undefined
  for await (const { name, bytes } of readParts(file)) {
    if (name === MANIFEST_NAME) manifest = parse(await textOf(bytes))
    else sums.push({ name, ...(await sumOf(bytes)) })
  }
  if (!manifest) throw new BackupRefused(message('fileIsNoBackup', { file: file.name }))
  if (JSON.stringify(sums) !== JSON.stringify(manifest.parts))
    throw new BackupRefused(message('backupHasOtherParts', { file: file.name }))
  return manifest
}

/** The parts of a backup in their order; the manifest is the last. */
export async function* readParts(file: BackupFile): AsyncGenerator<ArchivePart> {
  const tar = createZstdDecompress()
  // What goes wrong is seen where `tar` is read.
  pipeline(await file.read(), withoutSeal, tar).catch(() => undefined)
  // The same streams, to Node's types and to the web's.
  const decoder = createTarDecoder({ strict: true }) as ReadableWritablePair<ParsedTarEntry, Uint8Array>
  try {
    for await (const { header, body } of Readable.toWeb(tar).pipeThrough(decoder))
      yield { name: header.name, bytes: body }
  } finally {
    tar.destroy()
  }
}

/** All the bytes of an entry: of one that is known to be small. */
export async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes))
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytesOf(bytes)).toString()
}

/** Size and SHA-256 of what is read. */
export async function sumOf(
  bytes: AsyncIterable<Uint8Array>,
): Promise<Pick<PartSum, 'sizeBytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
