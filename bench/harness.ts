import { randomBytes } from 'node:crypto'
import { cpus, loadavg, totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase, type Database } from '../src/db/open.ts'
import { verifyLedger } from '../src/inventory/ledger/ledger.ts'
import { createDatabase } from '../test/global-setup.ts'
import { makeWorkplace, type Environment, type RunningProgram } from '../test/program.ts'
import type { Filled } from './organisation.ts'
import { keepFigures, saveResult, writeDocument } from './report/document.ts'
import type { Machine, Measured, Section, Timing } from './report/section.ts'

/** What all measurements share: how often, which percentile, on which machine and database, and where results go. */

/**
 * Runs works that are to be compared so often after warming up, and answers how long each took: run by run in turn, so
 * that whatever else the machine does meets all of them alike. `before` is not counted.
 *
 * @example await measureInTurn('search', [{ work: () => search(small) }, { work: () => search(large) }])
 */
export async function measureInTurn(
  name: string,
  works: {
    work: (run: number) => Promise<unknown>
    before?: ((run: number) => Promise<unknown>) | undefined
  }[],
  { warmUp = 8, runs = 60 }: { warmUp?: number; runs?: number } = {},
): Promise<Timing[]> {
  const milliseconds = works.map((): number[] => [])
  for (let run = 0; run < warmUp + runs; run++) {
    for (const [place, { work, before }] of works.entries()) {
      await before?.(run)
      const start = performance.now()
      await work(run)
      if (run >= warmUp) milliseconds[place]?.push(performance.now() - start)
    }
  }
  return milliseconds.map((durations) => ({ name, runs, ...percentiles(durations) }))
}

/** The percentiles of durations, by nearest rank. */
export function percentiles(values: number[]): { p50: number; p95: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

/** The machine and the versions that figures belong to, and what else it was doing. */
export async function describeMachine({ pool, engine }: Database): Promise<Machine> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const version = `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return {
    computer: `${processors.length} cores (${processors[0]?.model.trim() || 'unknown'}), ${memory} GB of memory`,
    node: `Node ${process.versions.node}`,
    database: engine === 'pglite' ? `PGlite (${version})` : version,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  }
}

/** The PostgreSQL to measure on. */
export const serverUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Errors and warnings of the service belong on the screen of who measures. */
const log = {
  info: () => undefined,
  warn: (fields: object, message?: string) => console.error(message, fields),
  error: (fields: object, message?: string) => console.error(message, fields),
}

/** A database of a measurement's own. */
export interface BenchDatabase {
  /** Opens it in this process. On the embedded database not while a program runs on it. */
  open: () => Promise<Database>
  /** Where a program may run on it (`serve` of test/program.ts), and what its environment has to say. */
  where: { cwd: string; env: Environment }
}

/** Opens a measurement's database for `work`, and closes it whatever happens. */
export async function inDatabase<T>(
  { open }: BenchDatabase,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Whether a measurement vacuums and analyses by itself. */
interface Upkeep {
  vacuumsItself?: boolean
}

/** Gives a migrated database to `work`, and removes it afterwards. */
export async function withBenchDatabase<T>(
  engine: Database['engine'],
  work: (database: BenchDatabase) => Promise<T>,
  upkeep: Upkeep = {},
): Promise<T> {
  return withEmptyDatabase(
    engine,
    async (bench) => {
      await inDatabase(bench, migrate)
      return work(bench)
    },
    upkeep,
  )
}

/** Gives a database to `work` in which there is nothing at all, and removes it afterwards. */
export async function withEmptyDatabase<T>(
  engine: Database['engine'],
  work: (database: BenchDatabase) => Promise<T>,
  { vacuumsItself = false }: Upkeep = {},
): Promise<T> {
  const { directory, dataDir, remove } = await makeWorkplace()
  const name = `granary_bench_${randomBytes(4).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const isServer = engine === 'postgresql'
  const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', ...(isServer && { DATABASE_URL: url.href }) }
  const open = () =>
    openDatabase({
      ...(isServer ? { databaseUrl: url.href } : { dataDir }),
      statementTimeoutMilliseconds: 3_600_000,
      log,
    })
  if (isServer)
    await onServer(async (client) => {
      if (!vacuumsItself) await ensureAutovacuum(client)
      await createDatabase(client, name)
    })
  try {
    return await work({ open, where: { cwd: directory, env } })
  } finally {
    if (isServer) await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    await remove()
  }
}

/** Without it every row that was changed stays in the way of the next, and what is measured last is slow. */
async function ensureAutovacuum(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ autovacuum: string }>('show autovacuum')
  if (rows[0]?.autovacuum !== 'on')
    throw new Error('autovacuum is off on this server: turn it on to measure (docs/operations.md)')
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Asks as an organisation and fails on anything but 200. */
export type Ask = (as: Filled, url: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>

/** How to ask the program at this address. */
export function askerOf(origin: string): Ask {
  return async ({ apiKey }, url, body) => {
    const answer = await fetch(origin + url, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
}

/** A history in which a stored figure is wrong would measure something else. */
export async function ensureSound({ db }: Database): Promise<void> {
  for await (const difference of verifyLedger(db)) {
    throw new Error(`The history is not what the ledger would have kept: ${JSON.stringify(difference)}`)
  }
}

/** Ends a program and shows what it complained of. */
export async function stop(program: RunningProgram): Promise<void> {
  program.kill('SIGTERM')
  const { stderr } = await program.ended
  if (stderr !== '') console.error(stderr.slice(0, 2000))
}

/**
 * Keeps a measurement's figures and shows its tables. They go to bench/results, which is not part of the repository, so that
 * two runs can be compared; and, unless the document is to stay as it is, to docs/performance, which it is made from.
 */
export async function publish<Result extends object>(
  section: Section<Result & Measured>,
  machine: Machine,
  result: Result,
  { isDocument }: { isDocument: boolean },
): Promise<void> {
  const measured = { measuredAt: new Date().toISOString(), machine, ...result }
  console.log(section.tables(measured))
  await saveResult(section.name, measured)
  if (!isDocument) return
  await keepFigures(section.name, measured)
  await writeDocument()
}
