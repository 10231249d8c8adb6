import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { message, type Message } from '../../words/catalogue.ts'

/** ZIP archives, as far as a workbook is one. */

/** A file within a ZIP archive. */
export interface ArchiveEntry {
  name: string
  method: number
  /** Offset of its own header. */
  offset: number
  packedBytes: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MOST_ENTRIES = 10_000
const BROKEN = message('workbookIsUnreadable', { because: 'damage' })

/** The files within a ZIP archive, by its table of contents; undefined where that is damaged. */
export function archiveEntriesOf(bytes: Buffer): ArchiveEntry[] | undefined {
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

/** Unpacks a file within an archive; undefined if it is damaged, or more than `mostBytes`. */
export function unpack(bytes: Buffer, entry: ArchiveEntry, mostBytes: number): Buffer | undefined {
  const packed = packedOf(bytes, entry)
  if (!packed || mostBytes < 1) return undefined
  const { method, packedBytes } = entry
  if (method === 0) return packedBytes > mostBytes ? undefined : packed
  if (method !== 8) return undefined
  try {
    return inflateRawSync(packed, { maxOutputLength: mostBytes })
  } catch {
    return undefined
  }
}

/** Limits of a workbook. */
export interface WorkbookLimits {
  mostBytes: number
  mostRows: number
  mostCells: number
}

/**
 * Why a workbook is not read: it is damaged, or unpacks into more bytes, or a sheet into more rows or cells, whatever it says of itself.
 * Undefined where it may be read. What it holds is unpacked piece by piece to be counted, never kept, and no further than to the first too many.
 */
export async function checkWorkbook(bytes: Buffer, limits: WorkbookLimits): Promise<Message | undefined> {
  const entries = archiveEntriesOf(bytes)
  if (!entries || entries.length === 0) return BROKEN
  let left = limits.mostBytes
  for (const entry of entries) {
    const packed = packedOf(bytes, entry)
    if (!packed) return BROKEN
    const counts = new SheetCounts()
    try {
      for await (const piece of piecesOf(packed, entry.method)) {
        left -= piece.length
        if (left < 0)
          return message('unpacksTooLarge', { megabytes: Math.round(limits.mostBytes / 1_000_000) })
        counts.add(piece)
        if (counts.rows > limits.mostRows) return message('fileHasLongSheet', { limit: limits.mostRows })
        if (counts.cells > limits.mostCells) return message('fileHasFullSheet', { limit: limits.mostCells })
      }
    } catch {
      return BROKEN
    }
  }
  return undefined
}

/** The bytes of a file as they stand in the archive; undefined where they are not there. */
function packedOf(bytes: Buffer, { offset, packedBytes }: ArchiveEntry): Buffer | undefined {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return undefined
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  return packed.length < packedBytes ? undefined : packed
}

async function* piecesOf(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (packed.length === 0) return
  if (method === 0) yield packed
  else if (method === 8) {
    const unpacked = createInflateRaw()
    unpacked.end(packed)
    yield* unpacked
  } else throw new Error('it is packed in a way that workbooks are not')
}

/** Beginning of a row or a cell in a sheet of either kind, with any prefix of their namespace. */
const BEGINNING = /<(?:[\w.-]{1,20}:)?(?:(row|table-row)|(?:c|table-cell))(?=[\s/>])/g
/** Longer than the beginning of either, so that none is lost between two pieces. */
const CARRIED = 40

/** Counts the rows and cells of a sheet while it is unpacked. */
class SheetCounts {
  rows = 0
  cells = 0
  #carried = ''

  add(piece: Buffer): void {
    const text = this.#carried + piece.toString('latin1')
    let counted = 0
    for (const found of text.matchAll(BEGINNING)) {
      if (found[1] === undefined) this.cells += 1
      else this.rows += 1
      counted = found.index + found[0].length
    }
    this.#carried = text.slice(Math.max(counted, text.length - CARRIED))
  }
}
