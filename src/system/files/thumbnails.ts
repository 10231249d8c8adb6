import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { AtMost } from '../../kernel/concurrency.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { findKind, savedName } from './kinds.ts'
import { MAX_PIXELS } from './limits.ts'

/** Enough for the pictures of a few pages of tickets. */
const KEPT_BYTES = 32 * 1024 * 1024

/** By file and width: a file's bytes never change. */
const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })

/** A picture that is made smaller takes a core for a moment. */
const making = new AtMost(2)

const CONTENT_TYPE = 'image/webp'

/** A picture at most so many pixels wide, as WebP; of an animation the first one. */
export async function thumbnailOf(
  file: Bytes,
  { key, name, width }: { key: string; name: string; width: number },
): Promise<Bytes> {
  if (!findKind(file.contentType)?.isImage)
    refuseFaults([fault('width', 'is for pictures, and this file is none', 'wrong_kind')])
  const place = `${key} ${width}`
  const small =
    kept.get(place) ?? (await making.run(async () => makeSmall(await buffer(await readWhole(file)), width)))
  kept.set(place, small)
  return {
    fileName: savedName(name, CONTENT_TYPE),
    contentType: CONTENT_TYPE,
    sizeBytes: small.length,
    version: { file: file.version, width },
    open: async ({ first, last }) => Readable.from([small.subarray(first, last + 1)]),
  }
}

const readWhole = ({ open, sizeBytes }: Bytes) => open({ first: 0, last: sizeBytes - 1 })

/** What is stored was decoded and encoded again when it came, in a process of its own: these bytes are of our own making. */
async function makeSmall(bytes: Buffer, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}
