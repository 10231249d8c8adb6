import { UsageError, type Command } from './cli/command.ts'
import { commandsToExplain, findCommand } from './cli/commands.ts'
import { terminalReader } from './cli/terminal-language.ts'
import { granaryVersion } from './kernel/version.ts'
import { MendableError, reasonOf, Refusal } from './kernel/errors.ts'
import { message } from './words/catalogue.ts'
import { render } from './words/render.ts'

/** Runs one command of the command line; sets the exit code. What was typed wrongly is 2, everything else that fails 1. */
export async function main(argv: string[]): Promise<void> {
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      process.stdout.write(`Granary ${granaryVersion()}\n`)
      return
    }
    const explained = commandsToExplain(argv)
    if (explained) {
      process.stdout.write(helpText(explained))
      return
    }
    const { command, rest } = findCommand(argv)
    await command.run(rest)
  } catch (error) {
    process.exitCode = isOfUsage(error) ? 2 : 1
    process.stderr.write(`${formatError(error)}\n`)
  }
}

function helpText(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const reader = terminalReader()
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${render(summary, reader)}`)
  return render(message('helpOfAll', { commands: lines.join('\n') }), reader)
}

/** The faults of a refusal are those of options. */
function isOfUsage(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Refusal && error.faults.length > 0)
}

/** A line for each thing that people can mend; the whole trace for what is our fault. */
function formatError(error: unknown): string {
  const reader = terminalReader()
  if (error instanceof Refusal && error.faults.length > 0)
    return error.faults.map((each) => `${optionOf(each.path)} ${render(reasonOf(each), reader)}`).join('\n')
  if (error instanceof Refusal || error instanceof MendableError) return render(error.said, reader)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The option that says what a field of the API says: `--given-name` is givenName. */
function optionOf(path: string): string {
  const renamed: Record<string, string> = { name: 'organisation', countryISO: 'country' }
  return `--${renamed[path] ?? path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
