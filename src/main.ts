import { BackupRefused } from './cli/backup/manifest.ts'
import { UsageError, type Command } from './cli/command.ts'
import { commandsToExplain, findCommand } from './cli/commands.ts'
import { ConfigRefused } from './config.ts'
import { DataDirectoryInUse } from './db/open.ts'
import { MigrationRefused } from './db/migrate.ts'
import { Refusal } from './kernel/errors.ts'
import { ReferenceDataError } from './system/data-file.ts'

const mendable = [
  UsageError,
  ConfigRefused,
  DataDirectoryInUse,
  MigrationRefused,
  ReferenceDataError,
  BackupRefused,
]

/** Runs one command of the command line; sets the exit code. Wrong usage is 2, everything else that fails 1. */
export async function main(argv: string[]): Promise<void> {
  try {
    const explained = commandsToExplain(argv)
    if (explained) {
      process.stdout.write(helpText(explained))
      return
    }
    const { command, rest } = findCommand(argv)
    await command.run(rest)
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    process.stderr.write(`${sayError(error)}\n`)
  }
}

function helpText(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `Granary keeps the stock of farms and grain stores, to the gram.

Usage: npm run granary -- <command> [options]

${lines.join('\n')}

Each command has its own --help. Settings come from the environment and a .env file; see the README.
`
}

/** A line for each thing that people can mend; the whole trace for what is our fault. */
function sayError(error: unknown): string {
  if (error instanceof Refusal && error.faults.length > 0)
    return error.faults.map(({ path, message }) => `${optionOf(path)} ${message}`).join('\n')
  if (error instanceof Refusal) return error.message
  if (!(error instanceof Error)) return String(error)
  return mendable.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** The option that says what a field of the API says: `--given-name` is givenName. */
function optionOf(path: string): string {
  const renamed: Record<string, string> = { name: 'organisation', countryISO: 'country' }
  return `--${renamed[path] ?? path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
