import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { splitHosts } from '../db/hosts.ts'
import { ConfigRefused, type Config } from '../config.ts'

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
  throw new ConfigRefused([
    `DATABASE_URL is not set, and the embedded database in ${path.resolve(dataDir)} is the old one: the service has moved to PostgreSQL. Set DATABASE_URL as the service has it; to go back to the old database, delete ${mark}.`,
  ])
}

/** Names the database that the settings lead to, without a password. */
export function placeOf({ dataDir, databaseUrl }: Settings): string {
  if (databaseUrl === undefined) return `embedded, in ${path.resolve(dataDir)}`
  const servers = splitHosts(databaseUrl).map((each) => new URL(each))
  const { username = '', pathname = '' } = servers[0] ?? {}
  const hosts = servers.map(({ host }) => host).join(',')
  return `PostgreSQL, ${username === '' ? '' : `${username}@`}${hosts}${pathname}`
}
