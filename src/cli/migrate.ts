import path from 'node:path'
import { readConfig } from '../config.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { makeLog } from '../log.ts'
import { command, say, warn } from './command.ts'
import { hasNoDatabase, openForCommand } from './with-database.ts'

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
    if (dryRun && config.databaseUrl === undefined && hasNoDatabase(config.dataDir)) {
      warn(`There is no database in ${path.resolve(config.dataDir)} yet.`)
      return report(
        (await listMigrations()).map(({ name }) => name),
        { dryRun },
      )
    }
    const database = await openForCommand(config, makeLog('warn'))
    try {
      report(await migrate(database, { dryRun }), { dryRun })
    } finally {
      await database.close()
    }
  },
)

function report(names: string[], { dryRun }: { dryRun: boolean }): void {
  if (names.length === 0) return say('The database is up to date.')
  say(`${dryRun ? 'Would apply' : 'Applied'}:\n${names.map((name) => `  ${name}`).join('\n')}`)
}
