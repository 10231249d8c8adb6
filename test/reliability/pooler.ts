import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, serverAccount, type Cluster } from './cluster.ts'
import { report } from './report.ts'

// PgBouncer of a test's own, which gives each transaction whatever server connection is free.

const PATIENCE_MS = 20_000

const program = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  .map((each) => path.join(each, 'pgbouncer'))
  .find((each) => existsSync(each))

/** Whether there is one. Says so where there is none, so that nobody takes silence for success. */
export const hasPooler = program !== undefined
if (!hasPooler) report('PgBouncer was not found: what stands behind a pooler is not tried.')

const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(program ? versionOf(program) : '')?.map(Number) ?? []

/** Whether statements may keep a name: with PgBouncer from 1.21 on. */
export const canName = major > 1 || minor >= 21

function versionOf(file: string): string {
  return execFileSync(file, ['--version'], { encoding: 'utf8' })
}

export interface Pooler {
  url: string
  remove(): Promise<void>
}

/**
 * Stands before a cluster with so many server connections.
 *
 * @param waitSeconds how long a transaction waits for one of them
 */
export async function openPooler(cluster: Cluster, connections: number, waitSeconds = 120): Promise<Pooler> {
  if (program === undefined) throw new Error('there is no PgBouncer')
  const account = serverAccount()
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-pooler-'))
  if (account) await chown(directory, account.uid, account.gid)
  const port = await freePort()
  const users = path.join(directory, 'users.txt')
  const settings = path.join(directory, 'pgbouncer.ini')
  await writeFile(users, '"postgres" ""\n')
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${cluster.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 200',
    `query_wait_timeout = ${waitSeconds}`,
    ...(canName ? ['max_prepared_statements = 200'] : []),
  ]
  await writeFile(settings, `${lines.join('\n')}\n`)
  const child = spawn(program, [settings], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => void (log = (log + chunk.toString()).slice(-10_000)))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (const until = Date.now() + PATIENCE_MS; !(await answers(url)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`PgBouncer does not start:\n${log}`)
  }
  return {
    url,
    async remove() {
      const ended = once(child, 'close')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
