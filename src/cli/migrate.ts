import path from 'node:path'
import { readConfig } from '../config.ts'
import { migrate, migrateDown, migrationStates } from '../db/migrate.ts'
import { listMigrations } from '../db/migration-files.ts'
import type { Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { message } from '../words/catalogue.ts'
import { migrateWithCopy } from './before-update.ts'
import { command, say, warn } from './command.ts'
import { hasNoDatabase, openForCommand } from './with-database.ts'

export const migrateCommand = command(
  {
    name: 'migrate',
    summary: message('summaryOfMigrate', {}),
    usage: '[--dry-run | --status | --down]',
    help: message('helpOfMigrate', {}),
    options: {
      'dry-run': { type: 'boolean', default: false },
      status: { type: 'boolean', default: false },
      down: { type: 'boolean', default: false },
    },
  },
  async ({ 'dry-run': dryRun, status, down }) => {
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
      if (status) await printStates(database)
      else if (down) await takeBack(database)
      else if (dryRun) report(await migrate(database, { dryRun }), { dryRun })
      else report(await migrateWithCopy(database, config), { dryRun })
    } finally {
      await database.close()
    }
  },
)

function report(names: string[], { dryRun }: { dryRun: boolean }): void {
  if (names.length === 0) return say(message('databaseIsUpToDate', {}))
  say(message('migrationsApplied', { names, isDryRun: dryRun }))
}

async function printStates(database: Database): Promise<void> {
  const states = await migrationStates(database)
  if (states.length === 0) return say(message('databaseIsUpToDate', {}))
  for (const { name, steps, stepsDone, rowsFilled } of states)
    say(message('migrationGoesOn', { name, steps, stepsDone, rows: rowsFilled }))
}

async function takeBack(database: Database): Promise<void> {
  const name = await migrateDown(database)
  say(name === undefined ? message('databaseIsUpToDate', {}) : message('migrationTakenBack', { name }))
}
