import type { Logger } from 'pino'
import { ConfigRefused, readConfig, type Config } from '../config.ts'
import { migrate, MigrationRefused } from '../db/migrate.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { whyUnusable, wordsOf } from './why-unusable.ts'

/**
 * Opens the database that the settings name.
 *
 * @throws ConfigRefused, DataDirectoryInUse
 */
export async function openConfigured(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, dataDir, poolSize } = config
  try {
    return await openDatabase({ databaseUrl, dataDir, poolSize, log })
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw error
    const problem =
      databaseUrl === undefined
        ? `DATA_DIR ${dataDir} cannot be used: ${whyUnusable(dataDir, error)}`
        : `DATABASE_URL cannot be used: ${wordsOf(error)}. Check that PostgreSQL is running, and that address, user and database are right, such as DATABASE_URL=postgres://granary@localhost:5432/granary`
    throw new ConfigRefused([problem], { cause: error })
  }
}

/**
 * Refuses a database of an earlier version, for a command that changes nothing.
 *
 * @throws MigrationRefused
 */
export async function ensureUpToDate(database: Database): Promise<void> {
  const { length } = await migrate(database, { dryRun: true })
  if (length === 0) return
  const missing = length === 1 ? '1 migration is' : `${length} migrations are`
  throw new MigrationRefused(
    `The database is of an earlier version: ${missing} missing. The server applies them when it starts, and so does \`npm run granary -- migrate\`.`,
  )
}

/**
 * Runs a command's work on a database of this version, and closes it whatever happens. Only warnings are logged.
 *
 * @param prepare what is done to a database that may be of an earlier version: it is migrated, unless said
 */
export async function withDatabase(
  work: (database: Database) => Promise<void>,
  prepare: (database: Database) => Promise<unknown> = migrate,
): Promise<void> {
  const config = readConfig()
  const database = await openConfigured(
    config,
    makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel),
  )
  try {
    await prepare(database)
    await work(database)
  } finally {
    await database.close()
  }
}
