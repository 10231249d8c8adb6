import findTimeZone from '@photostructure/tz-lookup'
import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Tables } from '../../db/tables.ts'
import { fault, notFound, refuseFaults, Refusal } from '../../kernel/errors.ts'
import type { Cache } from '../cache/cache.ts'
import { embeddedSources } from './embedded-wire.ts'
import { openEmbeddedPlaces, type EmbeddedPlaces } from './embedded.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GridPoint } from './grid-rules.ts'
import type { FoundAddress, PlaceSearch, Provider } from './provider.ts'
import { openProviders, type ProviderSettings } from './providers/open-providers.ts'
import { emptyAddress, type Address, type AddressSearchResult, type Location } from './schema.ts'
import { threeWordsAt, readThreeWords } from './three-words.ts'
import { splitDotted, splitWords } from './three-words-rules.ts'
import { message } from '../../words/catalogue.ts'

/** Finds places: by what is in the program, and by the providers that the settings name. */
export interface Places {
  /** Refuses with `invalid_input` what is not three words, and with `not_found` words that belong to no place. */
  ofThreeWords(db: Kysely<Tables>, query: string): Promise<Location>
  /** Refuses with `not_found`; with `invalid_input` the id of a container, or a source nobody has. */
  ofId(db: Kysely<Tables>, id: string, source: string | undefined): Promise<Location>
  search(db: Kysely<Tables>, search: PlaceSearch): Promise<AddressSearchResult[]>
  at(db: Kysely<Tables>, point: GridPoint): Promise<Location>
}

export interface PlacesOptions {
  /** Nobody is asked where it is undefined. */
  settings: ProviderSettings | undefined
  cache: Pick<Cache, 'getOrSet'>
  log: Pick<DatabaseLog, 'warn'>
  clock: () => Date
  /** The gazetteer, the same each time; tests hand in a small one. */
  loadGazetteer?: (() => Promise<Gazetteer>) | undefined
}

/** Opens the places. Reads nothing and asks nobody until it is asked itself. */
export function openPlaces(options: PlacesOptions): Places {
  const embedded = openEmbeddedPlaces(options.loadGazetteer)
  const { settings } = options
  const providers = settings ? openProviders({ ...options, settings }) : []
  return {
    ofThreeWords: async (db, query) => {
      const { words, point } = await pointOfWords(providers, query)
      return {
        threeWords: words,
        address: await addressAt(embedded, providers, db, point),
        coordinates: point,
        timeZone: timeZoneAt(point),
      }
    },
    async at(db, point) {
      const [threeWords, address] = await Promise.all([
        wordsAt(providers, point),
        addressAt(embedded, providers, db, point),
      ])
      return { threeWords, address, coordinates: point, timeZone: timeZoneAt(point) }
    },
    async ofId(db, id, source) {
      const found = await findAddress(embedded, providers, db, { id, source })
      const { address, coordinates } = found
      if (!coordinates) return { threeWords: '', address, coordinates: null }
      const threeWords = await wordsAt(providers, coordinates)
      return { threeWords, address, coordinates, timeZone: timeZoneAt(coordinates) }
    },
    search: (db, search) => searchAll(embedded, providers, db, search),
  }
}

/** The time zone of a point by its name in the tz database; at sea, the nautical one. */
function timeZoneAt({ lat, lon }: GridPoint): string {
  return findTimeZone(lat, lon)
}

/** A provider's words, else our own, which look different. */
async function wordsAt(providers: Provider[], point: GridPoint): Promise<string> {
  const words = await firstAnswer(providers, async (each) => each.wordsAt?.(point))
  return words ?? threeWordsAt(point)
}

/** The first provider's address of a point; what it leaves open is filled in by the others and by what we know. */
async function addressAt(
  embedded: EmbeddedPlaces,
  providers: Provider[],
  db: Kysely<Tables>,
  point: GridPoint,
): Promise<Address> {
  const given = await Promise.all(
    providers.map((each) => firstAnswer([each], async (provider) => provider.addressAt?.(point))),
  )
  return [...given, await embedded.addressAt(db, point)].reduce(
    (address: Address, next) => (next ? fillIn(address, next) : address),
    emptyAddress,
  )
}

/** An address with what it leaves open taken from another, as long as both are in one country. */
function fillIn(address: Address, other: Address): Address {
  if (address.countryISO !== '' && address.countryISO !== other.countryISO) return address
  const filled = { ...address }
  for (const name of Object.keys(filled) as (keyof Address)[]) filled[name] = address[name] || other[name]
  // A code belongs to the name it stands beside.
  if (address.region !== '' && address.region !== other.region) filled.regionISO = address.regionISO
  return filled
}

async function findAddress(
  embedded: EmbeddedPlaces,
  providers: Provider[],
  db: Kysely<Tables>,
  { id, source = '' }: { id: string; source: string | undefined },
): Promise<FoundAddress> {
  const sources = [...embeddedSources, ...providers.map((each) => each.source)]
  if (source !== '' && !sources.includes(source))
    refuseFaults([fault('source', message('isNoSource', { sources }))])
  const provider = providers.find((each) => id.startsWith(`${each.source}:`))
  const isItsSource =
    source === '' || (provider ? provider.source === source : embeddedSources.includes(source))
  const found = isItsSource
    ? await (provider ? findWith(embedded, provider, db, id) : embedded.find(db, id))
    : undefined
  if (!found) throw notFound('address', id)
  if ('isContainer' in found) refuseFaults([fault('id', message('holdsManyAddresses', {}))])
  return found
}

/** Asks the provider that gave the id out; where it does not answer, what the id itself tells has to do. */
async function findWith(
  embedded: EmbeddedPlaces,
  provider: Provider,
  db: Kysely<Tables>,
  id: string,
): Promise<FoundAddress | { isContainer: true } | undefined> {
  const own = id.slice(provider.source.length + 1)
  try {
    return await provider.find?.(own)
  } catch (error) {
    const told = provider.told?.(own)
    if (told && 'point' in told)
      return { address: await embedded.addressAt(db, told.point), coordinates: told.point }
    const found = told && (await embedded.find(db, told.id))
    if (found) return found
    throw unavailable(provider.source, error)
  }
}

async function searchAll(
  embedded: EmbeddedPlaces,
  providers: Provider[],
  db: Kysely<Tables>,
  search: PlaceSearch,
): Promise<AddressSearchResult[]> {
  const owner = providers.find((each) => search.id.startsWith(`${each.source}:`))
  if (owner) return searchWithin(owner, { ...search, id: search.id.slice(owner.source.length + 1) })
  // Who is away or finds nothing leaves it to the next; what lies within our own containers only we know.
  const asked = search.id === '' && search.query !== '' ? providers : []
  for (const provider of asked) {
    const found = await firstAnswer([provider], async (each) => each.search?.(search))
    if (found && found.length > 0) return found
  }
  return embedded.search(db, search)
}

/** Searches within a provider's own container, whose content nobody else knows. One that is no container holds nothing. */
async function searchWithin(provider: Provider, search: PlaceSearch): Promise<AddressSearchResult[]> {
  try {
    return (await provider.searchWithin?.(search)) ?? []
  } catch (error) {
    throw unavailable(provider.source, error)
  }
}

/** Returns the first answer of any provider. The reason one gave none has been logged where it was asked. */
async function firstAnswer<T>(
  providers: Provider[],
  ask: (provider: Provider) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const provider of providers) {
    const answer = await ask(provider).catch(() => undefined)
    if (answer !== undefined) return answer
  }
  return undefined
}

/**
 * The point that three words stand for, and the words as they are written. Ours are read here; with dots they are what3words's, who is asked.
 *
 * @throws Refusal `invalid_input` for what is not three words, `not_found` for words that belong to no place
 */
export async function pointOfWords(
  providers: Provider[],
  query: string,
): Promise<{ words: string; point: GridPoint }> {
  const dotted = splitDotted(query)
  if (dotted !== undefined) return { words: dotted, point: await pointOfDotted(providers, dotted) }
  const words = splitWords(query)
  if (!words) refuseFaults([fault('query', message('isNotThreeWords', {}))])
  const reading = readThreeWords(words)
  if ('point' in reading) return { words: words.join('-'), point: rounded(reading.point) }
  const { suggestions } = reading
  const said =
    'unknown' in reading
      ? message('threeWordsAreUnknown', { words: reading.unknown, suggestions })
      : message('threeWordsAreMixedUp', { suggestions })
  throw new Refusal('not_found', said, { details: { suggestions } })
}

async function pointOfDotted(providers: Provider[], words: string): Promise<GridPoint> {
  const provider = providers.find((each) => each.pointOfWords)
  if (!provider?.pointOfWords) {
    refuseFaults([fault('query', message('isWhat3words', {}))])
  }
  const point = await provider.pointOfWords(words).catch((cause: unknown) => {
    throw unavailable('what3words', cause)
  })
  if (!point) throw notFound('what3words address', words)
  return point
}

/** To a centimetre: no more than anybody needs, and far within the cell. */
function rounded({ lat, lon }: GridPoint): GridPoint {
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}

/** A provider that alone could tell does not answer. */
export function unavailable(source: string, cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', message('sourceIsAway', { source }))
  refusal.cause = cause
  return refusal
}
