import { deflateRawSync } from 'node:zlib'

// Small maps, for tests.

export const WGS_84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
export const BRITISH_GRID =
  'PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]'

/** An archive of files; they are packed, as programs do. */
export function zipOf(files: Record<string, Buffer | string>): Buffer {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    local.copy(entry, 10, 8, 30)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    contents.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(contents.length / 2, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...contents, end])
}

interface ShapeRow {
  rings: number[][][]
  values: Record<string, string>
}

/** The files of a shapefile, to be put into an archive. */
export function shapefileOf(
  name: string,
  rows: ShapeRow[],
  prj = WGS_84,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Record<string, Buffer> {
  return {
    [`${name}.shp`]: shpOf(rows),
    [`${name}.dbf`]: dbfOf(
      rows.map(({ values }) => values),
      encoding,
    ),
    ...(prj !== '' && { [`${name}.prj`]: Buffer.from(prj) }),
  }
}

function shpOf(rows: ShapeRow[]): Buffer {
  const records = rows.map(({ rings }, index) => {
    const points = rings.flat()
    const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16)
    content.writeInt32LE(5, 0)
    content.writeInt32LE(rings.length, 36)
    content.writeInt32LE(points.length, 40)
    let start = 0
    for (const [part, ring] of rings.entries()) {
      content.writeInt32LE(start, 44 + part * 4)
      start += ring.length
    }
    for (const [place, [x = 0, y = 0]] of points.entries()) {
      content.writeDoubleLE(x, 44 + rings.length * 4 + place * 16)
      content.writeDoubleLE(y, 44 + rings.length * 4 + place * 16 + 8)
    }
    const head = Buffer.alloc(8)
    head.writeInt32BE(index + 1, 0)
    head.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([head, content])
  })
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(5, 32)
  return Buffer.concat([header, ...records])
}

function dbfOf(rows: Record<string, string>[], encoding: 'utf8' | 'latin1'): Buffer {
  const names = Object.keys(rows[0] ?? {})
  const header = Buffer.alloc(32 + names.length * 32 + 1)
  header[0] = 3
  header.writeUInt32LE(rows.length, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + names.length * 40, 10)
  for (const [index, name] of names.entries()) {
    header.write(name, 32 + index * 32, 'latin1')
    header.write('C', 32 + index * 32 + 11, 'latin1')
    header[32 + index * 32 + 16] = 40
  }
  header[header.length - 1] = 0x0d
  const cell = (text: string) =>
    Buffer.concat([Buffer.from(text, encoding), Buffer.alloc(40, ' ')]).subarray(0, 40)
  const lines = rows.map((row) =>
    Buffer.concat([Buffer.from(' '), ...names.map((name) => cell(row[name] ?? ''))]),
  )
  return Buffer.concat([header, ...lines, Buffer.from('\u001a')])
}

/** A square whose south-west corner is there, closed and counter-clockwise. */
export function squareAt(lon: number, lat: number, degrees = 0.004): [number, number][] {
  const plus = (value: number) => Number((value + degrees).toFixed(7))
  return [
    [lon, lat],
    [plus(lon), lat],
    [plus(lon), plus(lat)],
    [lon, plus(lat)],
    [lon, lat],
  ]
}

/** A collection of fields with their names, each with the rings of one polygon. */
export function geoJsonOf(fields: Record<string, number[][][]>): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: Object.entries(fields).map(([name, rings]) => ({
      type: 'Feature',
      properties: { name, crop: 'Wheat' },
      geometry: { type: 'Polygon', coordinates: rings },
    })),
  })
}
