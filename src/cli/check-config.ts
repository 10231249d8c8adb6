import { readConfig } from '../config.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { command, say } from './command.ts'

export const checkConfigCommand = command(
  {
    name: 'config check',
    summary: 'Read all settings and the reference data, and say what is wrong with them.',
    usage: '',
    help: 'Exits 1 with one line for every wrong value. Opens no database and no port.',
    options: {},
  },
  async () => {
    const config = readConfig()
    loadReferenceData()
    say(
      `The settings are sound. Database: ${config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`}. Address: ${config.host}:${config.port}.`,
    )
    await Promise.resolve()
  },
)
