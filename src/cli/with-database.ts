import type { Logger } from 'pino'
import { readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { makeLog } from '../log.ts'

/** Opens the database that the settings name. */
export async function openConfigured(config: Config, log: Logger): Promise<Database> {
  return openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.poolSize, log })
}

/** Runs a command's work on the migrated database, and closes it whatever happens. Only warnings are logged. */
export async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig()
  const database = await openConfigured(config, makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel))
  try {
    await migrate(database)
    await work(database, config)
  } finally {
    await database.close()
  }
}
