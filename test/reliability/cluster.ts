import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { report } from './report.ts'

// PostgreSQL of a test's own, to be killed, filled up and failed over: the one that all tests share is not to suffer.

const PATIENCE_MS = 60_000

/** PostgreSQL's programs, and the account that may run them: it refuses to be root. */
interface Installation {
  bin: string
  account: { uid: number; gid: number } | undefined
}

const installation = findInstallation()

/** Whether clusters can be made here. Says so where they cannot, so that nobody takes silence for success. */
export const canMakeClusters = installation !== undefined
if (!canMakeClusters) report('PostgreSQL’s own programs were not found: what needs a cluster does not run.')

/** The account that PostgreSQL's programs run as, for others that refuse to be root. */
export const serverAccount = () => installation?.account

/** The folder of PostgreSQL's programs. */
export const serverPrograms = () => installation?.bin

function findInstallation(): Installation | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin')
  const newestFirst = packaged.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const bin = [...newestFirst, ...(process.env['PATH'] ?? '').split(path.delimiter)].find((each) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(path.join(each, name))),
  )
  if (bin === undefined) return undefined
  if (process.getuid?.() !== 0) return { bin, account: undefined }
  try {
    const numberOf = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
    return { bin, account: { uid: numberOf('-u'), gid: numberOf('-g') } }
  } catch {
    return undefined
  }
}

export interface Cluster {
  directory: string
  port: number
  /** Of its one database. */
  url: string
  /** Starts it, or starts it again, and waits until it takes connections. */
  start(): Promise<void>
  /** Kills every process of it at once, as a machine that loses its power does. */
  kill(): Promise<void>
  /** Stops it as an operator does. */
  stop(): Promise<void>
  /** Runs one of PostgreSQL's programs as its account. */
  program(name: string, args: string[]): Promise<void>
  /** One statement as its superuser, on a connection of its own. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** Stops it where it runs, and removes its files. */
  remove(): Promise<void>
}

/**
 * A cluster of its own below a directory that it makes, with fsync on.
 *
 * @param settings lines for postgresql.conf
 * @param under where its directory is made
 * @param logElsewhere whether its write-ahead log lies among the temporary files instead
 * @param make how its files come to be, where not by initdb: a copy of another one
 */
export async function makeCluster({
  settings = {},
  under = tmpdir(),
  logElsewhere = false,
  make,
}: {
  settings?: Record<string, string>
  under?: string
  logElsewhere?: boolean
  make?: (directory: string) => Promise<void>
} = {}): Promise<Cluster> {
  if (!installation) throw new Error('there is no PostgreSQL to make a cluster with')
  const { account } = installation
  const makeHome = async (where: string) => {
    const made = await mkdtemp(path.join(where, 'granary-cluster-'))
    if (account) await chown(made, account.uid, account.gid)
    return made
  }
  const home = await makeHome(under)
  const logHome = logElsewhere ? await makeHome(tmpdir()) : undefined
  const logAt = logHome === undefined ? [] : ['-X', path.join(logHome, 'wal')]
  const directory = path.join(home, 'data')
  const port = await freePort()
  const basics = [
    '-D',
    directory,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  if (make) await make(directory)
  else await runProgram('initdb', [...basics, ...logAt])
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'on',
    shared_buffers: '32MB',
    max_connections: '60',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'`)
  await appendFile(path.join(directory, 'postgresql.conf'), `\n${lines.join('\n')}\n`)
  return clusterAt(
    [home, logHome].filter((each) => each !== undefined),
    directory,
    port,
  )
}

function clusterAt(homes: string[], directory: string, port: number): Cluster {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let postmaster: ChildProcess | undefined
  let log = ''

  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url })
    // A server that goes away tells whoever asked by the query.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function start(): Promise<void> {
    const child = spawnProgram('postgres', ['-D', directory], { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr?.on('data', (chunk: Buffer) => void (log = (log + chunk.toString()).slice(-20_000)))
    postmaster = child
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(20)) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL does not start:\n${log}`)
      const isThere = await query('select 1').then(
        () => true,
        () => false,
      )
      if (isThere) return
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return
    const ended = once(postmaster, 'close')
    if (signal === 'SIGKILL' && postmaster.pid !== undefined) killWithChildren(postmaster.pid)
    else postmaster.kill(signal)
    await ended
  }

  return {
    directory,
    port,
    url,
    query,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    program: runProgram,
    async remove() {
      await end('SIGKILL')
      for (const home of homes) await rm(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Kills a process and what it started, at once. */
export function killWithChildren(pid: number): void {
  const children = childrenOf(pid)
  for (const each of [pid, ...children]) killHard(each)
}

function childrenOf(pid: number): number[] {
  if (!existsSync(`/proc/${pid}`)) return []
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** It may have ended by itself meanwhile. */
function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function spawnProgram(name: string, args: string[], options: SpawnOptions): ChildProcess {
  if (!installation) throw new Error('there is no PostgreSQL to run')
  const { bin, account } = installation
  return spawn(path.join(bin, name), args, {
    ...options,
    ...account,
    cwd: '/',
    env: { PATH: bin, LC_ALL: 'C.UTF-8' },
  })
}

async function runProgram(name: string, args: string[]): Promise<void> {
  const child = spawnProgram(name, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${name} failed:\n${said}`)
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
