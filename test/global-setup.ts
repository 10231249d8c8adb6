import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { CLIENT, renewClient } from '../web/make-client.ts'
import type { ObservedValue } from './observe-rows.ts'
import { partitionByTenant } from './partition-by-tenant.ts'
import { quietLog } from './quiet-log.ts'

/** Where test files get their databases from: for the embedded engine a dump, a data directory, and one before any migration, or a template on a server. */
export type DatabaseSource =
  | { engine: 'pglite'; dump: string; dataDir: string; bareDir: string }
  | { engine: 'postgresql'; serverUrl: string; template: string; prefix: string }

declare module 'vitest' {
  export interface ProvidedContext {
    databaseSource: DatabaseSource
    /** Where test files put theirs; removed after all of them. */
    directory: string
    seed: number
  }
}

/**
 * Migrates one database before all tests, from which every test file takes a copy. With TEST_PARTITIONED=1 its big tables are in parts, on a
 * server. Returns what removes it all.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.log(`Random tests start from TEST_SEED=${project.getProvidedContext().seed}`)
  // Whether it is still right is looked at by `npm test`: whoever runs one file is not kept waiting.
  if (!existsSync(CLIENT)) await renewClient()
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-test-'))
  const serverUrl = process.env['TEST_DATABASE_URL']
  const { source, remove } =
    serverUrl === undefined ? await makeDump(directory) : await makeTemplate(serverUrl)
  project.provide('databaseSource', source)
  project.provide('directory', directory)
  return async () => {
    await remove()
    // TypeScript reads all sources for it: whoever runs one file is not kept waiting.
    const isAsked = process.env['npm_lifecycle_event']?.startsWith('test') === true
    const wrong = isAsked ? await wrongRowsOf(directory) : []
    await rm(directory, { recursive: true, maxRetries: 3 })
    if (wrong.length > 0) throw new Error(`These rows are not what their types say:\n${wrong.join('\n')}`)
  }
}

/** Rows that tests were answered (observe-rows.ts) and that are not what the sources say of them. */
async function wrongRowsOf(directory: string): Promise<string[]> {
  const { wrongRows } = await import('./row-types.ts')
  const lines = globSync('*.rows', { cwd: directory }).flatMap((file) =>
    readFileSync(path.join(directory, file), 'utf8').trim().split('\n'),
  )
  return wrongRows([[...new Set(lines)].map((line) => JSON.parse(line) as ObservedValue)]).flat()
}

interface Prepared {
  source: DatabaseSource
  remove: () => Promise<void>
}

async function makeDump(directory: string): Promise<Prepared> {
  const dump = path.join(directory, 'migrated.tar')
  const [dataDir, bareDir] = [path.join(directory, 'data'), path.join(directory, 'bare')]
  const bare = await openDatabase({ dataDir, durable: false, log: quietLog })
  await bare.close()
  await cp(dataDir, bareDir, { recursive: true })
  const database = await openDatabase({ dataDir, durable: false, log: quietLog })
  try {
    await migrate(database)
    if (database.embedded) await writeFile(dump, await database.embedded.dump())
  } finally {
    await database.close()
  }
  return { source: { engine: 'pglite', dump, dataDir, bareDir }, remove: () => Promise.resolve() }
}

async function makeTemplate(serverUrl: string): Promise<Prepared> {
  const prefix = `granary_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await onServer(serverUrl, (client) => createDatabase(client, template))
  const remove = () => onServer(serverUrl, (client) => dropAll(client, prefix))
  try {
    const database = await openDatabase({ databaseUrl: urlOf(serverUrl, template), log: quietLog })
    try {
      await migrate(database)
      if (process.env['TEST_PARTITIONED'] !== undefined) await partitionByTenant(database.pool)
    } finally {
      await database.close()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { source: { engine: 'postgresql', serverUrl, template, prefix }, remove }
}

/** Drops what test files that were cut short have left as well. */
async function dropAll(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)`,
    [prefix],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

/** Makes an empty database, whatever locale the server's own are in: the service wants one that knows letters. */
export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
}

/** Runs `work` on the server's own database. */
export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
