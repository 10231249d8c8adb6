import type { Database } from '../db/open.ts'
import { inSnapshot, kyselyOf } from '../db/snapshot.ts'
import { verifyLedger, ledgerHash, type LedgerDiscrepancy } from '../inventory/ledger/ledger.ts'
import { examineMovementCounts, type CountDifference } from '../inventory/movements/count-movements.ts'
import { readConfig } from '../config.ts'
import { message } from '../words/catalogue.ts'
import { filesOf } from './backup/source.ts'
import { findLostFiles, readStoredFiles } from '../system/archives/files.ts'
import { findAttention } from '../system/backups/installation.ts'
import { command, say } from './command.ts'
import { ensureUpToDate, withDatabase } from './with-database.ts'

export const doctorCommand = command(
  {
    name: 'doctor',
    summary: message('summaryOfDoctor', {}),
    usage: '[--without-files] [--json]',
    help: message('helpOfDoctor', {}),
    options: {
      'without-files': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  },
  async ({ 'without-files': withoutFiles, json }) => {
    await withDatabase(
      async (database) => {
        const files = withoutFiles ? [] : await readStoredFiles(database.pool)
        const missingFiles = await findLostFiles(filesOf(readConfig()).store, files)
        const { ledgerHash: hash, differences } = await examineInstallation(database)
        if (differences.length > 0 || missingFiles.length > 0) process.exitCode = 1
        if (json) return say(JSON.stringify({ ledgerHash: hash, differences, missingFiles }))
        for (const key of missingFiles) say(message('fileIsNotAsUploaded', { key }))
        printDifferences(differences)
        say(message('ledgerHashIs', { hash }))
        await printBackups(database)
      },
      { prepare: ensureUpToDate },
    )
  },
)

/** The last good backup, and what somebody should see to. It has no say in whether the books are sound. */
async function printBackups({ db }: Database): Promise<void> {
  const { backups } = readConfig()
  const { good, attention } = await findAttention(db, { schedule: backups.schedule, now: new Date() })
  const { asked_at: at, file } = good ?? {}
  say(
    at
      ? message('lastGoodBackup', { takenUTC: at.toISOString(), file: file ?? '' })
      : message('noGoodBackup', {}),
  )
  for (const each of attention) say(each)
}

type AnyDifference = LedgerDiscrepancy | CountDifference

/** The ledger's hash, and what differs from its entries: of one moment, so that a service may go on writing meanwhile. */
export async function examineInstallation(
  database: Database,
): Promise<{ ledgerHash: string; differences: AnyDifference[] }> {
  return inSnapshot(database, async (client) => {
    const db = kyselyOf(client)
    return {
      ledgerHash: await ledgerHash(client),
      differences: [...(await Array.fromAsync(verifyLedger(db))), ...(await examineMovementCounts(db))],
    }
  })
}

/** A line for each difference, and one for all of them. */
export function printDifferences(differences: AnyDifference[]): void {
  for (const each of differences) {
    const figures = { what: each.what, stored: String(each.stored), recomputed: String(each.recomputed) }
    say(
      'recordId' in each
        ? message('recordDiffers', { id: each.recordId, ...figures })
        : message('monthDiffers', { id: each.organisationId, month: each.month.slice(0, 7), ...figures }),
    )
  }
  say(message('figuresDiffer', { count: differences.length }))
}
