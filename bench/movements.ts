import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serve, type RunningProgram } from '../test/program.ts'
import {
  digits,
  machineLine,
  markdownTable,
  saveResult,
  withBenchDatabase,
  writeSection,
  type BenchDatabase,
} from './harness.ts'
import { fillHistory } from './history.ts'
import { runLoad, type Load, type LoadRequest } from './load.ts'
import { fillMovementFarm, makeMovementOrganisation, type MovementFarm } from './movement-farm.ts'
import { makeMinimalLedger, MINIMAL_BALANCES, runPgbench } from './pgbench.ts'

// How many movements a second the service stores, beside the least that the same server could do. Through HTTP on the real
// program, with an API key, an Idempotency-Key and events, every commit on the disk.
//
//   node bench/movements.ts [--seconds 5] [--rounds 3] [--clients 1,8,16] [--history 1000000] [--no-document]

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    /** Everything is measured so often, in turns; what is told is the median. */
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '1,8,16' },
    /** Entries of the long history that the write rate is compared with. */
    history: { type: 'string', default: '1000000' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const clientCounts = options.clients.split(',').map(Number)
const CONNECTIONS = 16
/** As many as a busy office has; the ratios are told for it. */
const BUSY = 8
const HOT_RECORDS = 10

interface Target {
  program: RunningProgram
  farm: MovementFarm
}

/** The program on a database with the store that loads go round in. */
async function withTarget<T>(
  { open, where }: BenchDatabase,
  prepare: (database: Awaited<ReturnType<BenchDatabase['open']>>) => Promise<unknown>,
  work: (target: Target, machine: string) => Promise<T>,
): Promise<T> {
  const database = await open()
  await prepare(database)
  const apiKey = await makeMovementOrganisation(database)
  const machine = await machineLine(database)
  await database.close()
  const program = await serve(where)
  try {
    const farm = await fillMovementFarm(program.url, apiKey)
    await send(program, BUSY, () => farm.movement())
    return await work({ program, farm }, machine)
  } finally {
    program.kill('SIGTERM')
    console.error((await program.ended).stderr.slice(0, 2000))
  }
}

const send = ({ url }: { url: string }, clients: number, request: () => LoadRequest) =>
  runLoad(url, { clients, seconds, request })

/** Measures everything in turns, so that a busy minute of the machine falls on all alike, and answers each one's median. */
async function inTurns<Name extends string>(
  measures: Record<Name, () => Promise<Load>>,
): Promise<Record<Name, Load>> {
  const loads = {} as Record<Name, Load[]>
  for (let round = 1; round <= Number(options.rounds); round++) {
    for (const name of Object.keys(measures) as Name[]) {
      const load = await measures[name]()
      console.error(
        `round ${round}  ${name}: ${digits(load.rate)}/s, p50 ${digits(load.p50)} ms, p99 ${digits(load.p99)} ms`,
      )
      ;(loads[name] ??= []).push(load)
    }
  }
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const median = (each: Load[]): Load => ({
    rate: middle(each.map(({ rate }) => rate)),
    p50: middle(each.map(({ p50 }) => p50)),
    p99: middle(each.map(({ p99 }) => p99)),
  })
  return Object.fromEntries(
    Object.entries<Load[]>(loads).map(([name, each]) => [name, median(each)]),
  ) as Record<Name, Load>
}

/** The bare route, in a process of its own. */
async function serveBareRoute(databaseUrl: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const script = path.join(import.meta.dirname, 'bare-route.ts')
  const child = spawn(process.execPath, [script, databaseUrl, String(CONNECTIONS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = () => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  }
  return { url: said.toString().trim(), stop }
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
      async ({ program, farm }, machine) => {
        const bare = await serveBareRoute(databaseUrl)
        const perClients = clientCounts.flatMap((clients) => [
          [`six ${clients}`, () => runPgbench(databaseUrl, 'six', { clients, seconds })] as const,
          [`one ${clients}`, () => runPgbench(databaseUrl, 'one', { clients, seconds })] as const,
          [`bare ${clients}`, () => runLoad(bare.url, { clients, seconds, request: bareMovement })] as const,
          [`ours ${clients}`, () => send(program, clients, () => farm.movement())] as const,
        ])
        const loads: Record<string, Load> = await inTurns<string>({
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

async function measureLong() {
  return withBenchDatabase('postgresql', (bench) =>
    withTarget(
      bench,
      (database) => fillHistory(database, Number(options.history)),
      ({ program, farm }) => inTurns({ long: () => send(program, BUSY, () => farm.movement()) }),
    ),
  )
}

async function measureEmbedded() {
  return withBenchDatabase('pglite', (bench) =>
    withTarget(
      bench,
      () => Promise.resolve(),
      ({ program, farm }) => inTurns({ embedded: () => send(program, BUSY, () => farm.movement()) }),
    ),
  )
}

const { loads, machine, bulkSize } = await measureShort()
const { long } = await measureLong()
const { embedded } = await measureEmbedded()
const of = (name: string): Load => loads[name] ?? { rate: Number.NaN, p50: Number.NaN, p99: Number.NaN }
const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(0)} %`

const rates = markdownTable(
  [
    'clients',
    'six statements',
    'one function',
    'bare route',
    'movements',
    'of six statements',
    'of the bare route',
    'p50 / p99 ms',
    'p99 of six statements',
  ],
  clientCounts.map((clients) => {
    const [six, one, bare, ours] = [
      of(`six ${clients}`),
      of(`one ${clients}`),
      of(`bare ${clients}`),
      of(`ours ${clients}`),
    ]
    return [
      String(clients),
      ...[six, one, bare, ours].map(({ rate }) => `${digits(rate)}/s`),
      share(ours.rate, six.rate),
      share(ours.rate, bare.rate),
      `${digits(ours.p50)} / ${digits(ours.p99)}`,
      digits(six.p99),
    ]
  }),
)
const busy = of(`ours ${BUSY}`).rate
const others = markdownTable(
  [`with ${BUSY} clients, if not said otherwise`, 'a second', 'beside', 'ratio'],
  [
    [
      `loads in bulk, ${bulkSize} in each request, one client`,
      digits(of('bulk').rate * bulkSize),
      `${digits(of('bulk in one function').rate * MINIMAL_BALANCES)} by one function`,
      share(of('bulk').rate * bulkSize, of('bulk in one function').rate * MINIMAL_BALANCES),
    ],
    [
      `movements among ${HOT_RECORDS} records`,
      digits(of('hot').rate),
      `${digits(busy)} among ${bulkSize}`,
      share(of('hot').rate, busy),
    ],
    [
      `movements on ${Number(options.history).toLocaleString('en-GB')} entries`,
      digits(long.rate),
      `${digits(busy)} on few`,
      share(long.rate, busy),
    ],
    ['movements on the embedded database', digits(embedded.rate), '', ''],
  ],
)
console.log(`${rates}\n\n${others}`)
await saveResult('movements', { machine, loads, long, embedded })
if (!options['no-document']) {
  await writeSection(
    'Movements per second',
    `A kilogram from one bay to another, through HTTP, with an API key, an Idempotency-Key, every rule and an event, each commit on
the disk. Beside it the least that the same server can do: a movement of a ledger without rules, sent by PostgreSQL's own
pgbench as six prepared statements in a transaction, or as one function; and a Fastify route that calls that function and does
nothing else. \`node bench/movements.ts\` on ${machine}, with clients, service and database on this one machine; the median of
${options.rounds} rounds of ${seconds} seconds, taken in turns.

${rates}

${others}`,
  )
}
