import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { ConfigRefused, readConfig, type Config } from '../config.ts'
import { makeDirectory } from '../db/directory-lock.ts'
import { migrate } from '../db/migrate.ts'
import { MigrationRefused } from '../db/migration-refused.ts'
import { DataDirectoryInUse, openDatabase, type Database } from '../db/open.ts'
import { DiskFull, roomIn } from '../db/room.ts'
import { makeLog } from '../log.ts'
import { message, type Message } from '../words/catalogue.ts'
import type { Wording } from '../words/writing.ts'
import { migrateWithCopy } from './before-update.ts'
import { warn } from './command.ts'
import { databasePlace, ensureNotMoved, whyNotMine } from './data-directory.ts'
import { reasonWhyNot } from '../system/why-not.ts'

/**
 * Opens the database that the settings name for a command, and says on standard error which one it is.
 *
 * @throws ConfigRefused, DataDirectoryInUse
 */
export async function openForCommand(config: Config, log: Logger): Promise<Database> {
  ensureMine(config, { isCommand: true })
  const database = await openConfigured(config, log)
  warn(message('databaseIs', { place: databasePlace(config) }))
  return database
}

/**
 * Refuses a data directory in which this account must not write, and one that was moved from.
 *
 * @throws ConfigRefused
 */
export function ensureMine(config: Config, { isCommand }: { isCommand: boolean }): void {
  const { dataDir } = config
  const why = whyNotMine({ dataDir, me: process.getuid?.(), isCommand })
  if (why !== undefined) throw new ConfigRefused([why])
  ensureNotMoved(config)
}

/**
 * Opens the database that the settings name.
 *
 * @throws ConfigRefused, DataDirectoryInUse
 */
export async function openConfigured(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, readUrl, dataDir, poolSize, isNaming } = config
  try {
    return await openDatabase({ databaseUrl, readUrl, dataDir, poolSize, isNaming, log })
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw error
    if (databaseUrl === undefined) throw unusable(dataDir, error)
    throw new ConfigRefused([message('databaseIsUnusable', { reason: innerReason(error) })], { cause: error })
  }
}

/**
 * Makes the data directory when missing. With PostgreSQL it is needed, too: uploads and the files of a backup come in there, and mails
 * go out where no mail server takes them. Without it the first of them would fail, weeks later.
 *
 * @throws ConfigRefused
 */
export function ensureDataDirectory({ dataDir }: Config): void {
  try {
    makeDirectory(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function unusable(dataDir: string, error: unknown): ConfigRefused {
  const problem = whyUnusable(dataDir, error)
  return new ConfigRefused([message('dataDirIsUnusable', { directory: dataDir, problem })], { cause: error })
}

/**
 * Refuses a database of an earlier version, for a command that changes nothing.
 *
 * @throws MigrationRefused
 */
export async function ensureUpToDate(database: Database): Promise<void> {
  const { length } = await migrate(database, { dryRun: true, isReading: true })
  if (length > 0) throw new MigrationRefused(message('databaseIsEarlier', { count: length }))
}

/** True if a data directory holds no embedded database. One that may not be read perhaps has one: opening it says what is wrong. */
export function hasNoDatabase(dataDir: string): boolean {
  try {
    return !readdirSync(dataDir).includes('database')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** A directory that was named wrongly would get a database of its own, and who asks would read that nobody has an account. */
function ensureThere({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || !hasNoDatabase(dataDir)) return
  throw new ConfigRefused([message('dataDirHasNoDatabase', { directory: path.resolve(dataDir) })])
}

interface Terms {
  /** Prepares a database that may be of an earlier version; by default it is migrated. */
  prepare?: (database: Database) => Promise<unknown>
  /** True to make an embedded database where there is none. */
  mayMake?: boolean
}

/**
 * Runs a command's work on a database of this version, and closes it whatever happens. Only warnings are logged.
 *
 * @throws ConfigRefused where there is no database
 */
export async function withDatabase(
  work: (database: Database) => Promise<void>,
  { prepare, mayMake = false }: Terms = {},
): Promise<void> {
  const config = readConfig()
  if (!mayMake) ensureThere(config)
  const database = await openForCommand(
    config,
    makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel),
  )
  try {
    await (prepare ? prepare(database) : migrateWithCopy(database, config))
    await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Why no embedded database opens in a data directory, and what to do. The database itself says no more than that it did not start.
 *
 * @param mayUse whether this account may read and write a file
 */
export function whyUnusable(
  dataDir: string,
  error: unknown,
  mayUse: (file: string) => boolean = mayReadAndWrite,
): Message {
  const given = existsSync(dataDir) ? [dataDir, ...filesIn(dataDir)] : []
  const closed = given.find((file) => !mayUse(file))
  if (closed !== undefined) return message('fileIsClosed', { file: closed, example })
  const full = given.length > 0 && fullDisk(dataDir)
  if (full) return message('diskNeedsRoom', { reason: full, example })
  return message('nameDirectory', { reason: innerReason(error), example })
}

const example = 'DATA_DIR=./data-dir'

function mayReadAndWrite(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A directory that may not be read ends the list: it is told of itself. */
function filesIn(directory: string): string[] {
  const database = path.join(directory, 'database')
  try {
    const names = readdirSync(directory)
    const inside = existsSync(database) ? readdirSync(database, { recursive: true, encoding: 'utf8' }) : []
    return [
      ...names.map((name) => path.join(directory, name)),
      ...inside.map((name) => path.join(database, name)),
    ]
  } catch {
    return existsSync(database) ? [database] : []
  }
}

function fullDisk(directory: string): Wording | undefined {
  try {
    roomIn(directory)()
    return undefined
  } catch (error) {
    return error instanceof DiskFull ? error.said : undefined
  }
}

/**
 * The reason of an error, which a sentence can go on with. Where a name has several addresses, the error thrown has no message itself,
 * and holds an error for each of them.
 */
export function innerReason(error: unknown): Wording {
  if (error instanceof AggregateError && error.errors.length > 0) return innerReason(error.errors[0])
  const reason = reasonWhyNot(error)
  return typeof reason === 'string' ? reason.replace(/\.$/, '') : reason
}
