import { readdir } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import type { Answer, Client } from '../../../test/app.ts'

// Files and forms for tests, made here byte by byte.

export const FILES = '/api/system/files'

export interface TestUpload {
  bytes: Buffer | string
  fields?: Record<string, string>
  fileName?: string
  mimeType?: string
}

/** The form of an upload, its fields first. */
export function formOf({
  bytes,
  fields = {},
  fileName = 'ticket.jpg',
  mimeType = 'image/jpeg',
}: TestUpload): FormData {
  const form = new FormData()
  const all = { bucket: 'files', type: 'weighbridge', name: 'Ticket 4711', ...fields }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  form.append('file', new Blob([Buffer.from(bytes)], { type: mimeType }), fileName)
  return form
}

export async function uploadTo(
  client: Client,
  upload: TestUpload,
  headers?: Record<string, string>,
): Promise<Answer> {
  return client.post(FILES, formOf(upload), headers)
}

/** A picture of noise, which no encoder makes small. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif',
  { width = 64, height = 48 } = {},
): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from(
      { length: width * height * 3 },
      (_each, index) => (index * 7919 + (index >> 3) * 104_729) % 256,
    ),
  )
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

/** A picture of one colour: a few bytes for very many pixels. */
export function bomb(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A GIF of one frame of one colour, again and again. */
export async function longGif(frames: number, side: number): Promise<Buffer> {
  const one = await sharp({ create: { width: side, height: side, channels: 3, background: 'black' } })
    .gif()
    .toBuffer()
  // The last extension before the picture belongs to it; the last byte ends the file.
  const start = one.lastIndexOf(Buffer.from([0x21, 0xf9, 0x04]))
  const frame = one.subarray(start === -1 ? one.indexOf(0x2c) : start, -1)
  return Buffer.concat([
    one.subarray(0, -1),
    ...Array.from({ length: frames - 1 }, () => frame),
    one.subarray(-1),
  ])
}

/** A PNG that says it has another size than it has. */
export function withForgedSize(png: Buffer, side: number): Buffer {
  const forged = Buffer.from(png)
  forged.writeUInt32BE(side, 16)
  forged.writeUInt32BE(side, 20)
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29)
  return forged
}

/** A PNG with a text chunk of any content after its header. */
export function withTextChunk(png: Buffer, text: string): Buffer {
  const body = Buffer.concat([Buffer.from('tEXt'), Buffer.from(`Comment\0${text}`, 'latin1')])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** A ZIP archive. */
export function zip(entries: Record<string, Buffer | string>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}

/** A document of an office program, as far as its type goes. */
export function officeDocument(contentType: string, more: Record<string, Buffer | string> = {}): Buffer {
  const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${contentType}.main+xml"/></Types>`
  return zip({ '[Content_Types].xml': types, 'word/document.xml': '<w:document/>', ...more })
}

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** The beginning of a film. */
export function film(brand = 'isom'): Buffer {
  const head = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\x02\0isommp42`, 'latin1')
  return Buffer.concat([head, Buffer.from('\0\0\0\x08mdat', 'latin1'), Buffer.alloc(256)])
}

/** The files below a directory. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
}
