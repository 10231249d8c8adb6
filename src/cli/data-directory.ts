import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigRefused, type Config } from '../config.ts'
import { splitHosts } from '../db/hosts.ts'
import { message, type Message } from '../words/catalogue.ts'
import { ANYBODY, render } from '../words/render.ts'
import type { Wording } from '../words/writing.ts'

const MARK = 'moved-to-postgresql'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>

/**
 * Marks the embedded database that was left when the service moved to PostgreSQL: it is not used again by a command that misses
 * DATABASE_URL. Does nothing where the directory has no embedded database, or is marked.
 *
 * @returns true where it has been marked now
 */
export function markAsMoved({ dataDir, databaseUrl }: Settings, now: Date): boolean {
  const mark = path.join(dataDir, MARK)
  if (databaseUrl === undefined || !existsSync(path.join(dataDir, 'database')) || existsSync(mark))
    return false
  writeFileSync(mark, `${now.toISOString()} ${placeOf({ dataDir, databaseUrl })}\n`, { mode: 0o600 })
  return true
}

/**
 * Refuses an embedded database that the service has moved away from.
 *
 * @throws ConfigRefused
 */
export function ensureNotMoved({ dataDir, databaseUrl }: Settings): void {
  const mark = path.resolve(dataDir, MARK)
  if (databaseUrl !== undefined || !existsSync(mark) || !existsSync(path.join(dataDir, 'database'))) return
  throw new ConfigRefused([message('databaseHasMoved', { directory: path.resolve(dataDir), mark })])
}

/** Names the database that the settings lead to in English, without a password. */
export function placeOf(settings: Settings): string {
  return render(databasePlace(settings), ANYBODY)
}

/** Names the database that the settings lead to, without a password. */
export function databasePlace({ dataDir, databaseUrl }: Settings): Wording {
  if (databaseUrl === undefined) return message('embeddedIn', { directory: path.resolve(dataDir) })
  const servers = splitHosts(databaseUrl).map((each) => new URL(each))
  const { username = '', pathname = '' } = servers[0] ?? {}
  const hosts = servers.map(({ host }) => host).join(',')
  return `PostgreSQL, ${username === '' ? '' : `${username}@`}${hosts}${pathname}`
}

/** Names that the service writes into its data directory, surest sign first. */
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
): Message | undefined {
  if (me === undefined) return undefined
  const written = WRITTEN.map((name) => ownerOf(path.join(dataDir, name))).find((each) => each !== undefined)
  const owner = written ?? (me === ROOT && isCommand ? ownerOf(dataDir) : undefined)
  if (owner === undefined || owner === me) return undefined
  const directory = path.resolve(dataDir)
  return message('dataDirIsOfOther', { directory, owner: nameOf(owner), me: nameOf(me) })
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
