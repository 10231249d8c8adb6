import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../src/db/open.ts'
import { serve, type RunningProgram } from '../test/program.ts'
import {
  describeMachine,
  inDatabase,
  publish,
  stop,
  withBenchDatabase,
  type BenchDatabase,
} from './harness.ts'
import { measureHarvestDay } from './harvest-day.ts'
import { fillHistory } from './history.ts'
import { inTurns, runLoad, type LoadRequest } from './load.ts'
import { fillMovementFarm, type MovementFarm } from './movement-farm.ts'
import { makeOrganisation } from './organisation.ts'
import { withProcessorTime } from './processor-time.ts'
import { makeMinimalLedger, MINIMAL_BALANCES, runPgbench } from './pgbench.ts'
import { movementsSection } from './report/movements.ts'
import type { Machine } from './report/section.ts'

// How many movements a second the service stores, beside the least that the same server could do, and what other loads cost beside a
// movement. Through HTTP on the real program, with an API key, an Idempotency-Key and events, every commit on the disk.
//
//   node bench/movements.ts [--seconds 5] [--rounds 3] [--clients 1,8,16] [--history 1000000] [--later 500] [--only harvest-day] [--no-document]

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    /** Everything is measured so often, in turns; what is told is the median. */
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '1,8,16' },
    /** Entries of the long history that the write rate is compared with. */
    history: { type: 'string', default: '1000000' },
    /** Entries of each bay that lie later than a late ticket. */
    later: { type: 'string', default: '500' },
    /** `harvest-day` measures what other loads cost beside a movement, and nothing else. */
    only: { type: 'string', default: '' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const clientCounts = options.clients.split(',').map(Number)
const CONNECTIONS = 16
/** As many as a busy office has; the ratios are told for it. */
const BUSY = 8
const HOT_RECORDS = 10
/** As few as a history can have. */
const FEW_ENTRIES = 1000

interface Target {
  program: RunningProgram
  farm: MovementFarm
  /** Of as many people as the busiest office has. */
  ownKeys: string[]
}

/** The program on a database with the store that loads go round in. */
async function withTarget<T>(
  bench: BenchDatabase,
  prepare: (database: Database) => Promise<unknown>,
  work: (target: Target, machine: Machine) => Promise<T>,
): Promise<T> {
  const { apiKey, machine } = await inDatabase(bench, async (database) => {
    await prepare(database)
    const organisation = await makeOrganisation(database.db, 'Busy Store')
    return { ...organisation, machine: await describeMachine(database) }
  })
  const program = await serve(bench.where)
  try {
    const farm = await fillMovementFarm(program.url, apiKey)
    await send(program, BUSY, () => farm.movement())
    const ownKeys = await makeKeys(program, apiKey, Math.max(...clientCounts, BUSY))
    return await work({ program, farm, ownKeys }, machine)
  } finally {
    await stop(program)
  }
}

/** A key for each person of an office. */
async function makeKeys({ url }: RunningProgram, apiKey: string, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let person = 1; person <= count; person++) {
    const answer = await fetch(`${url}/api/identity/api-keys`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Desk ${person}`, role: 'operator' }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`no key was made: ${text}`)
    keys.push(JSON.parse(text).key)
  }
  return keys
}

const send = ({ url, pid }: { url: string; pid: number }, clients: number, request: () => LoadRequest) =>
  withProcessorTime(pid, () => runLoad(url, { clients, seconds, request }))

/** The bare route, in a process of its own. */
async function serveBareRoute(
  databaseUrl: string,
): Promise<{ url: string; pid: number; stop: () => Promise<unknown> }> {
  const script = path.join(import.meta.dirname, 'bare-route.ts')
  const child = spawn(process.execPath, [script, databaseUrl, String(CONNECTIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = () => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  }
  return { url: said.toString().trim(), pid: child.pid ?? 0, stop }
}

function bareMovement(): LoadRequest {
  const source = 1 + randomInt(MINIMAL_BALANCES - 1)
  const destination = source + 1 + randomInt(MINIMAL_BALANCES - source)
  return { path: '/', headers: {}, body: { source, destination, grams: 1000 } }
}

async function measureShort() {
  return withBenchDatabase('postgresql', async (bench) => {
    const databaseUrl = bench.where.env['DATABASE_URL'] ?? ''
    return withTarget(
      bench,
      ({ pool }) => makeMinimalLedger(pool),
      async ({ program, farm, ownKeys }, machine) => {
        const nextOf = (clients: number) => {
          let sent = 0
          return () => farm.movement(farm.records, ownKeys[(sent += 1) % clients])
        }
        const bare = await serveBareRoute(databaseUrl)
        const perClients = clientCounts.flatMap((clients) => [
          [`six ${clients}`, () => runPgbench(databaseUrl, 'six', { clients, seconds })] as const,
          [`one ${clients}`, () => runPgbench(databaseUrl, 'one', { clients, seconds })] as const,
          [`bare ${clients}`, () => send(bare, clients, bareMovement)] as const,
          [`ours ${clients}`, () => send(program, clients, () => farm.movement())] as const,
          [`own keys ${clients}`, () => send(program, clients, nextOf(clients))] as const,
        ])
        const loads = await inTurns(rounds, {
          ...Object.fromEntries(perClients),
          hot: () => send(program, BUSY, () => farm.movement(HOT_RECORDS)),
          bulk: () => send(program, 1, farm.bulk),
          'bulk in one function': () => runPgbench(databaseUrl, 'all', { clients: 1, seconds }),
        })
        await bare.stop()
        return { loads, machine, bulkSize: farm.records }
      },
    )
  })
}

/** Two databases that are both there: taken minutes apart, the machine would be another one. */
async function measureHistories() {
  const withHistory = <T>(entries: number, work: (target: Target) => Promise<T>) =>
    withBenchDatabase('postgresql', (bench) =>
      withTarget(bench, (database) => fillHistory(database, entries), work),
    )
  const move = ({ program, farm }: Target) => send(program, BUSY, () => farm.movement())
  return withHistory(Number(options.history), (grown) =>
    withHistory(FEW_ENTRIES, (young) => inTurns(rounds, { few: () => move(young), long: () => move(grown) })),
  )
}

async function measureEmbedded() {
  return withBenchDatabase('pglite', (bench) =>
    withTarget(
      bench,
      () => Promise.resolve(),
      ({ program, farm }) => inTurns(rounds, { embedded: () => send(program, BUSY, () => farm.movement()) }),
    ),
  )
}

const isDocument = !options['no-document']
if (options.only !== 'harvest-day') await measureMovements()
await measureHarvestDay({ rounds, seconds, laterEntries: Number(options.later), isDocument })

async function measureMovements(): Promise<void> {
  const { loads, machine, bulkSize } = await measureShort()
  const { few, long } = await measureHistories()
  const { embedded } = await measureEmbedded()
  await publish(
    movementsSection,
    machine,
    {
      rounds,
      seconds,
      clientCounts,
      history: Number(options.history),
      bulkSize,
      minimalSize: MINIMAL_BALANCES,
      hotRecords: HOT_RECORDS,
      loads,
      few,
      long,
      embedded,
    },
    { isDocument },
  )
}
