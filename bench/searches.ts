import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../src/db/open.ts'
import type { Tables } from '../src/db/tables.ts'
import { segregationOf } from '../src/system/commodities/catalogue.ts'
import { serve } from '../test/program.ts'
import {
  askerOf,
  describeMachine,
  inDatabase,
  percentiles,
  publish,
  stop,
  withBenchDatabase,
  type BenchDatabase,
} from './harness.ts'
import { makeOrganisation, type Filled } from './organisation.ts'
import { searchesSection, type Searched } from './report/searches.ts'

// How quick record searches are beside many other organisations, in a large one, and after a start: nothing may depend on what others
// have, or on what a process happens to have in memory.
//
//   node bench/searches.ts [--scale 1] [--turns 4] [--no-document]

const { values: options } = parseArgs({
  options: {
    /** A part of the sizes, to see that it works. */
    scale: { type: 'string', default: '1' },
    /** How often each organisation asks each question. */
    turns: { type: 'string', default: '4' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const scale = Number(options.scale)
const turns = Number(options.turns)
const MEGABYTE = 1024 ** 2
/** Until the rows that were read last are kept in the database. */
const SHELVED_MS = 5000
const LARGE = 500_000
const MIDDLE = { organisations: 9, records: 50_000 }
const SMALL = { organisations: 200, records: 2_500 }

/** What people ask for: all, a crop, a store's stock by weight, what is not empty by name. */
const questions = [
  '',
  '&f:commodity=1',
  '&f:commodity=2&f:harvestYear=2024&sortBy=weight&sortDesc=true',
  '&f:storageType=store&sortBy=name',
  '&f:organisationId=grower-7',
]

/** Stock of so many records in stores of twenty bays, without movements: a search looks at none. */
async function fillStock(db: Kysely<Tables>, organisationId: string, records: number): Promise<void> {
  const bays = Math.ceil(records / 80)
  await sql`
    with stores as (
      insert into storages (id, organisation_id, name, type, location, tags, created_at, updated_at)
      select gen_random_uuid(), ${organisationId}, 'Store ' || n, 'store',
        jsonb_build_object('threeWords', '', 'coordinates', jsonb_build_object('lat', 0, 'lon', 0), 'address',
          jsonb_build_object('name', '', 'line1', '', 'line2', '', 'line3', '', 'city', 'Town ' || n % 10, 'region', '', 'regionISO', 'GB-HRT',
            'postcode', '', 'countryName', 'United Kingdom', 'countryISO', 'GB')),
        case n % 3 when 0 then array['dry'] else array[]::text[] end, now(), now()
      from generate_series(0, ${Math.ceil(bays / 20) - 1}::int) n returning id, name
    )
    insert into bays (organisation_id, storage_id, name, created_at)
    select ${organisationId}::uuid, s.id, 'Bay ' || n, now() from stores s, generate_series(1, 20) n`.execute(
    db,
  )
  await sql`
    with mine as (
      select b.id, b.storage_id, row_number() over (order by b.id) - 1 as place, count(*) over () as bays
      from bays b join storages s on s.id = b.storage_id where s.organisation_id = ${organisationId}
    ), made as (
      insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id, grade_id,
        variety, harvest_year, segregation, created_by_name, created_at, updated_at)
      select gen_random_uuid(), ${organisationId}, case k / b.bays % 4 when 0 then ${organisationId} else 'grower-' || (k + k / b.bays) % 40 end,
        m.storage_id, m.id, g.name || ' ' || y.year, 'crop', 'intake',
        g.commodity_id, g.type_id, g.grade_id, g.variety, y.year::text, ${segregationOf([])}, 'Office', now() - make_interval(mins => k), now()
      from generate_series(0, ${records - 1}::int) k
      cross join (select max(bays) as bays from mine) b
      join mine m on m.place = k % b.bays
      cross join lateral (select 2005 + k / b.bays / 4 as year) y
      join (values (0, 'Winter wheat', 1, 101, 1010101, 'Skyfall'), (1, 'Winter wheat', 1, 101, 1010102, 'Extase'),
        (2, 'Winter barley', 2, 201, null, 'Orwell'), (3, 'Oats', 3, 301, null, 'Mascani')) g (n, name, commodity_id, type_id, grade_id, variety)
        on g.n = (k + k / b.bays) % 4
      returning keeper_id, id
    )
    insert into ledger_balances (storer_id, record_id, balance_grams, received_grams, harvested_grams, loss_grams, sold_grams, settled_to)
    select keeper_id, id, (random() * 500000)::bigint * 1000, 0, 0, 0, 0, now() from made`.execute(db)
  await sql`
    insert into partners (organisation_id, id, name, name_key, created_at, updated_at)
    select ${organisationId}, 'grower-' || n, 'Grower ' || n, 'grower ' || n, now(), now() from generate_series(0, 39) n`.execute(
    db,
  )
}

interface Organisations {
  small: Filled[]
  middle: Filled[]
  large: Filled
}

const sized = (count: number) => Math.ceil(count * scale)

async function fill(database: Database): Promise<Organisations> {
  const make = async (kind: string, organisations: number, records: number) => {
    const made: Filled[] = []
    for (let n = 0; n < organisations; n++) {
      const one = await makeOrganisation(database.db, `${kind} ${n}`)
      await fillStock(database.db, one.organisationId, sized(records))
      made.push(one)
    }
    console.log(`${made.length} × ${sized(records)} records`)
    return made
  }
  const small = await make('Small', sized(SMALL.organisations), SMALL.records)
  const middle = await make('Middle', MIDDLE.organisations, MIDDLE.records)
  const [large] = await make('Large', 1, LARGE)
  // As if all of it had been there for days.
  await database.pool.query('truncate search_changes')
  await database.pool.query('vacuum analyze')
  return { small, middle, large: known(large) }
}

function known(organisation: Filled | undefined): Filled {
  if (!organisation) throw new Error('there is nobody to ask as')
  return organisation
}

/** A program that has just started, asked one question after the other. */
interface Started {
  /** Answers how many milliseconds it took. */
  timed: (as: Filled, question: string) => Promise<number>
  memoryMegabytes: () => Promise<number>
}

async function withProgram<T>({ where }: BenchDatabase, work: (program: Started) => Promise<T>): Promise<T> {
  const program = await serve(where)
  const ask = askerOf(program.url)
  try {
    return await work({
      async timed(as, question) {
        const start = performance.now()
        await ask(as, `/api/inventory/records?limit=20${question}`)
        return performance.now() - start
      },
      async memoryMegabytes() {
        const metrics = await (await fetch(`${program.url}/metrics`)).text()
        return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MEGABYTE
      },
    })
  } finally {
    await stop(program)
  }
}

const searched: Searched[] = []
function note(name: string, milliseconds: number[]): void {
  const told = { name, asked: milliseconds.length, ...percentiles(milliseconds) }
  console.log(told)
  searched.push(told)
}

async function askMany({ timed }: Started, as: Filled): Promise<number[]> {
  const asked: number[] = []
  for (let turn = 0; turn < 20 * turns; turn++)
    asked.push(await timed(as, questions[turn % questions.length] ?? ''))
  return asked
}

async function askInTurn({ timed }: Started, some: Filled[]): Promise<number[]> {
  const asked: number[] = []
  for (const question of questions)
    for (let turn = 0; turn < turns; turn++) for (const each of some) asked.push(await timed(each, question))
  return asked
}

async function measure(bench: BenchDatabase, { small, middle, large }: Organisations): Promise<number> {
  const [one, other] = [known(middle[0]), known(small[0])]
  // Asked at once: the process has not come to putting their rows together. From then on they are kept.
  await withProgram(bench, async ({ timed }) => {
    for (const each of small) await timed(each, '')
    const first: number[] = []
    for (const each of middle) first.push(await timed(each, ''))
    note('first of all, 50,000 records', first)
    note('first of all, 500,000 records', [await timed(large, '')])
    await sleep(SHELVED_MS)
  })
  const starts: number[] = []
  for (let start = 0; start < 3; start++) starts.push(await withProgram(bench, ({ timed }) => timed(one, '')))
  note('first after a start, 50,000 records', starts)
  await withProgram(bench, async (program) => {
    await program.timed(one, '')
    note('50,000 records alone', await askMany(program, one))
    await program.timed(other, '')
    note('2,500 records alone', await askMany(program, other))
  })
  await withProgram(bench, async (program) => {
    note('9 × 50,000 records in turn', await askInTurn(program, middle))
    note('200 × 2,500 records in turn', await askInTurn(program, small))
  })
  return withProgram(bench, async (program) => {
    await program.timed(other, '')
    const rest = await program.memoryMegabytes()
    note('first after a start, 500,000 records', [await program.timed(large, '')])
    note('500,000 records', await askMany(program, large))
    return (await program.memoryMegabytes()) - rest
  })
}

await withBenchDatabase('postgresql', async (bench) => {
  const { organisations, machine } = await inDatabase(bench, async (database) => ({
    organisations: await fill(database),
    machine: await describeMachine(database),
  }))
  const memoryMegabytes = await measure(bench, organisations)
  await publish(
    searchesSection,
    machine,
    { searched, memoryMegabytes },
    {
      isDocument: !options['no-document'] && scale === 1,
    },
  )
})
