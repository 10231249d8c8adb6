import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase, type Database } from '../src/db/open.ts'
import { makeWorkplace, type Environment } from '../test/program.ts'

/** What all measurements share: how often, which percentile, on which machine, and where results go. */

/** How long one thing took, in milliseconds. */
export interface Timing {
  name: string
  runs: number
  p50: number
  p95: number
  max: number
}

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

/** Milliseconds, or any figure, with as many digits as mean something. */
export function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A Markdown table; its first column is words and the others are figures. */
export function markdownTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(header),
    line(header.map((_cell, place) => (place === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n')
}

/** The machine and the versions that figures belong to, and what else it was doing. */
export async function machineLine({ pool, engine }: Database): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version.split(' ')[0] ?? ''
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return [
    `${processors.length} cores (${processors[0]?.model.trim() || 'unknown'})`,
    `${memory} GB of memory`,
    `load average ${digits(loadavg()[0] ?? 0)}`,
    `Node ${process.versions.node}`,
    engine === 'pglite' ? `PGlite (PostgreSQL ${version})` : `PostgreSQL ${version}`,
  ].join(', ')
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

/** Gives a migrated database to `work`, and removes it afterwards. */
export async function withBenchDatabase<T>(
  engine: Database['engine'],
  work: (database: BenchDatabase) => Promise<T>,
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
  if (isServer) await onServer((client) => client.query(`create database ${name}`))
  try {
    const database = await open()
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    return await work({ open, where: { cwd: directory, env } })
  } finally {
    if (isServer) await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    await remove()
  }
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

/** Keeps a measurement as JSON in bench/results, which is not part of the repository, so that two runs can be compared. */
export async function saveResult(name: string, result: object): Promise<void> {
  const directory = path.join(import.meta.dirname, 'results')
  await mkdir(directory, { recursive: true })
  const text = `${JSON.stringify({ measuredAt: new Date().toISOString(), ...result }, null, 2)}\n`
  await writeFile(path.join(directory, `${name}.json`), text)
}

/** Puts `text` under a heading of docs/performance.md, in the place of what stood there. */
export async function writeSection(heading: string, text: string): Promise<void> {
  const file = path.join(import.meta.dirname, '..', 'docs', 'performance.md')
  const before = await readFile(file, 'utf8').catch(() => '# Performance\n')
  const sections = before.split(/^(?=## )/m)
  const section = `## ${heading}\n\n${text.trim()}\n\n`
  const place = sections.findIndex((each) => each.startsWith(`## ${heading}\n`))
  if (place === -1) sections.push(section)
  else sections[place] = section
  await writeFile(file, `${sections.map((each) => each.trim()).join('\n\n')}\n`)
}
