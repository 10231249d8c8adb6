import path from 'node:path'
import { readConfig, readGiven, type Config } from '../config.ts'
import { inTransaction } from '../db/transaction.ts'
import { ensureSoundOrganisation, initFromCommandLine } from '../system/access/new-organisation.ts'
import { newPassword } from '../system/access/passwords.ts'
import { emailOf } from '../system/access/users.ts'
import { inCapitals } from '../system/countries/countries.ts'
import { message } from '../words/catalogue.ts'
import { filesOf } from './backup/source.ts'
import { command, say } from './command.ts'
import { fillSampleFarm } from './demo.ts'
import { PASSWORD_USAGE, passwordFrom, passwordOptions } from './password-option.ts'
import { secretKeyFile } from './secret-key.ts'
import { withDatabase } from './with-database.ts'

export const initCommand = command(
  {
    name: 'init',
    summary: message('summaryOfInit', {}),
    usage:
      '--organisation <name> --country <ISO> --email <address> [--given-name <text>] [--family-name <text>] ' +
      `${PASSWORD_USAGE} [--no-platform-admin] [--demo] [--json]`,
    help: message('helpOfInit', {}),
    options: {
      organisation: { type: 'string' },
      country: { type: 'string' },
      email: { type: 'string' },
      'given-name': { type: 'string', default: '' },
      'family-name': { type: 'string', default: '' },
      ...passwordOptions,
      'no-platform-admin': { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    needed: ['organisation', 'country', 'email'],
  },
  async ({
    organisation = '',
    country = '',
    email = '',
    'given-name': givenName,
    'family-name': familyName,
    'no-platform-admin': isOwnerOnly,
    demo,
    json,
    ...given
  }) => {
    const givenPassword = await passwordFrom(given)
    await withDatabase(
      async (database) => {
        const now = new Date()
        const password = await newPassword(givenPassword)
        const owner = { organisation, countryISO: inCapitals(country), email, givenName, familyName }
        await ensureSoundOrganisation({ ...owner, password: password.text })
        // All or nothing: what is made shows its password and key once, and the e-mail then has an account.
        const made = await inTransaction(database.db, async (trx) => {
          const initialised = await initFromCommandLine(trx, {
            ...owner,
            password,
            isOwnerOnly,
            now,
          })
          if (demo) await fillSampleFarm(trx, initialised.organisationId, now, filesOf(readConfig()))
          return initialised
        })
        const { organisationId, userId, apiKey, isPlatformAdmin } = made
        if (json)
          return say(
            JSON.stringify({ organisationId, userId, password: made.password, apiKey, isPlatformAdmin }),
          )
        say(
          message('organisationIsMade', {
            organisation,
            email: emailOf(email),
            password: made.password,
            apiKey,
            id: organisationId,
            isPlatformAdmin,
            startCommand: startCommand(readConfig()),
          }),
        )
      },
      { mayMake: true },
    )
  },
)

const PROGRAM = path.resolve(import.meta.dirname, '../..')

interface Given {
  /** The settings that the environment has, and no `.env` in the program's folder. */
  given: ReadonlySet<string>
  cwd: string
  program?: string
}

/**
 * The whole command that starts the server with the database of these settings, from any folder. What the program's own `.env` says is
 * not repeated, and a password is left out.
 *
 * @example startCommand(config) // 'cd /opt/granary && DATA_DIR=/var/lib/granary npm start'
 */
export function startCommand(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'secretKeyFile'>,
  { given, cwd, program = PROGRAM }: Given = { given: readGiven(), cwd: process.cwd() },
): string {
  const { dataDir, databaseUrl } = config
  const isElsewhere = path.resolve(cwd) !== program
  const isNeeded = (name: string, value: unknown) => value !== undefined && (isElsewhere || given.has(name))
  const settings = [
    ...(isNeeded('DATA_DIR', dataDir) ? [`DATA_DIR=${quoted(path.resolve(cwd, dataDir))}`] : []),
    ...(databaseUrl !== undefined && isNeeded('DATABASE_URL', databaseUrl)
      ? [`DATABASE_URL=${quoted(withoutPassword(databaseUrl))}`]
      : []),
    ...(isNeeded('SECRET_KEY_FILE', config.secretKeyFile)
      ? [`SECRET_KEY_FILE=${quoted(secretKeyFile(config))}`]
      : []),
    ...(isNeeded('SECRET_KEY', config.secretKey) ? ['SECRET_KEY=…'] : []),
  ]
  return [isElsewhere ? `cd ${quoted(program)} &&` : '', ...settings, 'npm start'].filter(Boolean).join(' ')
}

/** A word as a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:@%+,=~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password !== '') parsed.password = 'PASSWORD'
  return parsed.href
}
