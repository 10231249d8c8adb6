import { readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { makeLog } from '../log.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { command, say } from './command.ts'
import { readTlsFiles } from './tls/files.ts'
import { openConfigured } from './with-database.ts'

export const checkConfigCommand = command(
  {
    name: 'config check',
    summary: 'Read all settings and the reference data, and say what is wrong with them.',
    usage: '',
    help: 'Exits 1 with one line for every wrong value. Asks PostgreSQL whether its role has the rights that are needed; opens no embedded database, and no port.',
    options: {},
  },
  async () => {
    const config = readConfig()
    loadReferenceData()
    readTlsFiles(config)
    if (config.databaseUrl !== undefined) await checkDatabase(config)
    say(
      `The settings are sound. Database: ${config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`}. Address: ${config.host}:${config.port}.`,
    )
  },
)

async function checkDatabase(config: Config): Promise<void> {
  const database = await openConfigured(config, makeLog('warn'))
  try {
    await migrate(database, { dryRun: true })
  } finally {
    await database.close()
  }
}
