import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** What the service writes into its data directory, most telling first. */
const WRITTEN = ['database', 'lock.sqlite', 'files', 'secret-key']
const ROOT = 0

interface Where {
  dataDir: string
  /** The user id of this process; undefined where the system knows none. */
  me: number | undefined
  /** True for a command beside the service: what it makes must belong to the service. */
  isCommand: boolean
}

/**
 * Tells why this account must not work in a data directory: what it writes there would be closed to the account of the service, which
 * then does not start. Only root may begin in a directory that is empty and somebody else's: with a container that
 * is usual, for a command it is a mistake.
 *
 * @param ownerOf the user id that owns a file, undefined where there is none
 */
export function whyNotMine(
  { dataDir, me, isCommand }: Where,
  ownerOf: (file: string) => number | undefined = ownerOfFile,
  nameOf: (user: number) => string = nameOfUser,
): string | undefined {
  if (me === undefined) return undefined
  const written = WRITTEN.map((name) => ownerOf(path.join(dataDir, name))).find((each) => each !== undefined)
  const owner = written ?? (me === ROOT && isCommand ? ownerOf(dataDir) : undefined)
  if (owner === undefined || owner === me) return undefined
  const name = nameOf(owner)
  return `DATA_DIR ${path.resolve(dataDir)} belongs to ${name}, and this is ${nameOf(me)}: files it makes there would be closed to the service. Run the same command as ${name}, such as: runuser -u ${name} -- …`
}

function ownerOfFile(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.uid
}

function nameOfUser(user: number): string {
  return userIn(readUsers(), user) ?? `#${user}`
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** The name of a user in the text of `/etc/passwd`. */
export function userIn(users: string, user: number): string | undefined {
  const fields = users.split('\n').map((line) => line.split(':'))
  return fields.find(([, , id]) => id === String(user))?.[0]
}
