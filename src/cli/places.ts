import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { findCountry, inCapitals } from '../system/countries/countries.ts'
import { importPostcodes } from '../system/locations/import-postcodes.ts'
import { UnknownShape } from '../system/locations/postcode-file.ts'
import { command, say, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

export const importPlacesCommand = command(
  {
    name: 'places import',
    summary: 'Load postcodes from a file, so that they are found and addresses have one.',
    usage: '--file <path> [--country <code>]',
    help: `
  --file <path>     the ONS Postcode Directory as CSV; postal codes of GeoNames as text;
                    or a CSV file with postcode, latitude, longitude, and perhaps country, place, region
  --country <code>  two letters, where the file does not name the country

What was loaded before is kept, and changed where the file has it too. Two million rows take a few minutes.`,
    options: { file: { type: 'string' }, country: { type: 'string' } },
    needed: ['file'],
  },
  async ({ file = '', country }) => {
    const countryISO = country === undefined ? undefined : inCapitals(country)
    if (countryISO !== undefined && !findCountry(countryISO))
      throw new UsageError(`--country ${country} is no country: two letters are wanted, such as GB`)
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    )
    if (!isFile) throw new UsageError(`There is no file ${file}.`)
    await withDatabase(async ({ db }) => {
      const done = await importPostcodes(db, createReadStream(file), countryISO).catch((error: unknown) => {
        throw error instanceof UnknownShape ? new UsageError(error.message, { cause: error }) : error
      })
      say(`${done.stored} postcodes are stored, and ${done.left} left out that are out of use or on no map.`)
      if (done.bad === 0) return
      say(`${done.bad} rows cannot be used${done.bad > done.examples.length ? '; the first of them' : ''}:`)
      for (const { row, problem } of done.examples) say(`  row ${row}: ${problem}`)
    })
  },
)
