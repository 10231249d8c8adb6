import { parseArgs } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../src/db/open.ts'
import type { Tables } from '../src/db/tables.ts'
import { newId } from '../src/kernel/ids.ts'
import { segregationOf } from '../src/system/commodities/catalogue.ts'
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
import { fillLedger } from './history-ledger.ts'
import { makeOrganisation, type Filled } from './organisation.ts'
import { MOVE, oneRecordSection, POSITION, SEARCH, WEEK } from './report/one-record.ts'
import type { Machine, Timing } from './report/section.ts'
import { digits } from './report/text.ts'

// What a movement of one record costs, and reading it, when that record alone has a longer and longer history. Through HTTP on
// the real program on PostgreSQL.
//
//   node bench/one-record.ts [--sizes 1000,10000,100000,1000000] [--runs 60] [--only words] [--no-document]

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    runs: { type: 'string', default: '60' },
    /** Measures only what has these words in its name. */
    only: { type: 'string', default: '' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const sizes = options.sizes.split(',').map(Number)
const runs = Number(options.runs)
const NOW = new Date()
/** As on a busy day at a large store. */
const ENTRIES_PER_DAY = 100
const SECONDS_PER_ENTRY = 86_400 / ENTRIES_PER_DAY

const NOWHERE = {
  threeWords: '',
  coordinates: { lat: 0, lon: 0 },
  address: {
    name: '',
    line1: '',
    line2: '',
    line3: '',
    city: '',
    region: '',
    regionISO: '',
    postcode: '',
    countryName: 'United Kingdom',
    countryISO: 'GB',
  },
}

/** The program on a record with a history of one size. */
interface Subject {
  owner: Filled
  ask: Ask
  recordId: string
  otherBay: { storageId: string; substorageId: number }
  entries: number
  machine: Machine
}

interface Question {
  name: string
  /** The most entries that it is asked of, where more would take minutes; then it is asked but a few times. */
  upTo?: number
  ask: (subject: Subject, run: number) => Promise<unknown>
}

const at = (secondsBack: number) => new Date(NOW.getTime() - secondsBack * 1000).toISOString()
const mill = { organisationId: 'mill-1', organisationName: 'Mill 1' }
const move = ({ ask, owner, recordId }: Subject, movementDateISO: string, destination: object, dry = false) =>
  ask(owner, `/api/inventory/movements${dry ? '?dryRun=true' : ''}`, {
    recordId,
    movementDateISO,
    weight: 1,
    destination,
    ...(destination === mill && { sold: true }),
  })
/** Just after the record's first day. */
const firstDays = ({ entries }: Subject) => at((entries - 1.5 * ENTRIES_PER_DAY) * SECONDS_PER_ENTRY)
/** Days all over the past, in no order. */
const pastDay = ({ entries }: Subject, run: number) => at(((run * 7919) % entries) * SECONDS_PER_ENTRY)

const questions: Question[] = [
  { name: MOVE, ask: (subject) => move(subject, new Date().toISOString(), mill) },
  {
    name: 'move a kilogram to another bay, now',
    ask: (subject) => move(subject, new Date().toISOString(), subject.otherBay),
  },
  {
    name: 'the same as a dry run',
    ask: (subject) => move(subject, new Date().toISOString(), subject.otherBay, true),
  },
  { name: 'date a load back a week', ask: (subject) => move(subject, at(7 * 86_400), mill) },
  {
    name: 'date a load back to the first days',
    ask: (subject) => move(subject, firstDays(subject), mill),
  },
  {
    name: 'read the record with its timeline',
    // The answer has up to 40,000 entries.
    upTo: 1_000_000,
    ask: ({ ask, owner, recordId }) => ask(owner, `/api/inventory/records/${recordId}`),
  },
  {
    name: 'trace of a load that leaves now',
    // What the load is made of goes back to the first of all entries.
    upTo: 100_000,
    ask: ({ ask, owner, entries }) => ask(owner, `/api/inventory/movements/${entries}/trace`),
  },
  {
    name: 'trace of the record',
    // The answer has every load that left.
    upTo: 10_000,
    ask: ({ ask, owner, recordId }) => ask(owner, `/api/inventory/records/${recordId}/trace`),
  },
  { name: SEARCH, ask: ({ ask, owner }) => ask(owner, '/api/inventory/records') },
  {
    name: POSITION,
    ask: (subject, run) => subject.ask(subject.owner, `/api/inventory/position?at=${pastDay(subject, run)}`),
  },
  {
    name: WEEK,
    ask: ({ ask, owner }) =>
      ask(owner, `/api/inventory/movements?startDateISO=${at(9 * 86_400)}&endDateISO=${at(2 * 86_400)}`),
  },
]

/** Starts a program on a database for each size, and does `work` while all of them run. */
async function withSubjects<T>(
  todo: number[],
  done: Subject[],
  work: (subjects: Subject[]) => Promise<T>,
): Promise<T> {
  const [entries, ...rest] = todo
  if (entries === undefined) return work(done)
  return withBenchDatabase('postgresql', async (bench) => {
    const filled = await inDatabase(bench, (database) => fill(database, entries))
    const program = await serve(bench.where)
    try {
      const subject = { ...filled, ask: askerOf(program.url), entries }
      return await withSubjects(rest, [...done, subject], work)
    } finally {
      await stop(program)
    }
  })
}

async function fill(database: Database, entries: number) {
  const machine = await describeMachine(database)
  const owner = await makeOrganisation(database.db, 'One Bay', NOW)
  const record = await fillRecord(database.db, owner.organisationId, entries)
  if (entries === Math.min(...sizes)) await ensureSound(database)
  await database.pool.query('vacuum analyze')
  return { machine, owner, ...record }
}

/** A store with two bays, and in the first a record with its whole history: loads in and out in turn, ten kilograms more each time. */
async function fillRecord(
  db: Kysely<Tables>,
  organisationId: string,
  entries: number,
): Promise<Pick<Subject, 'recordId' | 'otherBay'>> {
  const [storageId, recordId] = [newId(), newId()]
  const begins = at((entries + 1) * SECONDS_PER_ENTRY)
  await sql`insert into storages (id, organisation_id, name, type, location, created_at, updated_at)
    values (${storageId}, ${organisationId}, 'Long Store', 'store', ${JSON.stringify(NOWHERE)}, ${begins}, ${begins})`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`insert into bays (organisation_id, storage_id, name, created_at)
    values (${organisationId}, ${storageId}, 'Bay 1', ${begins}), (${organisationId}, ${storageId}, 'Bay 2', ${begins}) returning id`.execute(
    db,
  )
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id,
      grade_id, variety, harvest_year, segregation, created_by_name, created_at, updated_at)
    values (${recordId}, ${organisationId}, ${organisationId}::text, ${storageId}, ${rows[0]?.id}, 'Wheat', 'crop', 'intake',
      1, 101, 1010101, 'Skyfall', '2025', ${segregationOf([])}, 'Office', ${begins}, ${begins})`.execute(db)
  await sql`
    create unlogged table bench_facts as
    select n as id, case n % 2 when 1 then 'intake' else 'outbound' end as type, n,
      ${at(entries * SECONDS_PER_ENTRY)}::timestamptz + (n - 1) * make_interval(secs => ${SECONDS_PER_ENTRY}) as at,
      case n % 2 when 1 then 28000000 else 27990000 end::bigint as grams,
      ${recordId}::uuid as record_id, case n % 2 when 0 then ${recordId}::uuid end as source_id,
      case n % 2 when 1 then ${recordId}::uuid end as destination_id, null::uuid as planting_id,
      case n % 2 when 1 then 'grower-' || n % 40 else 'mill-' || n % 5 end as party
    from generate_series(1, ${entries}) n`.execute(db)
  await fillLedger(db, NOW)
  await sql`drop table bench_facts`.execute(db)
  return { recordId, otherBay: { storageId, substorageId: rows[1]?.id ?? 0 } }
}

async function measure(subjects: Subject[], { name, ask, upTo = Infinity }: Question): Promise<Timing[]> {
  const works = subjects
    .filter(({ entries }) => entries <= upTo)
    .map((subject) => ({ work: (run: number) => ask(subject, run) }))
  const often = upTo === Infinity ? { runs } : { warmUp: 2, runs: Math.min(runs, 10) }
  const timings = await measureInTurn(name, works, often)
  console.error(name, timings.map(({ p50, p95 }) => `${digits(p50)} / ${digits(p95)}`).join('   '))
  return timings
}

const { timings, machine } = await withSubjects(sizes, [], async (subjects) => {
  const all: Timing[][] = []
  for (const question of questions.filter(({ name }) => name.includes(options.only))) {
    all.push(await measure(subjects, question))
  }
  const [first] = subjects
  if (!first) throw new Error('There is nothing to measure.')
  return { timings: all, machine: first.machine }
})
await publish(
  oneRecordSection,
  machine,
  { runs, entriesPerDay: ENTRIES_PER_DAY, entries: sizes, timings },
  { isDocument: !options['no-document'] },
)
