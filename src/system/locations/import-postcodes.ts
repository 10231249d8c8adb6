import type { Readable } from 'node:stream'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readPostcodes, type BadRow } from './postcode-file.ts'
import type { Postcode } from './postcodes.ts'

/** The outcome of a file of postcodes. */
export interface ImportedPostcodes {
  stored: number
  /** Out of use, or nowhere on the map. */
  left: number
  bad: number
  /** The first of the bad rows. */
  examples: BadRow[]
}

/** Enough that a statement is worth its journey, and few enough that others get their turn between two. */
const AT_ONCE = 2000
const MOST_EXAMPLES = 10

/**
 * Stores the postcodes of a file. What was there under the same country, postcode and place is changed; nothing is
 * removed, so a file may be loaded again, and one that was cut short too.
 *
 * @throws UnknownShape
 */
export async function importPostcodes(
  db: Kysely<Tables>,
  file: Readable,
  countryISO: string | undefined,
): Promise<ImportedPostcodes> {
  const done: ImportedPostcodes = { stored: 0, left: 0, bad: 0, examples: [] }
  // One statement may not change a row twice, and files have doubles.
  let waiting = new Map<string, Postcode>()
  const flush = async () => {
    const rows = [...waiting.values()]
    waiting = new Map()
    if (rows.length === 0) return
    await inTransaction(db, (trx) => store(trx, rows))
    done.stored += rows.length
  }
  for await (const read of readPostcodes(file, countryISO)) {
    if ('left' in read) done.left += 1
    else if ('bad' in read) {
      done.bad += 1
      if (done.examples.length < MOST_EXAMPLES) done.examples.push(read.bad)
    } else {
      const { countryISO: country, key, place } = read.postcode
      waiting.set(`${country} ${key} ${place}`, read.postcode)
      if (waiting.size >= AT_ONCE) await flush()
    }
  }
  await flush()
  return done
}

async function store(db: Kysely<Tables>, rows: Postcode[]): Promise<void> {
  const column = (of: (row: Postcode) => string | number) => rows.map(of)
  await sql`
    insert into postcodes (country_iso, key, postcode, place, region, latitude, longitude)
    select * from unnest(
      ${column(({ countryISO }) => countryISO)}::text[],
      ${column(({ key }) => key)}::text[],
      ${column(({ postcode }) => postcode)}::text[],
      ${column(({ place }) => place)}::text[],
      ${column(({ region }) => region)}::text[],
      ${column(({ point }) => point.lat)}::float8[],
      ${column(({ point }) => point.lon)}::float8[]
    )
    on conflict (country_iso, key, place) do update set
      postcode = excluded.postcode,
      region = excluded.region,
      latitude = excluded.latitude,
      longitude = excluded.longitude
  `.execute(db)
}
