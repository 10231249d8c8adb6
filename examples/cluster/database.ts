import { parseEnv } from 'node:util'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverPrograms } from '../../test/reliability/cluster.ts'
import { changesFor, DATA, type Stand } from './stand.ts'

// The three database machines: etcd, Patroni and PostgreSQL on each, and the backups of all.

const NUMBERS = [1, 2, 3]
const PATIENCE_MS = 120_000
/** As in patroni.yml. */
const SUPERUSER = 'postgres:change-me-superuser'

interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

/** Starts etcd and Patroni on a database machine, as its boot does; Patroni starts PostgreSQL. */
export async function startMachine(stand: Stand, number: number): Promise<void> {
  const machine = `db${number}`
  const settings = await stand.configure(
    machine,
    'etcd.env',
    '/etc/default/etcd',
    await changesFor('etcd.env', number),
  )
  stand.start(machine, ['env', ...entriesOf(await readFile(settings, 'utf8')), 'etcd'])
  const patroni = await stand.configure(machine, 'patroni.yml', '/etc/patroni/config.yml', {
    ...(await changesFor('patroni.yml', number)),
    // What this one machine is otherwise than three.
    '10.0.0.0/24': '127.0.0.1/32',
    '/usr/lib/postgresql/17/bin': serverPrograms() ?? '',
    'shared_buffers: 4GB': 'shared_buffers: 64MB',
  })
  await stand.configure(machine, 'pgbackrest.conf', '/etc/pgbackrest.conf', {
    'pg1-port=5432': `pg1-port=${portOf(stand, machine)}`,
  })
  stand.start(machine, ['patroni', patroni])
}

const entriesOf = (text: string) => Object.entries(parseEnv(text)).map(([name, value]) => `${name}=${value}`)

const portOf = (stand: Stand, machine: string) =>
  stand.addressOf(`10.0.0.2${machine.slice(2)}:5432`).split(':')[1] ?? ''

/** The members as Patroni on any machine sees them; none while nobody answers. */
async function findMembers(stand: Stand): Promise<Member[]> {
  for (const number of NUMBERS) {
    const url = `http://${stand.addressOf(`10.0.0.2${number}:8008`)}/cluster`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    // Patroni's own documented answer.
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Waits until one leads and the two others have all that is acknowledged. Answers the leader's machine. */
export async function whenWhole(stand: Stand): Promise<string> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(250)) {
    const members = await findMembers(stand)
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const standbys = members.filter(({ role }) => role === 'sync_standby')
    if (leader && standbys.length === 2) return leader.name
  }
  throw new Error(`no leader with two synchronous standbys: ${JSON.stringify(await findMembers(stand))}`)
}

/** One statement as superuser on a machine's PostgreSQL. */
async function query(stand: Stand, machine: string, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `postgres://${SUPERUSER}@127.0.0.1:${portOf(stand, machine)}/postgres`,
  })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** The role and the database, as docs/operations.md has them made. */
export async function makeDatabase(stand: Stand, leader: string): Promise<void> {
  await query(stand, leader, `create role granary login password 'change-me-granary'`)
  await query(
    stand,
    leader,
    `create database granary owner granary template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  )
}

const pgbackrest = (stand: Stand, machine: string, args: string[]) =>
  stand.run([
    'pgbackrest',
    `--config=${stand.place(machine, '/etc/pgbackrest.conf')}`,
    '--stanza=granary',
    '--log-level-file=off',
    ...args,
  ])

export async function backUp(stand: Stand, leader: string): Promise<void> {
  await pgbackrest(stand, leader, ['stanza-create'])
  await pgbackrest(stand, leader, ['--type=full', 'backup'])
}

/**
 * Restores the backup and all that was archived since, as a server of its own. Answers its DATABASE_URL.
 *
 * @param leader whose last work is archived first
 */
export async function restore(stand: Stand, leader: string): Promise<string> {
  await query(stand, leader, 'select pg_switch_wal()')
  await pgbackrest(stand, leader, ['check'])
  const port = await stand.freePort()
  const data = stand.place('restored', DATA)
  await stand.run(['mkdir', '-p', data])
  await stand.run(['chmod', '700', data])
  await pgbackrest(stand, leader, [`--pg1-path=${data}`, '--archive-mode=off', 'restore'])
  const here = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Patroni's, of the cluster that it came from.
    synchronous_standby_names: '',
    hba_file: `${data}/pg_hba.conf`,
    ident_file: `${data}/pg_ident.conf`,
  }
  const settings = Object.entries(here).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  stand.start('restored', ['postgres', '-D', data, ...settings])
  const url = `postgres://granary:change-me-granary@127.0.0.1:${port}/granary`
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(250))
    if (await takesWrites(url)) return url
  throw new Error('the restored server does not take writes')
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_behind')
    return rows[0].is_behind === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
