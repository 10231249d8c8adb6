import { randomBytes } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase, type Database } from '../src/db/open.ts'
import { openEmptied } from './emptied-databases.ts'
import { onServer, urlOf } from './global-setup.ts'
import { quietLog } from './quiet-log.ts'

/** A database of a test's own, with the URL under which another process reaches it where there is one. */
export interface TestDatabase extends Database {
  url: string | undefined
}

/** Node's types leave it to the browser's, which are not for us. */
declare const WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> }

/** Kept for as long as the process lives: what V8 has compiled and optimised of it serves every database of the process. */
let engine: Promise<object> | undefined

async function compileEngine(): Promise<object> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(file))
}

/**
 * A fresh, migrated and empty database for one test file, on the engine of this run: PostgreSQL when
 * TEST_DATABASE_URL is set, PGlite in memory otherwise. Nobody can use it after it is closed. A `locale` is for PostgreSQL alone.
 *
 * @example
 * const database = await openTestDatabase()
 * afterAll(database.close)
 */
export async function openTestDatabase({
  poolSize,
  locale,
}: { poolSize?: number; locale?: string | undefined } = {}): Promise<TestDatabase> {
  const source = inject('databaseSource')
  if (source.engine === 'pglite') {
    await (engine ??= compileEngine())
    return { ...(await openEmptied(source.dump)), url: undefined }
  }

  const name = `${source.prefix}${randomBytes(4).toString('hex')}`
  await onServer(source.serverUrl, (client) =>
    client.query(
      `create database ${name} ${locale === undefined ? `template ${source.template}` : inLocale(locale)}`,
    ),
  )
  const url = urlOf(source.serverUrl, name)
  const database = await openDatabase({ databaseUrl: url, poolSize, log: quietLog })
  const close = async () => {
    await database.close()
    await onServer(source.serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  try {
    if (locale !== undefined) await migrate(database)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, url, close }
}

/** A database that sorts text as people of a language do, and not by its bytes. */
function inLocale(locale: string): string {
  return locale === 'C'
    ? `template template0 encoding 'UTF8' locale 'C'`
    : `template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale '${locale}'`
}

/**
 * Puts a migrated, empty embedded database where the program is to find its own, for tests that are not about the
 * making of one, which takes seconds. Does nothing in a run on PostgreSQL.
 *
 * @example
 * await placeEmptyDatabase(workplace.dataDir)
 */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  const source = inject('databaseSource')
  if (source.engine === 'pglite') await cp(source.dataDir, dataDir, { recursive: true })
}

/** The same of a database that nothing was migrated in yet. */
export async function placeBareDatabase(dataDir: string): Promise<void> {
  const source = inject('databaseSource')
  if (source.engine === 'pglite') await cp(source.bareDir, dataDir, { recursive: true })
}
