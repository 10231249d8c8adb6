import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeRecord } from '../../../test/farm.ts'
import { ok, openScene, type Scene } from '../../../test/scene.ts'
import { watchStatements } from '../../../test/statements.ts'
import { readColumns } from '../../db/catalog.ts'
import type { Tables } from '../../db/tables.ts'
import type { SearchDefinition, SearchQuery } from '../../http/search/definition.ts'
import { numberAllChanges } from '../../http/search/index/changes.ts'
import { runSearch } from '../../http/search/search.ts'
import { organisationReader } from '../../system/access/organisation-reader.ts'
import { prepareSearches } from './prepare-searches.ts'
import type { ShortRecord } from './schema.ts'
import { recordSearch } from './search-records.ts'

// Whoever has many records waits for none of them at the first search, and later for those alone that have changed.

let service: TestApp
beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

const { kept: _kept, ...inDatabase } = recordSearch satisfies SearchDefinition<ShortRecord>
const READS_ROWS = 'json_agg(json_build_array('
const READS_ALL = 'select r.id as id from'

/** A farm of many records that are all as the one is, in no bay. */
async function openLargeScene(count: number): Promise<Scene & { recordId: string }> {
  const scene = await openScene(service)
  const { db, pool } = service.database
  const { id } = await makeRecord(scene)
  const columns = (await readColumns(pool)).filter(
    ({ table, generated }) => table === 'records' && generated === 'no',
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into records (${names}) select ${names} from (
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'bay_id', null))).*
    from records r, generate_series(1, ${count}::int) where r.id = ${id}) copies`.execute(db)
  await numberAllChanges(db)
  await pool.query('analyze')
  return { ...scene, recordId: id }
}

/** Searches for what this query asks, and answers besides which statements of a kind that took. */
async function searched(db: Kysely<Tables>, { farm }: Scene, kind: string, query: SearchQuery = {}) {
  const reader = await organisationReader(db, farm.organisationId, service.clock.now())
  const statements = watchStatements(service.database.pool)
  const answer = await runSearch(db, recordSearch, reader, query)
  const taken = statements.taken().filter((text) => text.includes(kind))
  return { taken, answer, reader }
}

test('are put together ahead of the first search, and read again where something has changed', async () => {
  const scene = await openLargeScene(1000)
  const { db, pool } = service.database
  const { organisationId } = scene.farm
  await prepareSearches(db, service.clock.now)
  const kept = () =>
    db
      .selectFrom('kept_searches')
      .select('number')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
  await expect.poll(kept).toMatchObject({ number: expect.any(Number) })
  // A handle of its own has nothing in memory, like another process.
  expect((await searched(db.withoutPlugins(), scene, READS_ROWS)).taken).toEqual([])
  ok(await scene.farm.as('owner').patch(`/api/inventory/records/${scene.recordId}`, { harvestYear: '2024' }))
  const { taken, answer, reader } = await searched(db.withoutPlugins(), scene, READS_ROWS)
  expect(taken).toHaveLength(1)
  expect(answer).toEqual(await runSearch(db, inDatabase, reader, {}))
  const statements = watchStatements(pool)
  await prepareSearches(db.withoutPlugins(), service.clock.now)
  expect(statements.taken().filter((text) => text.includes(READS_ROWS))).toEqual([])
})

test('are read again where they have changed, and nothing else, however many that are', async () => {
  const scene = await openLargeScene(6000)
  const { db } = service.database
  expect((await searched(db, scene, READS_ALL)).taken).toHaveLength(1)
  await sql`update records set variety = 'Orwell' where id in (
    select id from records where keeper_id = ${scene.farm.organisationId} limit 5500)`.execute(db)
  const { taken, answer } = await searched(db, scene, READS_ALL, { 'f:commodityVariety': ['Orwell'] })
  expect([taken, answer.totalDocs]).toEqual([[], 5500])
})

test('are waited for by nobody who does not want to: the page comes from the database, sums once they are counted', async () => {
  const scene = await openLargeScene(1200)
  const { db, pool } = service.database
  const reader = await organisationReader(db, scene.farm.organisationId, service.clock.now())
  // Nothing of it is in memory or on the shelf, as after an update.
  const fresh = db.withoutPlugins()
  const asked = { 'f:commodityVariety': ['Skyfall'], sortBy: 'name', limit: 3 }
  const search = { ...recordSearch, kept: { ...recordSearch.kept, manyRows: 1000 } }
  const read = watchStatements(pool)
  const first = await runSearch(fresh, search, reader, { ...asked, wait: false })
  expect(first).toMatchObject({ totalDocs: 1201, isCounting: true, facets: [], aggregations: [] })
  expect(first.docs).toEqual((await runSearch(db, inDatabase, reader, asked)).docs)
  expect(first.activeFilters).toMatchObject([{ name: 'f:commodityVariety', terms: [{ name: 'Skyfall' }] }])
  const whole = await runSearch(fresh, search, reader, asked)
  expect(whole).toEqual(await runSearch(db, inDatabase, reader, asked))
  // It was read beside, once, and from then on nobody is told otherwise.
  expect((await runSearch(fresh, search, reader, { ...asked, wait: false })).aggregations).toEqual(
    whole.aggregations,
  )
  expect(read.taken().filter((text) => text.includes(READS_ROWS))).toHaveLength(1)
})

test('of few records are always counted', async () => {
  const { farm } = await openScene(service)
  const { isCounting, aggregations } = ok(await farm.as('viewer').get('/api/inventory/records?wait=false'))
  expect([isCounting, aggregations.length]).toEqual([undefined, 3])
})
