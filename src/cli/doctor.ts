import { examineLedger } from '../inventory/ledger/ledger.ts'
import { command, say } from './command.ts'
import { withDatabase } from './with-database.ts'

export const doctorCommand = command(
  {
    name: 'doctor',
    summary: 'Recompute every stored figure from the ledger and say what differs.',
    usage: '[--json]',
    help: '  --json  print a JSON array of differences\n\nExits 1 when anything differs. Takes a while on a long history.',
    options: { json: { type: 'boolean', default: false } },
  },
  async ({ json }) => {
    await withDatabase(async ({ db }) => {
      const differences = await Array.fromAsync(examineLedger(db))
      if (differences.length > 0) process.exitCode = 1
      if (json) return say(JSON.stringify(differences))
      for (const { what, recordId, stored, recomputed } of differences) {
        say(`Record ${recordId}: ${what} is stored as ${stored}, the entries say ${recomputed} (grams).`)
      }
      say(
        differences.length === 0
          ? 'Every stored figure is what the ledger says.'
          : `${differences.length} figures differ.`,
      )
    })
  },
)
