import path from 'node:path'
import { readConfig } from '../config.ts'
import { listMigrations, migrate } from '../db/migrate.ts'
import { makeLog } from '../log.ts'
import { message } from '../words/catalogue.ts'
import { command, say, warn } from './command.ts'
import { hasNoDatabase, openForCommand } from './with-database.ts'

export const migrateCommand = command(
  {
    name: 'migrate',
    summary: message('summaryOfMigrate', {}),
    usage: '[--dry-run]',
    help: message('helpOfMigrate', {}),
    options: { 'dry-run': { type: 'boolean', default: false } },
  },
  async ({ 'dry-run': dryRun }) => {
    const config = readConfig()
    if (dryRun && config.databaseUrl === undefined && hasNoDatabase(config.dataDir)) {
      warn(message('noDatabaseYet', { directory: path.resolve(config.dataDir) }))
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
  if (names.length === 0) return say(message('databaseIsUpToDate', {}))
  say(message('migrationsApplied', { names, isDryRun: dryRun }))
}
