import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { makeLog } from '../log.ts'
import { command, say } from './command.ts'
import { openConfigured } from './with-database.ts'

export const migrateCommand = command(
  {
    name: 'migrate',
    summary: 'Bring the database to this version. The server does so by itself when it starts.',
    usage: '[--dry-run]',
    help: '  --dry-run  only say what would be done',
    options: { 'dry-run': { type: 'boolean', default: false } },
  },
  async ({ 'dry-run': dryRun }) => {
    const config = readConfig()
    const database = await openConfigured(config, makeLog('warn'))
    try {
      const names = await migrate(database, { dryRun })
      if (names.length === 0) return say('The database is up to date.')
      say(`${dryRun ? 'Would apply' : 'Applied'}:\n${names.map((name) => `  ${name}`).join('\n')}`)
    } finally {
      await database.close()
    }
  },
)
