import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { clientAt } from '../../test/processes.ts'
import { run, serve, type Environment, type RunningProgram } from '../../test/program.ts'
import { canName } from '../../test/reliability/pooler.ts'
import { initialise } from '../../test/reliability/program.ts'
import { backUp, makeDatabase, restore, startMachine, whenWhole } from './database.ts'
import { count, longestGap, makeBay, ok, startLoad } from './load.ts'
import { openStand, type Stand } from './stand.ts'

// Starts the whole cluster of this folder on one machine, loses a process and then the database machine that leads while loads
// come in, and counts what is stored. docs/scaling.md says what it needs and what it showed.
//
//   node examples/cluster/try.mjs [--processes 2] [--writers 8] [--seconds 20] [--keep]

const { values: options } = parseArgs({
  options: {
    /** Of Granary, 2 to 4. */
    processes: { type: 'string', default: '2' },
    /** Each with a key of its own. */
    writers: { type: 'string', default: '8' },
    /** Of load before the leader is lost, and again after it is back. */
    seconds: { type: 'string', default: '20' },
    /** Leaves the folder with configuration and logs. */
    keep: { type: 'boolean', default: false },
  },
})
const processes = Math.min(Math.max(Number(options.processes), 2), 4)
const phaseMs = (Number(options.seconds) * 1000) / 2

/** As in haproxy.cfg: a process each. */
const PROCESSES = ['10.0.0.11:3000', '10.0.0.12:3000', '10.0.0.11:3001', '10.0.0.12:3001'].slice(0, processes)

const since = performance.now()
const say = (text: string) =>
  process.stdout.write(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)

/** HAProxy and PgBouncer. Answers where callers go, and the DATABASE_URL of all processes. */
async function startFront(stand: Stand): Promise<{ url: string; databaseUrl: string }> {
  const [leaderPort, poolerPort] = [await stand.freePort(), await stand.freePort()]
  const spare = ['app3', 'app4'].slice(processes - 2)
  const haproxy = await stand.configure('app1', 'haproxy.cfg', '/etc/haproxy/haproxy.cfg', {
    '127.0.0.1:5000': `127.0.0.1:${leaderPort}`,
    'maxconn 20000': 'maxconn 2000',
    // Loopback needs no certificate.
    ' ssl crt /etc/ssl/private/granary.pem alpn h2,http/1.1': '',
    ...Object.fromEntries(spare.map((name) => [`    server ${name}`, `    # server ${name}`])),
  })
  const pgbouncer = await stand.configure('app1', 'pgbouncer.ini', '/etc/pgbouncer/pgbouncer.ini', {
    'port=5000': `port=${leaderPort}`,
    'listen_port = 6432': `listen_port = ${poolerPort}`,
    ...(canName ? {} : { 'max_prepared_statements = 200': '' }),
  })
  await writeFile(path.join(path.dirname(pgbouncer), 'userlist.txt'), '"granary" "change-me-granary"\n')
  stand.start('app1', ['haproxy', '-db', '-f', haproxy])
  stand.start('app1', ['pgbouncer', pgbouncer])
  return {
    url: `http://${stand.addressOf('10.0.0.11:443')}`,
    databaseUrl: `postgres://granary:change-me-granary@127.0.0.1:${poolerPort}/granary`,
  }
}

/** granary.env, but for what this machine has not: a bucket and Redis. Files are in a folder that the processes share. */
async function environmentFor(stand: Stand, url: string, databaseUrl: string): Promise<Environment> {
  const given = parseEnv(await readFile(path.join(import.meta.dirname, 'granary.env'), 'utf8'))
  const elsewhere = /^(S3_|REDIS_)/
  const kept = Object.entries(given).filter(([name]) => !elsewhere.test(name)) as [string, string][]
  return {
    ...Object.fromEntries(kept),
    DATABASE_URL: databaseUrl,
    DATABASE_PREPARED_STATEMENTS: canName ? 'on' : 'off',
    DATA_DIR: path.join(stand.folder, 'granary-files'),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '0',
  }
}

async function whenReady(url: string): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`${url}/readyz does not answer 200`)
}

const programs = new Map<string, RunningProgram>()
const stand = await openStand({ isKept: options.keep })
async function cleanUp(): Promise<void> {
  for (const program of programs.values()) program.kill('SIGKILL')
  for (const { pid, ended } of programs.values())
    await writeFile(path.join(stand.folder, `granary-${pid}.log`), (await ended).stderr)
  await stand.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))

/** The cluster with all of it up, and who brings loads into which bay. */
interface Ready {
  url: string
  where: { cwd: string; env: Environment }
  /** The database machine that leads. */
  leader: string
  owner: ReturnType<typeof clientAt>
  keys: string[]
  bay: Awaited<ReturnType<typeof makeBay>>
  startProcess: (address: string) => Promise<void>
}

async function startAll(): Promise<Ready> {
  say(`everything is in ${stand.folder}`)
  for (const number of [1, 2, 3]) await startMachine(stand, number)
  const leader = await whenWhole(stand)
  say(`${leader} leads, two synchronous standbys follow`)
  await makeDatabase(stand, leader)
  const { url, databaseUrl } = await startFront(stand)
  const env = await environmentFor(stand, url, databaseUrl)
  const where = { cwd: stand.folder, env }
  const startProcess = async (address: string) => {
    const port = stand.addressOf(address).split(':')[1] ?? ''
    programs.set(address, await serve({ ...where, env: { ...env, PORT: port } }))
  }
  const owner = clientAt(url, { 'x-api-key': await initialise(stand.folder, env) })
  await Promise.all(PROCESSES.map(startProcess))
  await whenReady(url)
  const keys: string[] = []
  for (let number = 1; number <= Number(options.writers); number++)
    keys.push(
      ok(await owner.post('/api/identity/api-keys', { name: `Weighbridge ${number}`, role: 'operator' })).key,
    )
  const bay = await makeBay(owner)
  await backUp(stand, leader)
  say(`${processes} processes serve, PgBouncer and HAProxy before them, and pgBackRest has a full backup`)
  return { url, where, leader, owner, keys, bay, startProcess }
}

/** Loses a process and then the machine that leads. Answers what was brought meanwhile, who leads now, and how many processes did not bear it. */
async function loseBoth({ url, leader, keys, bay, startProcess }: Ready) {
  const load = startLoad(url, keys, bay)
  const startMs = performance.now()
  const atNow = () => performance.now() - startMs
  await sleep(phaseMs)
  const [lost = ''] = PROCESSES
  const processLostMs = atNow()
  programs.get(lost)?.kill('SIGKILL')
  await programs.get(lost)?.ended
  await sleep(phaseMs)
  const gapSeconds = longestGap(load, processLostMs)
  say(`one process killed: the longest time without an acknowledgement was ${gapSeconds.toFixed(1)} s`)
  await startProcess(lost)

  const ended = new Set<string>()
  for (const [address, program] of programs) void program.ended.then(() => ended.add(address))
  const leaderLostMs = atNow()
  await stand.cutPower(leader)
  say(`${leader} killed: PostgreSQL, Patroni and etcd`)
  await whenMoreThan(load, load.acknowledged.size + keys.length * 2)
  say(`acknowledgements again after ${longestGap(load, leaderLostMs).toFixed(1)} s`)
  await sleep(phaseMs)
  await startMachine(stand, Number(leader.slice(2)))
  const second = await whenWhole(stand)
  say(`${leader} is back as a standby, ${second} leads`)
  await sleep(phaseMs)
  await load.finish()
  say(`processes ended by the loss of the leader: ${ended.size} of ${programs.size}`)
  return { load, second, endedCount: ended.size }
}

async function whenMoreThan({ acknowledged }: ReturnType<typeof startLoad>, count: number): Promise<void> {
  for (const until = performance.now() + 90_000; acknowledged.size < count; await sleep(50))
    if (performance.now() > until) throw new Error('nothing is acknowledged after the leader was lost')
}

async function tryAll(): Promise<boolean> {
  const ready = await startAll()
  const { owner, bay, where } = ready
  const { load, second, endedCount } = await loseBoth(ready)
  const counted = await count(owner, bay, load)
  say(`${JSON.stringify(counted)}, sent again ${load.retries()} times`)
  const doctor = await run(['doctor'], where)
  say(`doctor: ${doctor.stdout.trim()}`)
  const restored = await restore(stand, second)
  const other = await run(['doctor'], { ...where, env: { ...where.env, DATABASE_URL: restored } })
  const isSame = other.code === 0 && other.stdout === doctor.stdout
  say(
    `restored by pgBackRest from the backup and the archive: ${isSame ? 'doctor says the same' : other.stdout + other.stderr}`,
  )
  const { acknowledged, stored, lost, doubled, fromNowhere, weightKilograms } = counted
  return (
    [lost, doubled, fromNowhere, endedCount].every((each) => each === 0) &&
    acknowledged === stored &&
    stored === weightKilograms &&
    doctor.code === 0 &&
    isSame
  )
}

const isSound = await tryAll().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return false
})
await cleanUp()
say(isSound ? 'sound' : 'NOT SOUND')
process.exitCode = isSound ? 0 : 1
