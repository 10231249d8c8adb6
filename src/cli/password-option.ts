import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { message } from '../words/catalogue.ts'
import { UsageError } from './command.ts'

/** The options of commands that set a password. */
export const passwordOptions = {
  'password-file': { type: 'string' },
  // Refused: whoever may list the processes of the machine would read it there, and the shell keeps it.
  password: { type: 'string' },
} as const

export const PASSWORD_USAGE = '[--password-file <file>]'

/**
 * The password that was asked for, or undefined where one is to be made up. The end of its line does not belong to it.
 *
 * @throws UsageError
 */
export async function passwordFrom(given: {
  'password-file'?: string | undefined
  password?: string | undefined
}): Promise<string | undefined> {
  if (given.password !== undefined) throw new UsageError(message('passwordWouldBeSeen', {}))
  const file = given['password-file']
  if (file === undefined) return undefined
  const password = (await contentOf(file)).replace(/\r?\n$/, '')
  if (password === '') throw new UsageError(message('passwordFileIsEmpty', {}))
  return password
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return text(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new UsageError(message('passwordFileIsUnreadable', { problem }), { cause: error })
  }
}
