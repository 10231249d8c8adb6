import { parseArgs, type ParseArgsConfig } from 'node:util'
import { MendableError } from '../kernel/errors.ts'
import { message, type Message } from '../words/catalogue.ts'
import { render } from '../words/render.ts'
import type { Wording } from '../words/writing.ts'
import { terminalReader } from './terminal-language.ts'

/** A command, option or value typed that does not exist; the exit code is 2. */
export class UsageError extends MendableError {}

/** A command that is understood, and cannot be done as things are. Its sentence is for the person who typed it; the exit code is 1. */
export class CommandRefused extends MendableError {}

export interface Command {
  /** As it is typed: `key create`. */
  name: string
  summary: Message
  run: (argv: string[]) => Promise<void>
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given; strict: true }>>['values']

interface Spec<Given extends Options> {
  name: string
  summary: Message
  /** After the name: `--name <text> [--role <role>]`. */
  usage: string
  /** The meaning of each option, and notes worth knowing. */
  help: Message
  options: Given
  /** Those without which it cannot run. */
  needed?: (keyof Given & string)[]
  /** Values it takes without an option's name, such as `file`. All of them are needed. */
  operands?: string[]
}

/** A command whose options are parsed, and whose help is printed, the same way as every other's. */
export function command<const Given extends Options>(
  spec: Spec<Given>,
  run: (values: Values<Given>, ...operands: string[]) => Promise<void>,
): Command {
  return {
    name: spec.name,
    summary: spec.summary,
    async run(argv) {
      if (argv.includes('--help') || argv.includes('-h')) {
        const usage = message('usageIs', { usage: `${spec.name} ${spec.usage}`.trimEnd() })
        const parts = [spec.summary, usage, spec.help].map((each) => render(each, terminalReader()))
        process.stdout.write(`${parts.join('\n\n')}\n`)
        return
      }
      const { values, positionals } = parse(spec, argv)
      for (const name of spec.needed ?? []) {
        if (!Object.hasOwn(values, name))
          throw new UsageError(message('optionIsNeeded', { option: name, command: spec.name }))
      }
      ensureOperands(spec, positionals)
      await run(values, ...positionals)
    },
  }
}

function ensureOperands(
  { name, operands = [] }: Pick<Spec<Options>, 'name' | 'operands'>,
  given: string[],
): void {
  if (given.length === operands.length) return
  const all = operands.map((each) => `<${each}>`).join(' ')
  throw new UsageError(message('operandsAreNeeded', { operands: all, command: name }))
}

function parse<Given extends Options>(
  { name, options, operands }: Spec<Given>,
  argv: string[],
): { values: Values<Given>; positionals: string[] } {
  try {
    return parseArgs({ args: argv, options, strict: true, allowPositionals: operands !== undefined })
  } catch (error) {
    const [line = ''] = (error as Error).message.split('. ')
    const problem = line.replace(/\.$/, '')
    throw new UsageError(message('cannotBeParsed', { problem, command: name }), { cause: error })
  }
}

/** A line for the person at the terminal: a message, or a line of data. */
export function say(said: Wording): void {
  process.stdout.write(`${render(said, terminalReader())}\n`)
}

/** A line about something that is not as it should be, beside what was asked for. */
export function warn(said: Wording): void {
  process.stderr.write(`${render(said, terminalReader())}\n`)
}

/** A name that somebody gave, for a line of a list: with line ends in it, it could pass for several. */
export function inOneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ')
}
