import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { findCountry, inCapitals, countryMeant } from '../system/countries/countries.ts'
import { importPostcodes } from '../system/locations/import-postcodes.ts'
import { UnknownShape } from '../system/locations/postcode-file.ts'
import { message } from '../words/catalogue.ts'
import { command, CommandRefused, say, UsageError } from './command.ts'
import { reasonWhyNot } from '../system/why-not.ts'
import { withDatabase } from './with-database.ts'

export const importPlacesCommand = command(
  {
    name: 'places import',
    summary: message('summaryOfPlacesImport', {}),
    usage: '--file <path> [--country <code>]',
    help: message('helpOfPlacesImport', {}),
    options: { file: { type: 'string' }, country: { type: 'string' } },
    needed: ['file'],
  },
  async ({ file = '', country }) => {
    const countryISO = country === undefined ? undefined : inCapitals(country)
    if (country !== undefined && !findCountry(countryISO ?? ''))
      throw new UsageError(message('countryIsNoCode', { country, ...countryMeant(country) }))
    await ensureReadable(file)
    await withDatabase(async ({ db }) => {
      const done = await importPostcodes(db, createReadStream(file), countryISO).catch((error: unknown) => {
        throw error instanceof UnknownShape ? new CommandRefused(error.said, { cause: error }) : error
      })
      say(message('postcodesAreStored', { stored: done.stored, left: done.left }))
      if (done.bad === 0) return
      say(message('rowsAreBad', { count: done.bad, isListed: done.bad <= done.examples.length }))
      for (const bad of done.examples) say(message('rowIsBad', bad))
    })
  },
)

/** Before a database is opened for it. */
async function ensureReadable(name: string): Promise<void> {
  try {
    await using file = await open(name)
    // A folder can be opened, and not read.
    await file.read({ length: 1 })
  } catch (error) {
    const reason = reasonWhyNot(error)
    const said = message('namedFileIsUnreadable', { file: path.resolve(name), reason })
    throw new CommandRefused(said, { cause: error })
  }
}
