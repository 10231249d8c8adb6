import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { GridPoint } from './grid-rules.ts'

/** A postcode and what its table says of it. */
export interface Postcode {
  countryISO: string
  key: string
  postcode: string
  place: string
  region: string
  point: GridPoint
}

/**
 * A postcode as it is compared; undefined for what cannot be the beginning of one, since those have a digit.
 *
 * @example postcodeKey('al5 2jq') // 'AL52JQ'
 */
export function postcodeKey(typed: string): string | undefined {
  const key = typed.toUpperCase().replaceAll(/[\s-]+/g, '')
  return /^[A-Z0-9]{2,10}$/.test(key) && /\d/.test(key) ? key : undefined
}

/** Postcodes that begin so, in one country or all; that one itself first, and of those each time that of the caller's country. */
export async function findPostcodes(
  db: Kysely<Tables>,
  key: string,
  { countryISO, homeISO }: { countryISO: string | undefined; homeISO: string },
  limit: number,
): Promise<Postcode[]> {
  const rows = await db
    .selectFrom('postcodes')
    .select(columns)
    .where('key', '>=', key)
    // Above every letter and digit: the first that no longer begins so.
    .where('key', '<', `${key}~`)
    .$if(countryISO !== undefined, (query) => query.where('country_iso', '=', countryISO ?? ''))
    .orderBy(sql`key <> ${key}`)
    .orderBy(sql`country_iso <> ${homeISO}`)
    .orderBy('key')
    .orderBy('country_iso')
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(postcodeOf)
}

/** One postcode of one place; of any, where the place is not named. */
export async function findPostcode(
  db: Kysely<Tables>,
  { countryISO, key, place }: { countryISO: string; key: string; place: string | undefined },
): Promise<Postcode | undefined> {
  const row = await db
    .selectFrom('postcodes')
    .select(columns)
    .where('country_iso', '=', countryISO)
    .where('key', '=', key)
    .$if(place !== undefined, (query) => query.where('place', '=', place ?? ''))
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  return row && postcodeOf(row)
}

/** The hundredths of a degree looked through to each side: first those beside, then far enough for open country. */
const REACHES = [1, 3]

/** The postcode nearest to a point, within 1 to 3 hundredths of a degree; undefined where none is so near. */
export async function nearestPostcode(db: Kysely<Tables>, point: GridPoint): Promise<Postcode | undefined> {
  for (const reach of REACHES) {
    // A degree of longitude is shorter by this much, so that east counts as much as north.
    const narrowing = Math.cos((point.lat * Math.PI) / 180)
    const row = await db
      .selectFrom('postcodes')
      .select(columns)
      .where('cell', '=', anyOf(cellsAround(point, reach), 'integer'))
      .orderBy(
        sql`power(latitude - ${point.lat}::float8, 2) + power((longitude - ${point.lon}::float8) * ${narrowing}::float8, 2)`,
      )
      .orderBy('key')
      .limit(1)
      .executeTakeFirst()
    if (row) return postcodeOf(row)
  }
  return undefined
}

/** As `cell` is worked out in the table. */
function cellsAround({ lat, lon }: GridPoint, reach: number): number[] {
  const row = Math.floor((lat + 90) * 100)
  const column = Math.floor((lon + 180) * 100)
  const steps = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
  return steps.flatMap((north) => steps.map((east) => (row + north) * 36_001 + column + east))
}

const columns = ['country_iso', 'key', 'postcode', 'place', 'region', 'latitude', 'longitude'] as const

function postcodeOf(row: Pick<Tables['postcodes'], (typeof columns)[number]>): Postcode {
  const { country_iso: countryISO, key, postcode, place, region, latitude: lat, longitude: lon } = row
  return { countryISO, key, postcode, place, region, point: { lat, lon } }
}
