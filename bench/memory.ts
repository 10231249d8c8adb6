import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../src/db/open.ts'
import { serve } from '../test/program.ts'
import { describeMachine, inDatabase, percentiles, publish, stop, withBenchDatabase } from './harness.ts'
import { inspect, INSPECTED, type Inspector } from './inspector.ts'
import { listen, makeKinds, ORGANISATION, spread, type Kind } from './mixed-requests.ts'
import { makeOrganisation } from './organisation.ts'
import { growth, memorySections, type KindResult, type MemorySample } from './report/memory.ts'
import { digits, thousands } from './report/text.ts'

// Whether memory stays as it is while the program answers a great many requests of all kinds. Now and then all clients wait,
// what nobody holds is collected, and memory is read.
//
//   node bench/memory.ts [--requests 1000000] [--clients 8] [--samples 50] [--engine postgresql|pglite] [--no-document]

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '8' },
    samples: { type: 'string', default: '50' },
    engine: { type: 'string', default: 'postgresql' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const engine: Database['engine'] = options.engine === 'pglite' ? 'pglite' : 'postgresql'
const requests = Number(options.requests)
const clients = Number(options.clients)
const sampleCount = Number(options.samples)
const LISTENERS = 4
const MEGABYTE = 1024 ** 2

/** Private memory of the processes that serve this database, in megabytes; nothing where the operating system does not tell. */
async function backendMegabytes(database: Database): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const kilobytes = await Promise.all(rows.map(({ pid }) => privateKilobytes(pid)))
  const total = kilobytes.reduce((sum: number, each) => sum + each, 0)
  return total > 0 ? total / 1024 : undefined
}

/** Does what the server's autovacuum would, where that is off: without it no plan knows how much there is. */
async function vacuumWhereNobodyDoes({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ autovacuum: string }>('show autovacuum')
  if (rows[0]?.autovacuum === 'off') await pool.query('vacuum (analyze)')
}

/** A process that has ended meanwhile, or is not ours to look into, counts nothing. */
async function privateKilobytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes),
    0,
  )
}

/** What was sent so far, and how long each kind took, in milliseconds. */
interface Progress {
  sent: number
  milliseconds: Map<string, number[]>
}

/** Sends requests until so many were sent in all, each client one after the other. */
async function sendUntil(until: number, order: Kind[], progress: Progress): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (progress.sent < until) {
        const number = progress.sent
        progress.sent += 1
        const kind = order[number % order.length]
        if (!kind) throw new Error('There is nothing to send.')
        const start = performance.now()
        await kind.send(number)
        const own = progress.milliseconds.get(kind.name) ?? []
        own.push(performance.now() - start)
        progress.milliseconds.set(kind.name, own)
      }
    }),
  )
}

/** Waits for what goes on after answers, and reads the memory. */
async function sample(
  inspector: Inspector,
  sent: number,
  readBackends: () => Promise<number | undefined>,
): Promise<MemorySample> {
  await sleep(1500)
  const { heapUsed, external, rss } = await inspector.collectAndRead()
  const backends = await readBackends()
  return {
    requests: sent,
    heap: heapUsed / MEGABYTE,
    external: external / MEGABYTE,
    resident: rss / MEGABYTE,
    ...(backends !== undefined && { backends }),
  }
}

async function sendAll(inspector: Inspector, kinds: Kind[], readBackends: () => Promise<number | undefined>) {
  const order = spread(kinds)
  const progress: Progress = { sent: 0, milliseconds: new Map() }
  // A round of each kind first: what is made once and kept is not growth.
  await sendUntil(order.length, order, progress)
  const samples = [await sample(inspector, 0, readBackends)]
  Object.assign(progress, { sent: 0, milliseconds: new Map() })
  const start = performance.now()
  for (let place = 1; place <= sampleCount; place++) {
    await sendUntil(Math.round((requests * place) / sampleCount), order, progress)
    const taken = await sample(inspector, progress.sent, readBackends)
    samples.push(taken)
    const seconds = (performance.now() - start) / 1000
    console.error(
      `${thousands(taken.requests)} requests, ${digits(taken.requests / seconds)}/s: heap ${digits(taken.heap)} MB, ` +
        `process ${digits(taken.resident)} MB`,
    )
  }
  const results: KindResult[] = kinds.flatMap(({ name }) => {
    const own = progress.milliseconds.get(name)
    if (!own) return []
    const { p50, p95 } = percentiles(own)
    return [{ name, count: own.length, p50, p95 }]
  })
  return { samples, kinds: results, seconds: (performance.now() - start) / 1000 }
}

const section = memorySections.find(({ name }) => name === `memory-${engine}`)
if (!section) throw new Error('The document has no section for this.')
await withBenchDatabase(engine, async (bench) => {
  const { machine, apiKey } = await inDatabase(bench, async (database) => ({
    machine: await describeMachine(database),
    ...(await makeOrganisation(database.db, ORGANISATION)),
  }))
  const program = await serve({
    cwd: bench.where.cwd,
    env: { ...bench.where.env, NODE_OPTIONS: INSPECTED },
  })
  // The embedded database belongs to the program alone, and is in its memory.
  const beside = engine === 'postgresql' ? await bench.open() : undefined
  const inspector = await inspect(program)
  try {
    const kinds = await makeKinds(program.url, apiKey)
    const listeners = await Promise.all(Array.from({ length: LISTENERS }, () => listen(program.url, apiKey)))
    const measured = await sendAll(inspector, kinds, async () => {
      if (!beside) return undefined
      await vacuumWhereNobodyDoes(beside)
      return backendMegabytes(beside)
    })
    if (listeners.some(({ bytes }) => bytes() === 0)) throw new Error('An event stream told nothing.')
    await Promise.all(listeners.map(({ leave }) => leave()))
    console.error(`the heap grew by ${digits(growth(measured.samples, 'heap'))} MB per 100,000 requests`)
    const isDocument = !options['no-document']
    await publish(section, machine, { requests, clients, ...measured }, { isDocument })
  } finally {
    inspector.close()
    await beside?.close()
    await stop(program)
  }
})
