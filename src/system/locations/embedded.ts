import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { findCountry } from '../countries/countries.ts'
import { liesIn, type Container } from './containers.ts'
import { areaAddress, containerToWire, countryName, placeToWire, postcodeToWire } from './embedded-wire.ts'
import { fold } from './fold.ts'
import { loadGazetteer, type FoundPlace, type Gazetteer, type Place } from './gazetteer.ts'
import type { GridPoint } from './grid-rules.ts'
import { contextFits, readings, countyName } from './likeness-rules.ts'
import { findPostcode, findPostcodes, nearestPostcode, postcodeKey, type Postcode } from './postcodes.ts'
import type { FoundAddress, PlaceSearch } from './provider.ts'
import { emptyAddress, type Address, type AddressSearchResult } from './schema.ts'

/** Answers given without anybody's help: the gazetteer in memory, and postcodes where a table of them was loaded. */
export interface EmbeddedPlaces {
  addressAt(db: Kysely<Tables>, point: GridPoint): Promise<Address>
  search(db: Kysely<Tables>, search: PlaceSearch): Promise<AddressSearchResult[]>
  /** Undefined for what there is not; `isContainer` for what has no one address. */
  find(db: Kysely<Tables>, id: string): Promise<FoundAddress | { isContainer: true } | undefined>
  /** True if an id is one that this gives out. */
  knows(id: string): boolean
}

const MOST_RESULTS = 25
const MOST_CONTAINERS_FOUND = 5
/** Of a container; no country has more regions, and no region more districts. */
const MOST_CHILDREN = 500
/** Beyond it a town says nothing of where a field is. */
const TOWN_KILOMETRES = 30
/** Beyond it not even the region is told: at sea, or near a border nobody lives at. */
const REGION_KILOMETRES = 200

/** Opens the embedded places. The gazetteer is not read until something is asked of it. */
export function openEmbeddedPlaces(load: () => Promise<Gazetteer> = loadGazetteer): EmbeddedPlaces {
  return {
    knows: (id) => /^(country|region|district|place|postcode):/.test(id),
    async addressAt(db, point) {
      const gazetteer = await load()
      const countryISO = await countryAt(point)
      const [nearest] = gazetteer.near(point, 1, REGION_KILOMETRES, countryISO)
      if (!nearest && countryISO === undefined) return emptyAddress
      if (!nearest)
        return { ...emptyAddress, countryName: countryName(countryISO ?? ''), countryISO: countryISO ?? '' }
      const address = {
        ...areaAddress(nearest.place),
        ...(nearest.kilometres > TOWN_KILOMETRES && { city: '' }),
      }
      const postcode = await nearestPostcode(db, point)
      return postcode && postcode.countryISO === address.countryISO
        ? { ...address, postcode: postcode.postcode, city: postcode.place || address.city }
        : address
    },
    async search(db, search) {
      const gazetteer = await load()
      const { containers } = gazetteer
      const { query, id, countryISO } = search
      const within = containers.find(id === '' ? countryISO : codeOf(id))
      if (id !== '' && !within) return resultOfId(db, gazetteer, search)
      // A country without places here holds nothing, and a container of another country nothing of this one.
      if (countryISO !== '' && !containers.find(countryISO)) return []
      if (countryISO !== '' && within && within.countryISO !== countryISO) return []
      if (query !== '') return searchFor(db, gazetteer, search, within)
      return within ? childrenOf(gazetteer, within) : containers.countries.map(containerToWire)
    },
    async find(db, id) {
      if (id.startsWith('postcode:')) {
        const found = await postcodeOfId(db, id)
        return found && { address: postcodeAddress(found, await load()), coordinates: found.point }
      }
      const gazetteer = await load()
      const place = placeOfId(gazetteer, id)
      if (place) return { address: areaAddress(place), coordinates: place.point }
      return gazetteer.containers.find(codeOf(id)) ? { isContainer: true } : undefined
    },
  }
}

/** `GB.ENG` of `region:GB.ENG`. */
function codeOf(id: string): string {
  return id.replace(/^(country|region|district):/, '')
}

/** Postcodes that begin so where there are any, else names. */
async function searchFor(
  db: Kysely<Tables>,
  gazetteer: Gazetteer,
  { query, homeISO = '' }: PlaceSearch,
  within: Container | undefined,
): Promise<AddressSearchResult[]> {
  const key = postcodeKey(query)
  const found =
    key === undefined
      ? []
      : await findPostcodes(db, key, { countryISO: within?.countryISO, homeISO }, MOST_RESULTS)
  const postcodes = found.filter((each) => isPostcodeIn(gazetteer, within, each))
  if (postcodes.length > 0)
    return postcodes.map((each) => ({ ...postcodeToWire(each), isExact: each.key === key }))
  // A postcode that no table has is no town whose name has its figures in another order.
  const isPostcode = /^[\d\s-]+$/.test(query)
  const parts = query
    .split(',')
    .map(fold)
    .filter((part) => part !== '')
  const named = searchNames(gazetteer, parts, within, homeISO)
  if (isPostcode) return named.filter((each) => each.isExact === true)
  if (named.length > 0) return named.slice(0, MOST_RESULTS)
  // “Harpenden, Herts” means Harpenden, though no list has Herts; “Assaria, KS” is in no other state.
  const [name = '', ...said] = parts
  const context = said.map(countyName)
  const known = context.filter((word) => gazetteer.areas.some((area) => contextFits([word], area)))
  return known.length === context.length
    ? []
    : searchNames(gazetteer, [name, ...known], within, homeISO).slice(0, MOST_RESULTS)
}

/** The table of postcodes knows their countries; the region and district are those of the town that their address is told by. */
function isPostcodeIn(gazetteer: Gazetteer, within: Container | undefined, postcode: Postcode): boolean {
  if (!within || within.kind === 'country') return true
  const town = townOf(gazetteer, postcode)
  return town !== undefined && liesIn(within, town.area)
}

function searchNames(
  gazetteer: Gazetteer,
  parts: string[],
  within: Container | undefined,
  homeISO: string,
): AddressSearchResult[] {
  const asked = readings(parts)
  const [whole] = asked
  if (!whole) return []
  const holders = gazetteer.containers.search(
    whole.name,
    MOST_CONTAINERS_FOUND,
    ({ code }) => whole.context.length === 0 && (!within || code.startsWith(`${within.code}.`)),
  )
  const isHome = (countryISO: string) => countryISO === homeISO
  const everywhere = gazetteer.search(asked, MOST_RESULTS, within && ((area) => liesIn(within, area)))
  const atHome =
    within || homeISO === '' ? [] : gazetteer.search(asked, MOST_RESULTS, (area) => isHome(area.countryISO))
  // Of a name that is larger elsewhere, the town at home comes before the district around it, too.
  const exactAtHome = atHome.filter(isExact)
  const exact = everywhere.filter(isExact)
  const inexact = everywhere.filter((found) => !isExact(found))
  const isNamedSo = ({ folded }: Container) => folded.includes(whole.name)
  const holdersBegun = holders.filter((each) => whole.name.length > 2 && !isNamedSo(each))
  // The best town of that very name, then regions of that name, before all that is only like it.
  const ranked = [
    ...[...exactAtHome.slice(0, 1), ...exact.slice(0, 1)].map((found) => townHit(found, true)),
    ...holders.filter(isNamedSo).map((each) => holderHit(each, true)),
    ...[...exact.slice(1), ...exactAtHome.slice(1)].map((found) => townHit(found, true)),
    ...holdersBegun.map((each) => holderHit(each, false)),
    ...inexact.map((found) => townHit(found, false)),
  ]
  const hits = new Map(ranked.toReversed().map((hit) => [hit.result.id, hit]))
  const distinct = ranked.filter((hit) => hits.get(hit.result.id) === hit)
  const own = (hit: Hit) => hit.result.isExact === true && isHome(hit.countryISO)
  return toldApart(
    [...distinct.filter(own), ...distinct.filter((hit) => !own(hit))].map(({ result }) => result),
  )
}

/** A town and the district around it are often called the same: then the district says that it is one. */
function toldApart(results: AddressSearchResult[]): AddressSearchResult[] {
  const lineOf = ({ text, description }: AddressSearchResult) => `${text}|${description}`
  const towns = new Set(results.filter(({ isContainer }) => !isContainer).map(lineOf))
  return results.map((each) =>
    each.isContainer && towns.has(lineOf(each))
      ? { ...each, description: `${each.type} in ${each.description}` }
      : each,
  )
}

interface Hit {
  result: AddressSearchResult
  countryISO: string
}

function isExact({ score }: FoundPlace): boolean {
  return score >= 1
}

function townHit({ place }: FoundPlace, exact: boolean): Hit {
  return { result: { ...placeToWire(place), isExact: exact }, countryISO: place.area.countryISO }
}

function holderHit(container: Container, exact: boolean): Hit {
  return { result: { ...containerToWire(container), isExact: exact }, countryISO: container.countryISO }
}

function childrenOf(gazetteer: Gazetteer, container: Container): AddressSearchResult[] {
  const { containers: inner, areas } = gazetteer.containers.childrenOf(container)
  const places = areas
    .flatMap((area) => gazetteer.placesOf(area, MOST_CHILDREN))
    .sort((one, other) => other.population - one.population)
  return [...inner.map(containerToWire), ...places.map(placeToWire)].slice(0, MOST_CHILDREN)
}

/** Whoever looks into what holds nothing is shown the thing itself. */
async function resultOfId(
  db: Kysely<Tables>,
  gazetteer: Gazetteer,
  { id, countryISO }: PlaceSearch,
): Promise<AddressSearchResult[]> {
  const isElsewhere = (country: string) => countryISO !== '' && country !== countryISO
  const postcode = id.startsWith('postcode:') ? await postcodeOfId(db, id) : undefined
  if (postcode) return isElsewhere(postcode.countryISO) ? [] : [postcodeToWire(postcode)]
  const place = placeOfId(gazetteer, id)
  return place && !isElsewhere(place.area.countryISO) ? [placeToWire(place)] : []
}

const PLACE_ID = /^place:([A-Z]{2}):(-?\d{1,2}\.\d{1,5}),(-?\d{1,3}\.\d{1,5}):(.*)$/
/** Greatest distance that a newer edition of the gazetteer may move a place that is still the one an id means. */
const MOVED_KILOMETRES = 5

/** The place an id means: the nearest of its name and country. */
function placeOfId(gazetteer: Gazetteer, id: string): Place | undefined {
  const [, countryISO, lat, lon, name] = PLACE_ID.exec(id) ?? []
  const point = { lat: Number(lat), lon: Number(lon) }
  if (name === undefined || Math.abs(point.lat) > 90 || Math.abs(point.lon) > 180) return undefined
  return gazetteer
    .near(point, MOST_RESULTS, MOVED_KILOMETRES)
    .map(({ place }) => place)
    .find((place) => place.name === name && place.area.countryISO === countryISO)
}

async function postcodeOfId(db: Kysely<Tables>, id: string): Promise<Postcode | undefined> {
  const [, countryISO, key, place] = /^postcode:([A-Z]{2}):([A-Z0-9]{1,20})(?::(.*))?$/.exec(id) ?? []
  return countryISO === undefined || key === undefined
    ? undefined
    : findPostcode(db, { countryISO, key, place })
}

/** The town nearest to a postcode, unless it is abroad. */
function townOf(gazetteer: Gazetteer, { countryISO, point }: Postcode): Place | undefined {
  const [nearest] = gazetteer.near(point, 1, TOWN_KILOMETRES)
  return nearest?.place.area.countryISO === countryISO ? nearest.place : undefined
}

function postcodeAddress(found: Postcode, gazetteer: Gazetteer): Address {
  const { countryISO, postcode, place, region } = found
  const town = townOf(gazetteer, found)
  const around = town ? areaAddress(town) : emptyAddress
  return {
    ...around,
    city: place || around.city,
    region: around.region || region,
    postcode,
    countryName: countryName(countryISO),
    countryISO,
  }
}

/**
 * The country that a point on land lies in, by its borders and not by the nearest town; undefined at sea. The borders are read when a
 * point is first asked for: it takes a tenth of a second.
 */
async function countryAt({ lat, lon }: GridPoint): Promise<string | undefined> {
  const { iso1A2Code } = await import('@rapideditor/country-coder')
  const code = iso1A2Code([lon, lat], { level: 'territory' })
  return code && findCountry(code) ? code : undefined
}
