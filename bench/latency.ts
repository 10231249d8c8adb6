import { parseArgs } from 'node:util'
import { performance } from 'node:perf_hooks'
import type { Database } from '../src/db/open.ts'
import { serve } from '../test/program.ts'
import {
  askerOf,
  describeMachine,
  ensureSound,
  inDatabase,
  measureInTurn,
  publish,
  stop,
  withBenchDatabase,
  type Ask,
} from './harness.ts'
import { fillHistory, NOW, type History } from './history.ts'
import { FACETS, latencySections } from './report/latency.ts'
import type { Machine, Timing } from './report/section.ts'
import { digits } from './report/text.ts'

// How quick the service answers when the same store has a longer and longer past. Through HTTP on the real program.
//
//   node bench/latency.ts [--sizes 10000,100000,1000000] [--engine postgresql|pglite] [--runs 200] [--only words]

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    engine: { type: 'string', default: 'postgresql' },
    runs: { type: 'string', default: '200' },
    /** Measures only what has these words in its name. */
    only: { type: 'string', default: '' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const engine: Database['engine'] = options.engine === 'pglite' ? 'pglite' : 'postgresql'
const sizes = options.sizes.split(',').map(Number)

interface Question {
  name: string
  ask: (ask: Ask, history: History, found: Found) => (run: number) => Promise<unknown>
  /** What is done before each run, and not counted. */
  before?: (ask: Ask, history: History, found: Found) => (run: number) => Promise<unknown>
}

/** Ids that questions are about: a bay that is full today, its parcel, and a load that left it. */
interface Found {
  storageId: string
  bayId: number
  recordId: string
  movementId: number
  planId: string
}

const records = '/api/inventory/records'
const year = NOW.getUTCFullYear()
const day = (back: number) => new Date(NOW.getTime() - back * 86_400_000).toISOString().slice(0, 10)
const plain = (name: string, as: 'store' | 'farm', url: (found: Found) => string): Question => ({
  name,
  ask: (ask, history, found) => () => ask(history[as], url(found)),
})

const questions: Question[] = [
  plain(FACETS, 'store', () => records),
  plain('records: facets and totals alone', 'store', () => `${records}?docs=false`),
  plain(
    'records: search with four filters',
    'store',
    () => `${records}?f:commodity=1&f:status=active,empty&f:type=crop&f:harvestYear=${year},${year - 1}`,
  ),
  plain('records: last page by name', 'store', () => `${records}?sortBy=name&limit=25&offset=475`),
  {
    name: 'records: search right after a movement',
    ask:
      (ask, { store }) =>
      () =>
        ask(store, records),
    before:
      (ask, { store }, { recordId }) =>
      async () =>
        ask(store, '/api/inventory/movements', {
          recordId,
          movementDateISO: NOW.toISOString(),
          weight: 1,
          destination: { organisationId: 'mill-1', organisationName: 'Mill 1' },
          sold: true,
        }),
  },
  plain('position now', 'store', () => '/api/inventory/position'),
  {
    name: 'position on a past day',
    ask:
      (ask, { store, entries }) =>
      (run) =>
        ask(store, `/api/inventory/position?at=${pastDay(entries, run)}`),
  },
  plain('position on a future day', 'store', () => `/api/inventory/position?at=${year + 1}-01-01`),
  plain('storage list', 'store', () => '/api/inventory/storage'),
  plain(
    'conflicts of a bay',
    'store',
    ({ storageId, bayId }) => `/api/inventory/storage/${storageId}/conflicts?substorageId=${bayId}`,
  ),
  plain(
    'movements of a week',
    'store',
    () => `/api/inventory/movements?startDateISO=${day(9)}&endDateISO=${day(3)}`,
  ),
  plain('movements, all, newest first', 'store', () => '/api/inventory/movements'),
  plain('movements of one commodity', 'store', () => '/api/inventory/movements?f:commodity=1&type=outbound'),
  plain('movements without a contract', 'store', () => '/api/inventory/movements?noContract=true'),
  plain(
    'movements, entered last',
    'store',
    () => '/api/inventory/movements?sortBy=recordedAtUTC&sortDesc=true',
  ),
  plain('movements, a page far back', 'store', () => '/api/inventory/movements?offset=2000'),
  plain('movements requiring action', 'store', () => '/api/inventory/movements/actions'),
  plain('one record with its timeline', 'store', ({ recordId }) => `${records}/${recordId}`),
  plain(
    'trace of an outbound load',
    'store',
    ({ movementId }) => `/api/inventory/movements/${movementId}/trace`,
  ),
  plain('who has what: commodity info', 'store', () => '/api/inventory/commodities/organisation'),
  plain(
    'who has what: one commodity',
    'store',
    () => '/api/inventory/organisations/with-commodity?commodity=1',
  ),
  plain('varieties suggested', 'store', () => '/api/inventory/varieties/suggest?query=sky'),
  plain('harvest plans: search', 'farm', () => '/api/inventory/harvest-plans'),
  plain('harvest plans: history', 'farm', () => '/api/inventory/harvest-plans/history'),
  plain(
    'harvest plans: one year’s history',
    'farm',
    () => `/api/inventory/harvest-plans/history?f:harvestYear=${year}`,
  ),
  plain('harvest plans: one plan', 'farm', ({ planId }) => `/api/inventory/harvest-plans/${planId}`),
  plain('farm: records with all facets', 'farm', () => records),
]

/** Days all over the past, in no order. */
function pastDay(entries: number, run: number): string {
  const days = Math.floor((entries / 5000) * 36)
  const back = 1 + ((run * 7919) % Math.max(days - 1, 1))
  return new Date(NOW.getTime() - back * 86_400_000).toISOString()
}

/** A program on a history of one size. */
interface Subject {
  history: History
  ask: Ask
  found: Found
  /** Milliseconds of the first search after its start. */
  first: number
  machine: Machine
}

/** Starts a program on a database of each size, and does `work` while all of them run. */
async function withSubjects<T>(
  todo: number[],
  done: Subject[],
  work: (subjects: Subject[]) => Promise<T>,
): Promise<T> {
  const [size, ...rest] = todo
  if (size === undefined) return work(done)
  return withBenchDatabase(engine, async (bench) => {
    const { machine, history } = await inDatabase(bench, (database) => fill(database, size))
    const program = await serve(bench.where)
    try {
      const ask = askerOf(program.url)
      const start = performance.now()
      await ask(history.store, records)
      const first = performance.now() - start
      const subject = { history, ask, found: await findSubjects(ask, history), first, machine }
      return await withSubjects(rest, [...done, subject], work)
    } finally {
      await stop(program)
    }
  })
}

async function fill(database: Database, size: number): Promise<{ machine: Machine; history: History }> {
  const machine = await describeMachine(database)
  const history = await fillHistory(database, size)
  if (size === Math.min(...sizes)) await ensureSound(database)
  return { machine, history }
}

async function measureAll(subjects: Subject[]): Promise<Timing[][]> {
  const all: Timing[][] = []
  for (const { name, ask: question, before } of questions.filter((each) =>
    each.name.includes(options.only),
  )) {
    const works = subjects.map(({ ask, history, found }) => ({
      work: question(ask, history, found),
      before: before?.(ask, history, found),
    }))
    const timings = await measureInTurn(name, works, { runs: Number(options.runs) })
    console.error(name, timings.map(({ p50, p95 }) => `${digits(p50)} / ${digits(p95)}`).join('   '))
    all.push(timings)
  }
  return all
}

async function findSubjects(ask: Ask, { store, farm }: History): Promise<Found> {
  const { docs } = await ask(store, `${records}?f:status=active&limit=1&sortBy=weight&sortDesc=true`)
  const [record] = docs
  const { docs: loads } = await ask(
    store,
    `/api/inventory/movements?type=outbound&limit=1&endDateISO=${day(1)}`,
  )
  const plans = await ask(farm, '/api/inventory/harvest-plans?limit=1')
  return {
    storageId: record.storage.storageId,
    bayId: record.storage.substorageId,
    recordId: record.id,
    movementId: loads[0].id,
    planId: plans[0].id,
  }
}

const { subjects, timings } = await withSubjects(sizes, [], async (all) => ({
  subjects: all,
  timings: await measureAll(all),
}))
const section = latencySections.find(({ name }) => name === `latency-${engine}`)
const [first] = subjects
if (!section || !first) throw new Error('There is nothing to measure.')
await publish(
  section,
  first.machine,
  {
    runs: Number(options.runs),
    subjects: subjects.map(({ history, first: milliseconds }) => ({
      entries: history.entries,
      records: history.records,
      plantings: history.plantings,
      first: milliseconds,
    })),
    timings,
  },
  { isDocument: !options['no-document'] },
)
