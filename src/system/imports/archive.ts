import { inflateRawSync } from 'node:zlib'

/** ZIP archives, as far as a workbook is one. */

/** A file within a ZIP archive. */
export interface ArchiveEntry {
  name: string
  method: number
  /** Where its own header begins. */
  offset: number
  packedBytes: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MOST_ENTRIES = 10_000
const BROKEN =
  'The file is a workbook that cannot be read: it is damaged. Save it anew as XLSX or CSV, and send that.'

/** The files within a ZIP archive, by its table of contents; undefined where that is damaged. */
export function entriesOf(bytes: Buffer): ArchiveEntry[] | undefined {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) return undefined
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: ArchiveEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY || index > MOST_ENTRIES) return undefined
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** What a file within an archive holds; undefined where it is damaged, or more than `mostBytes`. */
export function unpack(
  bytes: Buffer,
  { method, offset, packedBytes }: ArchiveEntry,
  mostBytes: number,
): Buffer | undefined {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return undefined
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  if (packed.length < packedBytes || mostBytes < 1) return undefined
  if (method === 0) return packedBytes > mostBytes ? undefined : packed
  if (method !== 8) return undefined
  try {
    return inflateRawSync(packed, { maxOutputLength: mostBytes })
  } catch {
    return undefined
  }
}

/**
 * Why an archive is not read: it is damaged, or unpacks into more than so many bytes, whatever it says of itself. Undefined where it may be
 * read. What it holds is unpacked to be counted, and never kept.
 */
export function checkArchive(bytes: Buffer, mostBytes: number): string | undefined {
  const entries = entriesOf(bytes)
  if (!entries || entries.length === 0) return BROKEN
  let left = mostBytes
  for (const entry of entries) {
    const content = entry.packedBytes === 0 ? Buffer.alloc(0) : unpack(bytes, entry, left)
    if (!content) {
      const isLarge = entry.method === 8 && entry.packedBytes > 0
      return isLarge
        ? `The file unpacks into more than ${Math.round(mostBytes / 1_000_000)} MB, or is damaged. Save the sheet as CSV, and send that.`
        : BROKEN
    }
    left -= content.length
  }
  return undefined
}
