import { open, readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'
import { examineText, findKind, UNKNOWN_KIND, MAX_PIXELS, maxBytesOf } from './kinds.ts'
import { message, type Message } from '../../words/catalogue.ts'

// A program of its own: node examiner.ts <file> <where an image goes>. It alone looks inside what strangers send, so that
// what breaks a decoder, or keeps it busy for ever, ends here. It prints its verdict as one line of JSON.

/** The kind of a file, or what is wrong with it. */
export type Verdict = { contentType: string; isEncoded: boolean } | { problem: Message }

const loaders: Record<string, string[]> = {
  'image/jpeg': ['VipsForeignLoadJpegFile'],
  'image/png': ['VipsForeignLoadPngFile'],
  'image/webp': ['VipsForeignLoadWebpFile'],
  'image/gif': ['VipsForeignLoadNsgifFile'],
}

/** Quality 90 shows no difference in a grain sample, and is about as large as what came in. */
const encoders: Record<string, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
  'image/gif': (image) => image.gif(),
}

async function examine(file: string, target: string): Promise<Verdict> {
  const found = await fileTypeFromFile(file)
  // Text may begin with what other kinds begin with (a table about "BM…"), so it is judged whole before it is refused.
  const isTaken = found !== undefined && findKind(found.mime) !== undefined
  const contentType = isTaken ? found.mime : ((await textType(file)) ?? found?.mime)
  if (contentType === undefined) return { contentType: UNKNOWN_KIND, isEncoded: false }
  if (!findKind(contentType)?.isImage) return { contentType, isEncoded: false }
  return encode(file, target, contentType)
}

/** Text is held in memory to be judged, so none is larger than a document may be. */
const MAX_TEXT_BYTES = maxBytesOf.files

async function textType(file: string): Promise<string | undefined> {
  // A film is no text; its first bytes say so already.
  const { size } = await stat(file)
  if (size > MAX_TEXT_BYTES) return undefined
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
  if (buffer.subarray(0, bytesRead).includes(0) && buffer[0] !== 0xff) return undefined
  return examineText(await readFile(file))
}

/** Pixels in, pixels out: position, camera and whatever else hid in the file stay behind. */
async function encode(file: string, target: string, contentType: string): Promise<Verdict> {
  // Loaded for images alone: it is most of what starting this program takes.
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders[contentType] ?? [] })
  sharp.cache(false)
  sharp.concurrency(1)
  const image = sharp(file, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: contentType !== 'image/png',
  })
  try {
    await encoders[contentType]?.(image.autoOrient()).toFile(target)
    return { contentType, isEncoded: true }
  } catch (error) {
    const isHuge = error instanceof Error && /pixel limit/i.test(error.message)
    return {
      problem: isHuge
        ? message('hasTooManyPixels', { megapixels: MAX_PIXELS / 1_000_000 })
        : message('isNotWhatItSays', { contentType }),
    }
  }
}

const [file = '', target = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await examine(file, target)))
