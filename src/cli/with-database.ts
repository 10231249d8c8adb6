import type { Logger } from 'pino'
import { ConfigRefused, readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../db/open.ts'
import { makeLog } from '../log.ts'

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
        ? `DATA_DIR ${dataDir} cannot be used: ${wordsOf(error)}. It is a directory this account may write to, such as DATA_DIR=./data-dir`
        : `DATABASE_URL cannot be used: ${wordsOf(error)}. It looks like DATABASE_URL=postgres://granary@localhost:5432/granary`
    throw new ConfigRefused([problem], { cause: error })
  }
}

/** Where a name has several addresses, what is thrown says nothing itself, and holds an error for each of them. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

/** Runs a command's work on the migrated database, and closes it whatever happens. Only warnings are logged. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const config = readConfig()
  const database = await openConfigured(
    config,
    makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel),
  )
  try {
    await migrate(database)
    await work(database)
  } finally {
    await database.close()
  }
}
