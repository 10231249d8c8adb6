import type { Database } from '../db/open.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { examineLedger, ledgerHash, type Difference } from '../inventory/ledger/ledger.ts'
import { command, say } from './command.ts'
import { withDatabase } from './with-database.ts'

export const doctorCommand = command(
  {
    name: 'doctor',
    summary: 'Recompute every stored figure from the ledger and say what differs.',
    usage: '[--json]',
    help: `
  --json  print a JSON object: the ledger's hash, and the differences

The hash is one over all entries, balances and movements: two databases with the same one hold the same ledger.
Exits 1 when anything differs. Takes a while on a long history.`,
    options: { json: { type: 'boolean', default: false } },
  },
  async ({ json }) => {
    await withDatabase(async (database) => {
      const { ledgerHash: hash, differences } = await examine(database)
      if (differences.length > 0) process.exitCode = 1
      if (json) return say(JSON.stringify({ ledgerHash: hash, differences }))
      sayDifferences(differences)
      say(`Ledger hash: ${hash}`)
    })
  },
)

/** The ledger's hash, and what differs from its entries. */
export async function examine(
  database: Database,
): Promise<{ ledgerHash: string; differences: Difference[] }> {
  return {
    ledgerHash: await inSnapshot(database, (client) => ledgerHash(client)),
    differences: await Array.fromAsync(examineLedger(database.db)),
  }
}

/** A line for each difference, and one for all of them. */
export function sayDifferences(differences: Difference[]): void {
  for (const { what, recordId, stored, recomputed } of differences) {
    say(`Record ${recordId}: ${what} is stored as ${stored}, the entries say ${recomputed} (grams).`)
  }
  say(
    differences.length === 0
      ? 'Every stored figure is what the ledger says.'
      : `${differences.length} figures differ.`,
  )
}
