import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import { listCountries } from '../countries/countries.ts'
import type { Area } from './build-areas.ts'
import type { GazetteerData } from './build-gazetteer.ts'
import { openContainers, type Containers } from './containers.ts'
import { fold, foldWrittenOut, trigramsOf, withUmlauts } from './fold.ts'
import type { GridPoint } from './grid-rules.ts'
import { contextFits, likeness } from './likeness-rules.ts'

/** A town, village or hamlet, and where it lies. */
export interface Place {
  name: string
  point: GridPoint
  population: number
  area: Area
}

/** Questions that the gazetteer answers, all of them from memory. */
export interface Gazetteer {
  areas: readonly Area[]
  /** The countries, regions and districts that the areas are of. */
  containers: Containers
  /** The places most like a name, the best first. `isWithin` says whether a place's area counts. */
  search(
    names: { name: string; context: string[] }[],
    limit: number,
    isWithin?: (area: Area) => boolean,
  ): FoundPlace[]
  /** The nearest places, the nearest first; of one country, where it is named. */
  near(
    point: GridPoint,
    limit: number,
    maxKilometres: number,
    countryISO?: string,
  ): { place: Place; kilometres: number }[]
  /** The places of an area, the largest first. */
  placesOf(area: Area, limit: number): Place[]
}

export interface FoundPlace {
  place: Place
  /** 1 and more is the name itself. */
  score: number
}

/** Number of places looked at closely, of those that share the most trigrams with what was asked. */
const CLOSER_LOOKS = 400
/** The share of trigrams that a name has to have: one wrong letter in “York” leaves 2 of 4. */
const LEAST_SHARED = 0.4
const LEAST_SCORE = 0.45

let loading: Promise<Gazetteer> | undefined

/** The gazetteer of this process, which is read when it is first asked for, and then stays. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= readGazetteer()
  // The next request tries again.
  loading.catch(() => (loading = undefined))
  return loading
}

/** In a process that ends when it has read it; two seconds. */
function readGazetteer(): Promise<Gazetteer> {
  return new Promise((resolve, reject) => {
    const reader = fork(fileURLToPath(new URL('./gazetteer-reader.ts', import.meta.url)), {
      // Typed arrays arrive as such. Flags of this process, and its settings with their secrets, are not for the reader,
      // which makes much that lives for a moment.
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=64'],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // `gazetteer-reader.ts` is the only one to send here, and sends what `buildGazetteer` made.
    reader.once('message', (data) => resolve(openGazetteer(data as GazetteerData)))
    reader.once('error', reject)
    reader.once('exit', (code) =>
      reject(new Error(`the gazetteer was not read: its process ended with ${code}`)),
    )
  })
}

/** Opens what `buildGazetteer` made. */
export function openGazetteer(data: GazetteerData): Gazetteer {
  const tree = KDBush.from(data.tree)
  const decoder = new TextDecoder()
  // One for all searches: each leaves it as it found it.
  const shared = new Uint8Array(data.count)
  const areaOf = (index: number) => data.areas[data.areaOf[index] ?? 0]
  const nameOf = (index: number) =>
    decoder.decode(data.names.subarray(data.nameStarts[index], data.nameStarts[index + 1]))
  const placeAt = (index: number): Place => {
    const area = areaOf(index)
    if (!area) throw new RangeError(`no place: ${index}`)
    return {
      name: nameOf(index),
      point: { lat: (data.lat[index] ?? 0) / 1e5, lon: (data.lon[index] ?? 0) / 1e5 },
      population: data.population[index] ?? 0,
      area,
    }
  }
  return {
    areas: data.areas,
    containers: openContainers(data.areas, new Map(listCountries().map(({ iso, name }) => [iso, name]))),
    search(names, limit, isWithin = () => true) {
      const best = new Map<number, number>()
      for (const { name, context } of names) {
        const counts = (index: number) => isWithinArea(areaOf(index), isWithin)
        // “Muenster” is looked for as “Munster”, too: so the index has Münster.
        const spellings = [...new Set([name, withUmlauts(name)])]
        for (const index of new Set(spellings.flatMap((each) => mostShared(data, shared, each, counts)))) {
          const area = areaOf(index)
          if (!area || !contextFits(context, area)) continue
          const score = Math.max(
            ...[nameOf(index), ...(data.otherNames.get(index) ?? [])]
              .flatMap((each) => [fold(each), foldWrittenOut(each) ?? ''])
              .filter(Boolean)
              .map((folded) => likeness(name, folded, data.population[index] ?? 0)),
          )
          if (score >= LEAST_SCORE) best.set(index, Math.max(score, best.get(index) ?? 0))
        }
      }
      const order = [...best].sort(([a, one], [b, other]) => other - one || a - b)
      return order.slice(0, limit).map(([index, score]) => ({ place: placeAt(index), score }))
    },
    near: ({ lat, lon }, limit, maxKilometres, countryISO) => {
      const counts = (index: number) => countryISO === undefined || areaOf(index)?.countryISO === countryISO
      return around(tree, lon, lat, limit, maxKilometres, counts).map((index) => {
        const place = placeAt(index)
        return { place, kilometres: distance(lon, lat, place.point.lon, place.point.lat) }
      })
    },
    placesOf: ({ first, end }, limit) =>
      Array.from({ length: Math.min(limit, end - first) }, (_, offset) => placeAt(first + offset)),
  }
}

function isWithinArea(area: Area | undefined, isWithin: (area: Area) => boolean): boolean {
  return area !== undefined && isWithin(area)
}

/** The places that share the most trigrams with a folded name; of equals, the more populous. */
function mostShared(
  { postings, postingStarts, population }: GazetteerData,
  shared: Uint8Array,
  name: string,
  counts: (index: number) => boolean,
): number[] {
  const grams = trigramsOf(name, true)
  const touched: number[] = []
  for (const gram of grams) {
    const end = postingStarts[gram + 1] ?? 0
    for (let at = postingStarts[gram] ?? 0; at < end; at++) {
      const index = postings[at] ?? 0
      const before = shared[index] ?? 0
      if (before === 0) touched.push(index)
      shared[index] = before + 1
    }
  }
  const least = Math.max(1, Math.ceil(grams.size * LEAST_SHARED))
  const keys = new Float64Array(touched.length)
  let kept = 0
  for (const index of touched) {
    const count = shared[index] ?? 0
    shared[index] = 0
    // One number to sort by: trigrams first, then people, and the place itself in the low bits to get it back.
    if (count < least || !counts(index)) continue
    const people = Math.min(31, Math.ceil(Math.log2((population[index] ?? 0) + 1)))
    keys[kept++] = (count * 32 + people) * 2 ** 20 + index
  }
  const sorted = keys.subarray(0, kept).sort().toReversed().subarray(0, CLOSER_LOOKS)
  return Array.from(sorted, (key) => key % 2 ** 20)
}
