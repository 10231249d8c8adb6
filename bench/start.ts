import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../src/db/open.ts'
import { makeWorkplace, serve, type Environment } from '../test/program.ts'
import {
  describeMachine,
  inDatabase,
  publish,
  stop,
  withBenchDatabase,
  withEmptyDatabase,
} from './harness.ts'
import { fillHistory } from './history.ts'
import type { Machine } from './report/section.ts'
import { AGAIN_EMBEDDED, FIRST_EMBEDDED, startSection, type Starts } from './report/start.ts'
import { digits } from './report/text.ts'

// How long the program takes from its start until it is ready, and how much memory it takes when nobody asks anything: on the
// embedded database and on PostgreSQL, for the first time, again, and with a long history.
//
//   node bench/start.ts [--rounds 5] [--rest 30] [--entries 1000000] [--no-document]

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Seconds between being ready and reading the memory. */
    rest: { type: 'string', default: '30' },
    /** Of the long history. */
    entries: { type: 'string', default: '1000000' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const restSeconds = Number(options.rest)
const entries = Number(options.entries)
const MEGABYTE = 1024 ** 2

interface Where {
  cwd: string
  env: Environment
}

interface Started {
  seconds: number
  restMegabytes: number
}

/** Starts the program, waits until it is ready and then lets it rest; the last of several starts alone does. */
async function startOnce(where: Where, isResting: boolean): Promise<Started> {
  const start = performance.now()
  const program = await serve(where)
  try {
    while (!(await fetch(`${program.url}/readyz`)).ok) await sleep(5)
    const seconds = (performance.now() - start) / 1000
    if (isResting) await sleep(restSeconds * 1000)
    return { seconds, restMegabytes: isResting ? await residentMegabytes(program.url) : 0 }
  } finally {
    await stop(program)
  }
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MEGABYTE
}

/** As many starts as there are rounds, each where `prepare` says. */
async function measure(
  name: string,
  prepare: <T>(work: (where: Where) => Promise<T>) => Promise<T>,
): Promise<Starts> {
  const started: Started[] = []
  for (let round = 1; round <= rounds; round++) {
    started.push(await prepare((where) => startOnce(where, round === rounds)))
  }
  const seconds = started.map((each) => each.seconds)
  const restMegabytes = started.at(-1)?.restMegabytes ?? Number.NaN
  console.error(`${name}: ${seconds.map(digits).join(', ')} s; ${digits(restMegabytes)} MB at rest`)
  return { name, seconds, restMegabytes }
}

/** Nothing is there: no data, and no code that Node has compiled before. */
async function measureFirst(): Promise<Starts> {
  return measure(FIRST_EMBEDDED, async (work) => {
    const { directory, dataDir, remove } = await makeWorkplace()
    const compiled = await mkdtemp(path.join(tmpdir(), 'granary-compiled-'))
    try {
      return await work({ cwd: directory, env: { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled } })
    } finally {
      await rm(compiled, { recursive: true, force: true })
      await remove()
    }
  })
}

async function measureServer(): Promise<Starts> {
  return measure('PostgreSQL, empty database', (work) =>
    withEmptyDatabase('postgresql', ({ where }) => work(where)),
  )
}

/** A database that was served from before, and the same with a long history. */
async function measureAgain(engine: Database['engine'], names: { again: string; long: string }) {
  return withBenchDatabase(engine, async (bench) => {
    const { where } = bench
    await startOnce(where, false)
    const again = await measure(names.again, (work) => work(where))
    const machine = await inDatabase(bench, async (database) => {
      await fillHistory(database, entries)
      return describeMachine(database)
    })
    const long = await measure(names.long, (work) => work(where))
    return { machine, starts: [again, long] }
  })
}

const first = await measureFirst()
const embedded = await measureAgain('pglite', { again: AGAIN_EMBEDDED, long: 'embedded, long history' })
const firstOnServer = await measureServer()
const server = await measureAgain('postgresql', {
  again: 'PostgreSQL, again',
  long: 'PostgreSQL, long history',
})
const machine: Machine = {
  ...server.machine,
  database: `${embedded.machine.database} and ${server.machine.database}`,
  loadAverage: embedded.machine.loadAverage,
}
const starts = [first, ...embedded.starts, firstOnServer, ...server.starts]
const isDocument = !options['no-document']
await publish(startSection, machine, { rounds, restSeconds, entries, starts }, { isDocument })
