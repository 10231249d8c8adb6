import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { createDatabase, onServer, urlOf } from '../../global-setup.ts'
import { run, serve, type Where } from '../../program.ts'
import { enterContent, readOperations } from './content.ts'
import { OWNERS, PASSWORD, type Owner } from './desk.ts'

// TEST_DATABASE_URL=postgres://… node test/reliability/dumps/make.ts [checkout] makes the dump of a released schema: that of this
// checkout, or of another one with its packages installed. It runs that version's own program, enters what a farm enters, and
// writes what PostgreSQL's own pg_dump says to NNNN.sql.gz, by the number of the latest migration.
// What is secret in it was made for it, and opens nothing else.

const here = import.meta.dirname
const DATABASE = 'granary_released'
/** What is sent beside the requests, and fails, has been tried by then. */
const BACKGROUND_MS = 4000
/** Or at least begun, on a machine that is busy. */
const PATIENCE_MS = 60_000
/**
 * Uploads that broke off, accounts at issuers elsewhere, and what a first start and a large search leave: no request here makes any of
 * them. Movements are added up now and then, which takes them from the one table into the other.
 */
const EMPTY_ON_PURPOSE = new Set([
  'unfinished_files',
  'external_identities',
  'movement_counts',
  'movement_count_steps',
  'setup_codes',
  'kept_searches',
])

/** Runs the version on a database that is gone afterwards, and keeps its dump. */
async function make(serverUrl: string, checkout: string): Promise<void> {
  const migrations = await readdir(path.join(checkout, 'migrations'))
  const number = migrations
    .filter((name) => /^\d{4}-/.test(name))
    .toSorted()
    .at(-1)
    ?.slice(0, 4)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'granary-dump-'))
  await onServer(serverUrl, (client) => createDatabase(client, DATABASE))
  const url = urlOf(serverUrl, DATABASE)
  try {
    const env = { DATABASE_URL: url, DATA_DIR: dataDir, WEBHOOK_NETWORKS: '127.0.0.1/32' }
    await fill(checkout, env, () => emptyTables(url))
    const empty = await emptyTables(url)
    if (empty.length > 0) throw new Error(`nothing is in ${empty.join(', ')}`)
    await writeFile(path.join(here, `${number}.sql.gz`), gzipSync(dump(url), { level: 9 }))
  } finally {
    await onServer(serverUrl, (client) => client.query(`drop database ${DATABASE} with (force)`))
    await rm(dataDir, { recursive: true })
  }
}

/** Sets the farm and its neighbour up as an operator does, then enters the rest through the API. */
async function fill(
  checkout: string,
  env: Record<string, string>,
  findEmpty: () => Promise<string[]>,
): Promise<void> {
  const where = { cwd: env['DATA_DIR'] ?? '', env: { ...env, RATE_LIMIT_PER_MINUTE: '0' }, checkout }
  const farm = await initialise(where, 'Hill Farm', OWNERS.farm, ['--demo'])
  const neighbour = await initialise(where, 'Valley Farm', OWNERS.neighbour)
  const postcodes = path.join(where.cwd, 'postcodes.csv')
  await writeFile(postcodes, 'postcode,latitude,longitude\nAL5 2JQ,51.8094,-0.3564\n')
  // An older version has no such command.
  await run(['places', 'import', '--file', postcodes, '--country', 'GB'], where)
  const program = await serve(where)
  try {
    const operations = await readOperations(program.url)
    await enterContent({ url: program.url, operations, farm, neighbour })
    const until = Date.now() + PATIENCE_MS
    do await sleep(BACKGROUND_MS)
    while (Date.now() < until && (await findEmpty()).length > 0)
  } finally {
    program.kill('SIGTERM')
    await program.ended
  }
}

async function initialise(
  where: Where,
  organisation: string,
  email: string,
  more: string[] = [],
): Promise<Owner> {
  const who = [
    '--organisation',
    organisation,
    '--country',
    'GB',
    '--email',
    email,
    ...(await passwordIn(where)),
  ]
  const { stdout, stderr } = await run(['init', ...who, '--json', ...more], where)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** How the version takes a password: older ones on the command line. */
async function passwordIn(where: Where): Promise<string[]> {
  const { stdout } = await run(['init', '--help'], where)
  if (!stdout.includes('--password-file')) return ['--password', PASSWORD]
  const file = path.join(where.cwd, 'password')
  await writeFile(file, PASSWORD)
  return ['--password-file', file]
}

/** The tables that the version could have filled, and has not, but for those that no request fills. */
async function emptyTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const empty: string[] = []
  for (const { name } of rows.filter((each) => !EMPTY_ON_PURPOSE.has(each.name))) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount === 0) empty.push(name)
  }
  await client.end()
  return empty
}

/** Statements alone, which every client can run: newer versions of pg_dump add commands of psql's own. */
function dump(url: string): string {
  const how = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--no-comments']
  const text = execFileSync('pg_dump', [...how, '--dbname', url], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return text.replaceAll(/^\\(un)?restrict .*\n/gm, '')
}

const serverUrl = process.env['TEST_DATABASE_URL']
if (serverUrl === undefined)
  throw new Error('TEST_DATABASE_URL has to name a PostgreSQL to make the dump on.')
await make(serverUrl, path.resolve(process.argv[2] ?? path.join(here, '../../..')))
