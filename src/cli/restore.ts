import path from 'node:path'
import { readConfig } from '../config.ts'
import type { Database } from '../db/open.ts'
import { makeLog } from '../log.ts'
import { countRows, filesOf } from './backup.ts'
import type { Manifest } from './backup/manifest.ts'
import { checkArchive } from './backup/read-archive.ts'
import { ensureKnownSchema, restoreBackup } from './backup/restore-backup.ts'
import { command, say, warn } from './command.ts'
import { examine, sayDifferences } from './doctor.ts'
import { ensureDataDirectory, openConfigured } from './with-database.ts'

export const restoreCommand = command(
  {
    name: 'restore',
    summary: 'Fill an empty database with a backup, on either kind of database.',
    usage: '<file> [--resume-jobs] [--json]',
    help: `
  <file>         what \`backup\` has written
  --resume-jobs  send the mails that were waiting when the backup was made: for a move, when no server ran after it
  --json         print one JSON object and nothing else

The whole file is checked first; one that was cut off or altered is refused before anything is written. Whatever is wrong,
the database stays empty, and a restore that was cut off can be done again. At the end it does what \`doctor\` does, and
exits 1 when anything differs. Stop the server first, and give it a new DATA_DIR or a new PostgreSQL database.`,
    options: {
      'resume-jobs': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    operands: ['file'],
  },
  async ({ 'resume-jobs': resumesJobs, json }, file = '') => {
    const source = path.resolve(file)
    const config = readConfig()
    const manifest = await checkArchive(source)
    await ensureKnownSchema(manifest)
    ensureDataDirectory(config)
    const database = await openConfigured(config, makeLog('warn'))
    try {
      const files = filesOf(config)
      const restored = await restoreBackup(
        { database, files, resumesJobs, now: new Date() },
        source,
        manifest,
      )
      for (const warning of warningsOf(manifest, restored)) warn(warning)
      await report(database, manifest, json)
    } finally {
      await database.close()
    }
  },
)

async function report(database: Database, manifest: Manifest, json: boolean): Promise<void> {
  const { takenAt, granaryVersion } = manifest
  const { ledgerHash, differences } = await examine(database)
  const rows = countRows(manifest)
  if (differences.length > 0) process.exitCode = 1
  if (json) return say(JSON.stringify({ takenAt, rows, ledgerHash, differences }))
  say(
    `Restored what was there on ${takenAt}, backed up by Granary ${granaryVersion}: ${rows} rows. Ledger hash: ${ledgerHash}`,
  )
  sayDifferences(differences)
}

function warningsOf(
  { hasFiles, missingFiles }: Manifest,
  { heldJobs, eventsGoOn }: { heldJobs: number; eventsGoOn: boolean },
): string[] {
  return [
    ...(hasFiles ? [] : ['The backup was made without uploaded files. Copy them here yourself.']),
    ...missingFiles.map((key) => `The file ${key} was lost before the backup was made.`),
    ...(heldJobs > 0
      ? [
          `${heldJobs} mails and the like were waiting when the backup was made. They may have gone out since, so they are held: see GET /api/system/jobs?status=failed, and POST /api/system/jobs/{id}/retry sends one.`,
        ]
      : []),
    ...(eventsGoOn ? [] : ['Listeners of events have to drop their Last-Event-ID and begin from now.']),
  ]
}
