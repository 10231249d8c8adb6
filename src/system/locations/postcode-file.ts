import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { message, type Message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { point } from './providers/reading.ts'
import type { Postcode } from './postcodes.ts'

/** A row of a file that cannot be used, and why. */
export interface BadRow {
  row: number
  problem: Message
}

/** A postcode, a row without a place on the map or out of use, or a bad row. */
export type ReadRow = { postcode: Postcode } | { left: true } | { bad: BadRow }

/** The file is of no shape that is known, or loses it. */
export class UnknownShape extends Error {
  readonly said: Message

  constructor(said: Message, options?: ErrorOptions) {
    super(render(said, ANYBODY), options)
    this.said = said
  }
}

type Row = string[]
interface Shape {
  hasHeader: boolean
  countryISO: (row: Row) => string
  postcode: (row: Row) => string
  place: (row: Row) => string
  region: (row: Row) => string
  lat: (row: Row) => string
  lon: (row: Row) => string
  isLeft: (row: Row) => boolean
}

/**
 * Reads a table of postcodes row by row, in one of three shapes: the ONS Postcode Directory (a header with pcds, lat,
 * long, doterm), GeoNames' postal codes (tabs, no header), or a table with a header of ours: postcode, latitude,
 * longitude, and perhaps country, place, region.
 *
 * @throws UnknownShape
 */
export async function* readPostcodes(
  file: Readable,
  countryISO: string | undefined,
): AsyncGenerator<ReadRow> {
  let shape: Shape | undefined
  let number = 0
  for await (const row of rowsOf(file)) {
    number += 1
    if (!shape) {
      shape = shapeOf(row, countryISO)
      if (shape.hasHeader) continue
    }
    yield readRow(shape, row, number)
  }
}

async function* rowsOf(file: Readable): AsyncGenerator<Row> {
  const pieces = file[Symbol.asyncIterator]()
  const start = await pieces.next()
  if (start.done) return
  const first = Buffer.from(start.value)
  const parser = parse({
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    trim: true,
    ...divisionOf(first),
  })
  const whole = async function* () {
    yield first
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield Buffer.from(next.value)
  }
  const source = Readable.from(whole())
  source.once('error', (error) => parser.destroy(error))
  let number = 0
  try {
    for await (const row of source.pipe(parser)) {
      number += 1
      // Without columns named, csv-parse gives each row as a list of texts.
      yield row as Row
    }
  } catch (error) {
    // The one mistake of a table that csv-parse is not told to bear with.
    if (!(error instanceof CsvError)) throw error
    throw new UnknownShape(message('tableIsCutOff', { row: number }), { cause: error })
  }
}

/** Finds the delimiter of the fields, as the first line shows it. Tables with tabs have quotation marks that mean nothing. */
function divisionOf(start: Buffer): { delimiter: string; quote?: null } {
  const [line = ''] = start.toString('utf8').split('\n', 1)
  if (line.includes('\t')) return { delimiter: '\t', quote: null }
  return { delimiter: line.split(';').length > line.split(',').length ? ';' : ',' }
}

/** Coordinates that the ONS gives to what it has not placed. */
const ONS_NOWHERE = 99

function readRow(shape: Shape, row: Row, number: number): ReadRow {
  if (shape.isLeft(row)) return { left: true }
  const bad = (problem: Message) => ({ bad: { row: number, problem } })
  const countryISO = shape.countryISO(row).toUpperCase()
  const postcode = shape.postcode(row).replace(/\s+/g, ' ')
  const key = postcode.toUpperCase().replace(/[\s-]+/g, '')
  if (!/^[A-Z]{2}$/.test(countryISO)) return bad(message('rowHasNoCountry', { text: countryISO }))
  if (!/^[A-Z0-9]{1,20}$/.test(key)) return bad(message('rowHasNoPostcode', { text: postcode.slice(0, 40) }))
  const at = point(shape.lat(row), shape.lon(row))
  if (!at)
    return Number(shape.lat(row)) > ONS_NOWHERE ? { left: true } : bad(message('rowHasNoCoordinates', {}))
  const place = shape.place(row).slice(0, 200)
  return {
    postcode: { countryISO, key, postcode, place, region: shape.region(row).slice(0, 200), point: at },
  }
}

function shapeOf(first: Row, countryISO: string | undefined): Shape {
  const isGeoNames = first.length >= 11 && /^[A-Z]{2}$/.test(first[0] ?? '') && point(first[9], first[10])
  if (isGeoNames) return geoNames
  const names = first.map((name) => name.toLowerCase().replace(/[\s_]/g, ''))
  const column = (...wanted: string[]) => {
    const index = names.findIndex((name) => wanted.includes(name))
    return index === -1 ? undefined : (row: Row) => row[index] ?? ''
  }
  const none = () => ''
  const postcode = column('pcds', 'postcode', 'postalcode', 'zip', 'zipcode')
  const lat = column('lat', 'latitude')
  const lon = column('long', 'lon', 'lng', 'longitude')
  if (!postcode || !lat || !lon) throw new UnknownShape(message('tableIsOfNoShape', {}))
  const isOns = names.includes('pcds')
  const country = column('country', 'countryiso', 'countrycode') ?? none
  const ended = column('doterm') ?? none
  return {
    hasHeader: true,
    countryISO: isOns ? () => 'GB' : (row) => country(row) || (countryISO ?? ''),
    postcode,
    place: column('place', 'placename', 'town', 'city') ?? none,
    region: column('region', 'county', 'state') ?? none,
    lat,
    lon,
    isLeft: (row) => ended(row) !== '',
  }
}

const geoNames: Shape = {
  hasHeader: false,
  countryISO: ([country = '']) => country,
  postcode: (row) => row[1] ?? '',
  place: (row) => row[2] ?? '',
  // Counties and their like where there are any.
  region: (row) => (row[5] ?? '') || (row[3] ?? ''),
  lat: (row) => row[9] ?? '',
  lon: (row) => row[10] ?? '',
  isLeft: () => false,
}
