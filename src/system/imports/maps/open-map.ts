import { archiveEntriesOf, unpack, type ArchiveEntry } from '../archive.ts'
import { message } from '../../../words/catalogue.ts'
import { readGeoJson } from './read-geojson.ts'
import { readKml } from './read-kml.ts'
import { readShapefile } from './read-shapefile.ts'
import { UnreadableMap, type OpenedMap } from './shapes.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const SHP = Buffer.from([0, 0, 0x27, 0x0a])

/**
 * Opens a map, whatever it is called: GeoJSON, KML, or an archive with either, or with shapefiles, of which all are read.
 *
 * @param mostBytes what an archive may unpack into
 * @throws UnreadableMap
 */
export function openMap(bytes: Buffer, mostBytes: number): OpenedMap {
  if (bytes.subarray(0, 4).equals(ZIP)) return openArchive(bytes, mostBytes)
  if (bytes.subarray(0, 4).equals(SHP)) throw new UnreadableMap(message('isPartOfShapefile', {}))
  return openText(textOf(bytes))
}

function openText(text: string): OpenedMap {
  const start = text.trimStart()
  if (start.startsWith('{')) return readGeoJson(text)
  if (start.startsWith('<')) return readKml(start)
  throw new UnreadableMap(message('isNoMap', {}))
}

/** As its byte-order mark, or the XML itself, says; else UTF-8. */
function textOf(bytes: Buffer): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  const [, said = 'utf-8'] =
    /^\s*<\?xml[^>]{0,200}encoding=["']([\w-]{1,30})["']/.exec(bytes.toString('latin1', 0, 400)) ?? []
  try {
    return new TextDecoder(marked ?? said).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function openArchive(bytes: Buffer, mostBytes: number): OpenedMap {
  const entries = archiveEntriesOf(bytes)
  if (!entries) throw new UnreadableMap(message('archiveIsDamaged', {}))
  const files = new Archive(bytes, entries, mostBytes)
  const shapefiles = files.endingIn('.shp')
  if (shapefiles.length > 0) return joined(shapefiles.map((name) => openShapefile(files, name)))
  const [map] = [...files.endingIn('.kml'), ...files.endingIn('.geojson'), ...files.endingIn('.json')]
  if (map !== undefined) return openText(textOf(files.read(map)))
  throw new UnreadableMap(message('archiveHasNoMap', {}))
}

function openShapefile(files: Archive, shp: string): OpenedMap {
  const base = shp.slice(0, -4)
  const beside = (ending: string) => {
    const name = files.endingIn(ending).find((each) => each.slice(0, -4).toLowerCase() === base.toLowerCase())
    return name === undefined ? undefined : files.read(name)
  }
  return readShapefile({
    name: base.slice(base.lastIndexOf('/') + 1),
    shp: files.read(shp),
    dbf: beside('.dbf'),
    prj: beside('.prj')?.toString('utf8'),
    cpg: beside('.cpg')?.toString('latin1'),
  })
}

function joined(maps: OpenedMap[]): OpenedMap {
  return { names: [...new Set(maps.flatMap(({ names }) => names))], shapes: shapesOf(maps) }
}

function* shapesOf(maps: OpenedMap[]) {
  for (const { shapes } of maps) yield* shapes
}

/** An archive that is unpacked file by file, and no further than its limit. */
class Archive {
  readonly #bytes: Buffer
  readonly #entries: Map<string, ArchiveEntry>
  readonly #mostBytes: number
  #left: number

  constructor(bytes: Buffer, entries: ArchiveEntry[], mostBytes: number) {
    this.#bytes = bytes
    this.#entries = new Map(
      entries.filter(({ name }) => !name.startsWith('__MACOSX/')).map((entry) => [entry.name, entry]),
    )
    this.#mostBytes = mostBytes
    this.#left = mostBytes
  }

  endingIn(ending: string): string[] {
    return [...this.#entries.keys()].filter((name) => name.toLowerCase().endsWith(ending))
  }

  read(name: string): Buffer {
    const entry = this.#entries.get(name)
    const content = entry && unpack(this.#bytes, entry, this.#left)
    if (!content)
      throw new UnreadableMap(message('archiveIsTooLarge', { megabytes: this.#mostBytes / 1_000_000 }))
    this.#left -= content.length
    return content
  }
}
