import { nestRings } from '../../../kernel/ring-rules.ts'
import { ANYBODY, render } from '../../../words/render.ts'
import { MOST_POINTS, MOST_RINGS, tooManyPoints, wholeRing } from '../../../kernel/boundary-rules.ts'
import { message } from '../../../words/catalogue.ts'
import { unprojectionOf, type Unproject } from './projection.ts'
import { propertyText, UnreadableMap, type OpenedMap, type MapShape } from './shapes.ts'

/** The files that a shapefile is made of. */
export interface ShapefileParts {
  name: string
  shp: Buffer
  dbf: Buffer | undefined
  prj: string | undefined
  /** The encoding of its table. */
  cpg: string | undefined
}

const FILE_CODE = 9994
const NOTHING = 0
/** Of polygons, with and without heights and measures. */
const POLYGONS = new Set([5, 15, 25])
const KINDS: Record<number, string> = { 1: 'Point', 3: 'LineString', 8: 'MultiPoint' }

/**
 * Reads a shapefile (ESRI, 1998): the polygons of its .shp, and of its .dbf what is said of them. Its .prj has to say what its coordinates are.
 *
 * @throws UnreadableMap where it is damaged, or its projection is missing or not known
 */
export function readShapefile({ name, shp, dbf, prj, cpg }: ShapefileParts): OpenedMap {
  if (shp.length < 100 || shp.readInt32BE(0) !== FILE_CODE) throw damaged(name)
  if (prj === undefined) throw new UnreadableMap(message('shapefileHasNoProjection', { name }))
  const table = dbf ? readTable(dbf, cpg, name) : { names: [], rows: [] }
  return { names: table.names, shapes: shapesOf(shp, table, unprojectionOf(prj), name) }
}

function damaged(name: string): UnreadableMap {
  return new UnreadableMap(message('shapefileIsDamaged', { name }))
}

function* shapesOf(
  shp: Buffer,
  { names, rows }: Table,
  unproject: Unproject,
  file: string,
): Generator<MapShape> {
  let index = 0
  for (let at = 100; at + 12 <= shp.length; index++) {
    const bytes = shp.readInt32BE(at + 4) * 2
    if (bytes < 4 || at + 8 + bytes > shp.length) throw damaged(file)
    const row = rows[index]
    // Rows that were deleted, and not yet packed, keep their shape.
    if (row !== null) {
      const properties = new Map(names.map((name, place) => [name, row?.[place] ?? '']))
      yield {
        properties,
        polygons: [],
        other: '',
        ...outlineOf(shp.subarray(at + 8, at + 8 + bytes), unproject),
      }
    }
    at += 8 + bytes
  }
}

function outlineOf(record: Buffer, unproject: Unproject): Partial<MapShape> {
  const kind = record.readInt32LE(0)
  if (kind === NOTHING) return {}
  if (!POLYGONS.has(kind)) return { other: KINDS[kind % 10] ?? 'shape' }
  const broken = { reason: message('shapeIsDamaged', {}) }
  if (record.length < 44) return broken
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)]
  if (points > MOST_POINTS) return { reason: tooManyPoints(points) }
  if (parts < 0 || points < 0 || record.length < 44 + parts * 4 + points * 16) return broken
  const starts = Array.from({ length: parts }, (_, part) => record.readInt32LE(44 + part * 4))
  const rings = starts.map((start, part) => {
    const end = starts[part + 1] ?? points
    return Array.from({ length: Math.max(0, Math.min(end, points) - Math.max(0, start)) }, (_, index) => {
      const place = 44 + parts * 4 + (Math.max(0, start) + index) * 16
      return unproject([record.readDoubleLE(place), record.readDoubleLE(place + 8)])
    })
  })
  const lines = rings.map((ring) => ({ ring, line: wholeRing(ring) }))
  const sound = lines.flatMap(({ ring, line }) => ('reason' in line ? [] : [{ ring, line }]))
  const [bad] = lines.flatMap(({ line }) => ('reason' in line ? [line.reason] : []))
  if (bad !== undefined) return { reason: render(bad, ANYBODY) }
  // More are refused anyway, and which lies within which would take long to find.
  const nested =
    sound.length > MOST_RINGS ? sound.map((each) => [each]) : nestRings(sound, ({ line }) => line)
  return { polygons: nested.map((polygon) => polygon.map(({ ring }) => ring)) }
}

/** A dBASE table, with null for a row that was deleted. */
interface Table {
  names: string[]
  rows: (string[] | null)[]
}

const MOST_COLUMNS = 255
const DELETED = 0x2a

function readTable(dbf: Buffer, cpg: string | undefined, name: string): Table {
  if (dbf.length < 33) throw damaged(name)
  const [count, start, size] = [dbf.readUInt32LE(4), dbf.readUInt16LE(8), dbf.readUInt16LE(10)]
  const decode = decoderOf(dbf, cpg)
  const columns: { name: string; length: number }[] = []
  for (
    let at = 32;
    at + 32 <= Math.min(start, dbf.length) && dbf[at] !== 0x0d && columns.length < MOST_COLUMNS;
    at += 32
  ) {
    const field = dbf.subarray(at, at + 11)
    const end = field.indexOf(0)
    columns.push({ name: decode(field.subarray(0, end === -1 ? 11 : end)).trim(), length: dbf[at + 16] ?? 0 })
  }
  const rows: Table['rows'] = []
  for (let index = 0; index < count && start + (index + 1) * size <= dbf.length && size > 0; index++) {
    let at = start + index * size
    if (dbf[at] === DELETED) {
      rows.push(null)
      continue
    }
    at += 1
    rows.push(
      columns.map(({ length }) => {
        const cell = dbf.subarray(at, at + length)
        at += length
        return propertyText(decode(cell).replaceAll('\0', '').trim())
      }),
    )
  }
  return { names: columns.map((column) => column.name), rows }
}

/** As its .cpg says; else UTF-8 where all of it is, and the letters of Windows where it is not. */
function decoderOf(dbf: Buffer, cpg: string | undefined): (bytes: Buffer) => string {
  const said = cpg
    ?.trim()
    .replace(/^(?:cp|ansi\s?)?(?=125\d$)/i, 'windows-')
    .replace(/^8859[-_]?/i, 'iso-8859-')
  for (const label of [said, 'utf-8', 'windows-1252']) {
    if (label === undefined || label === '') continue
    try {
      const isGuess = label === 'utf-8' && said !== label
      const decoder = new TextDecoder(label, { fatal: isGuess })
      if (isGuess) decoder.decode(dbf.subarray(Math.min(dbf.length, dbf.readUInt16LE(8))))
      return (bytes) => new TextDecoder(label).decode(bytes)
    } catch {
      // Another one, then.
    }
  }
  return (bytes) => bytes.toString('latin1')
}
