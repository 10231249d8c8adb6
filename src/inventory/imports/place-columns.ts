import { fault, type Fault } from '../../kernel/errors.ts'
import {
  degrees,
  joinList,
  list,
  text,
  type ExportRow,
  type Row,
  type UnderstoodSchema,
  type Values,
  headerOf,
} from '../../system/imports/imports.ts'
import { listFact, nameFact, type Compared } from '../differences.ts'
import type { Location } from '../../system/locations/schema.ts'
import type { LocationInput } from '../storage/schema.ts'
import { message } from '../../words/catalogue.ts'
import type { Fact } from '../../words/terms.ts'
import { placeWords } from './header-words.ts'
import type { UnitsOfPlaces } from './existing-places.ts'

/** Columns that fields and stores share: the business unit, the tags and the address. */
export const placeColumns = {
  businessUnits: list('Business unit', { aliases: placeWords.businessUnit }),
  tags: list('Tags', { aliases: ['Labels'] }),
  addressName: text('Address name'),
  line1: text('Address line 1', { aliases: ['Address', 'Street', 'Line 1'] }),
  line2: text('Address line 2', { aliases: ['Line 2'] }),
  line3: text('Address line 3', { aliases: ['Line 3'] }),
  city: text('Town', { aliases: ['City', 'Ort', 'Ville', 'Commune'] }),
  region: text('Region', { aliases: ['County', 'State'] }),
  regionISO: text('Region code', { aliases: ['Region ISO'] }),
  postcode: text('Postcode', {
    aliases: ['Post code', 'Postal code', 'ZIP', 'ZIP code', 'PLZ', 'Code postal'],
  }),
  countryName: text('Country'),
  countryISO: text('Country code', { aliases: ['Country ISO'] }),
  threeWords: text('Three words', { aliases: ['what3words', 'w3w'] }),
  lat: degrees('Latitude', { aliases: ['lat', 'breite', 'breitengrad', 'geographische breite'] }),
  lon: degrees('Longitude', {
    aliases: ['lon', 'lng', 'long', 'länge', 'längengrad', 'geographische länge'],
  }),
}

type PlaceValues = Values<typeof placeColumns>

const LINES = [
  'line1',
  'line2',
  'line3',
  'city',
  'region',
  'regionISO',
  'postcode',
  'countryName',
  'countryISO',
] as const

/** All of an address. Its name has a column that is called otherwise than a line. */
const ADDRESS = ['name', ...LINES] as const

/** Which column a path of a storage body comes from. */
export const placePaths: Record<string, string> = {
  businessUnitIds: 'businessUnits',
  tags: 'tags',
  'location.threeWords': 'threeWords',
  'location.address.name': 'addressName',
  ...Object.fromEntries(LINES.map((name) => [`location.address.${name}`, name])),
  'location.coordinates.lat': 'lat',
  'location.coordinates.lon': 'lon',
}

/** The location of a storage body, as much of it as the row says; null where it says nothing. */
export function locationOf(values: PlaceValues): LocationInput | null {
  const { threeWords, addressName, lat, lon } = values
  const address = known({
    name: addressName,
    ...Object.fromEntries(LINES.map((line) => [line, values[line]])),
  })
  const coordinates = known({ lat: rounded(lat), lon: rounded(lon) })
  const location = known({ threeWords, address, coordinates })
  return location ?? null
}

/**
 * A row with one coordinate alone would lie on the equator, or on the meridian of Greenwich. The one that is given is blamed;
 * nothing is where the other could not be read, which is said already.
 */
export function coordinateFaults(row: Row<typeof placeColumns>, location: LocationInput | null): Fault[] {
  const { lat, lon } = location?.coordinates ?? {}
  if ((lat === undefined) === (lon === undefined)) return []
  const [given, missing, coordinate] =
    lon === undefined ? (['lat', 'lon', 'longitude'] as const) : (['lon', 'lat', 'latitude'] as const)
  const isUnread = row.problems.some(({ column }) => column === headerOf(row, missing))
  return isUnread
    ? []
    : [fault(`location.coordinates.${given}`, message('needsBeside', { coordinate }), 'required')]
}

/** Describes the position that a row gives for a place. */
export function understoodPosition({ lat, lon }: PlaceValues): UnderstoodSchema {
  return { ...(lat !== undefined && { latitude: lat }), ...(lon !== undefined && { longitude: lon }) }
}

/** True if a row is a sum, or print beside the table, and no place. One whose name a place already has is a place. */
export function isSumOf({ aside }: Row, isThere: boolean): boolean {
  return aside !== undefined && !isThere
}

/** A place as far as rows describe it. */
export interface DescribedPlace {
  location: Location
  tags: string[]
  businessUnitIds: string[]
}

/** Compares a place's business units, position and tags with a row's. Of an address only the lines that the row has are compared. */
export function comparedPlace(there: DescribedPlace, here: DescribedPlace, units: UnitsOfPlaces): Compared[] {
  // One that is in use no longer is nothing that a row could say.
  const unitsFact = (ids: string[]) => listFact(ids.flatMap((id) => units.get(id)?.name ?? []))
  const lines = ADDRESS.filter((line) => here.location.address[line] !== '')
  const linesFact = ({ address }: Location): Fact => ({
    lines: lines.map((line) => address[line].trim() || null),
  })
  return [
    {
      trait: 'list of business units',
      there: unitsFact(there.businessUnitIds),
      here: here.businessUnitIds.length === 0 ? undefined : unitsFact(here.businessUnitIds),
    },
    {
      trait: 'list of tags',
      there: listFact(there.tags),
      here: here.tags.length === 0 ? undefined : listFact(here.tags),
    },
    {
      trait: 'address',
      there: linesFact(there.location),
      here: lines.length === 0 ? undefined : linesFact(here.location),
    },
    {
      trait: 'three-word address',
      there: nameFact(there.location.threeWords),
      here: here.location.threeWords ? { name: here.location.threeWords } : undefined,
    },
    {
      trait: 'position',
      there: pointFact(there.location) ?? { none: 'none' },
      here: pointFact(here.location),
    },
  ]
}

function pointFact({ coordinates }: Location): Fact | undefined {
  return coordinates ? { lat: toCentimetre(coordinates.lat), lon: toCentimetre(coordinates.lon) } : undefined
}

/** To about a centimetre. */
const COORDINATE_DECIMALS = 7

function rounded(degrees: number | undefined): number | undefined {
  return degrees === undefined ? undefined : toCentimetre(degrees)
}

function toCentimetre(degrees: number): number {
  return Number(degrees.toFixed(COORDINATE_DECIMALS))
}

type Known<Fields> = { [Name in keyof Fields]: NonNullable<Fields[Name]> }

/** Leaves out undefined fields; undefined where none is left. */
function known<Fields extends object>(fields: Fields): Known<Fields> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // What is missing may be: every field of a location is optional.
  return entries.length > 0 ? (Object.fromEntries(entries) as Known<Fields>) : undefined
}

/** The cells of a place that is there. */
export function placeCells(place: {
  location: Location
  tags: string[]
  businessUnits: string[]
}): ExportRow<typeof placeColumns> {
  const { address, coordinates, threeWords } = place.location
  const { name, ...lines } = address
  return {
    ...lines,
    addressName: name,
    threeWords,
    lat: coordinates?.lat.toFixed(COORDINATE_DECIMALS) ?? null,
    lon: coordinates?.lon.toFixed(COORDINATE_DECIMALS) ?? null,
    businessUnits: joinList(place.businessUnits),
    tags: joinList(place.tags),
  }
}
