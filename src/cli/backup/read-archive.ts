import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { ReadableWritablePair } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import type { BackupFile } from './encryption.ts'
import { BackupRefused, parseManifest, type Manifest, type PartSum } from './manifest.ts'
import { ensureSealed, withoutSeal } from './seal.ts'

export const MANIFEST_NAME = 'manifest.json'

/** A part as it is read. Its bytes have to be read to their end before the next part is asked for. */
export interface Part {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Reads a whole backup and answers its manifest, once every byte has been held against the seal and every part against its own checksum.
 *
 * @throws BackupRefused for what is no whole backup, is damaged, or is of a later format
 */
export async function checkArchive(file: BackupFile): Promise<Manifest> {
  await ensureSealed(file)
  const sums: PartSum[] = []
  let manifest: Manifest | undefined
  for await (const { name, bytes } of readParts(file)) {
    if (name === MANIFEST_NAME) manifest = parseManifest(await textOf(bytes))
    else sums.push({ name, ...(await sumOf(bytes)) })
  }
  if (!manifest) throw new BackupRefused(`${file.name} is no backup of Granary.`)
  if (JSON.stringify(sums) !== JSON.stringify(manifest.parts))
    throw new BackupRefused(`${file.name} does not hold the parts that it says. Nothing was changed.`)
  return manifest
}

/** The parts of a backup in their order; the manifest is the last. */
export async function* readParts(file: BackupFile): AsyncGenerator<Part> {
  const tar = createZstdDecompress()
  pipeline(await file.read(), withoutSeal, tar, () => undefined)
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
