import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { makeFarm, type TestFarm } from '../../../test/farm.ts'

// A long past, in what movements are sorted by. The database is this file's own: what it reads depends on all that is in it.

const COPIES = 3000
const RECORDS = 100
const PAGE = 25

let service: TestApp
let farm: TestFarm
let all: Found[]

interface Found {
  id: number
  type: string
  status: string
  name: string
}

beforeAll(async () => {
  service = await openTestApp()
  farm = await makeFarm(service)
  const wheat = await farm.opening(farm.bays[0], 900_000, { variety: 'Skyfall' })
  const barley = { id: 2, type: 201, variety: 'Laureate' }
  const malting = await farm.opening(farm.bays[1], 900_000, { commodity: barley })
  await farm.intake(farm.bays[2], 1000, { grade: 1010102 })
  await farm.move(wheat, 'mill-1', 1000, { movementDateISO: '2026-08-02' })
  await farm.move(malting, 'mill-1', 1000, { movementDateISO: '2026-08-03' })
  await farm.move(wheat, farm.bays[2], 1000, { movementDateISO: '2026-08-04' })
  for (let n = 0; n < RECORDS; n++) await farm.planting({ variety: `Variety ${n}` })
  await sql`update records set name = (array['wheat', 'Barley'])[1 + n % 2] || ' ' || n / 4
    from (select id, row_number() over (order by id) as n from records) numbered where numbered.id = records.id`.execute(
    service.database.db,
  )
  // As many again and again, of all records in turn, and without the ledger, which no order asks.
  await sql`insert into movements
    select (jsonb_populate_record(m, jsonb_build_object('id', nextval('fact_ids'), 'record_id', known.ids[1 + n % cardinality(known.ids)],
      'source_record_id', null, 'number_counter_id', null, 'number_in_series', null,
      'destination_record_id', known.ids[1 + n % cardinality(known.ids)]))).*
    from generate_series(1, ${COPIES}::integer) n cross join movements m
    cross join (select array_agg(id order by id) as ids from records) known order by n, m.id`.execute(
    service.database.db,
  )
  await sql`analyze movements, records`.execute(service.database.db)
  const { rows } = await sql<Found>`
    select m.id, m.type, m.status, lower(r.name) as name from movements m join records r on r.id = m.record_id
    where m.organisation_id = ${farm.organisation.organisationId}`.execute(service.database.db)
  all = rows
})
afterAll(() => service.close())

async function idsOf(query: string): Promise<number[]> {
  const answer: Answer = await farm.organisation.as('viewer').get(`/api/inventory/movements?${query}`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 200,
    body: { totalDocs: all.length },
  })
  return answer.body.docs.map(({ id }: { id: number }) => id)
}

/** All there are, in order, as a model has them. */
function inOrder(sortBy: 'type' | 'status' | 'name', isDescending: boolean): number[] {
  const sorted = all.toSorted((a, b) =>
    a[sortBy] < b[sortBy] ? -1 : a[sortBy] > b[sortBy] ? 1 : a.id - b.id,
  )
  return (isDescending ? sorted.toReversed() : sorted).map(({ id }) => id)
}

const cases = (['type', 'status', 'name'] as const).flatMap((sortBy) =>
  [false, true].map((isDescending) => ({ sortBy, isDescending })),
)

test.each(cases)('by $sortBy, descending $isDescending: every page', async ({ sortBy, isDescending }) => {
  expect(new Set(all.map((each) => each[sortBy])).size).toBeGreaterThan(1)
  const expected = inOrder(sortBy, isDescending)
  // Also those that lie in two types, states or names, and the last.
  for (const offset of [0, PAGE, COPIES - 10, 2 * COPIES - 10, 3 * COPIES - 10, 4 * COPIES - 5]) {
    const found = await idsOf(`sortBy=${sortBy}&sortDesc=${isDescending}&limit=${PAGE}&offset=${offset}`)
    expect(found).toEqual(expected.slice(offset, offset + PAGE))
  }
})

test.each(['type', 'status', 'name', 'weight'])(
  'by %s: a first page does not look at all there is',
  async (sortBy) => {
    for (const isDescending of [false, true]) {
      const read = await rowsRead(service.database, 'movements', () =>
        idsOf(`sortBy=${sortBy}&sortDesc=${isDescending}&limit=${PAGE}`),
      )
      expect(read).toBeGreaterThan(PAGE)
      expect(read).toBeLessThan(all.length / 10)
    }
  },
)
