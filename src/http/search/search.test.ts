import { ANY_WEIGHT } from '../../kernel/weighing.ts'
import { METRIC } from '../../words/units.ts'
import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Actor } from '../actor.ts'
import { makeAjv } from '../validate/validation.ts'
import { searchQuery, type SearchDefinition, type SearchQuery } from './definition.ts'
import { findIds, foundIdsSql } from './find.ts'
import { runSearch, searchTable } from './search.ts'

/** A small table with one filter of each kind, against a model in plain JavaScript. */
interface Crate {
  id: string
  owner: string
  colour: number | null
  shape: string
  labels: number[]
  isFull: boolean
  grams: number | null
}

const many = (count: number, word: string) => Array.from({ length: count }, (_each, n) => `${word}${n}`)

const colours = ['red', 'green', 'blue']
const shapes = ['round', 'square, flat', "o'val", 'flat\\', '\\, flat', '']

const inDatabase: SearchDefinition<Crate> = {
  name: 'crates',
  path: '/crates',
  source: (actor, query) => ({
    from: sql`crates c`,
    where: [
      sql`c.owner = ${actor.organisationId}`,
      ...(query['lightest'] === undefined ? [] : [sql`c.grams >= ${query['lightest']}`]),
    ],
  }),
  id: sql`c.id`,
  filters: {
    'f:colour': {
      displayName: 'Variety',
      kind: 'int',
      value: sql`c.colour`,
      label: (id) => colours[Number(id)] ?? id,
    },
    'f:shape': { displayName: 'Kind', kind: 'text', value: sql`nullif(c.shape, '')` },
    'f:labels': {
      displayName: 'Tags',
      kind: 'int',
      value: sql`c.labels`,
      isArray: true,
      labelSql: (id) => sql`'label ' || ${id}`,
    },
    'f:full': { displayName: 'Has inventory', kind: 'boolean', value: sql`c.is_full` },
  },
  sortable: { shape: sql`c.shape collate "C"`, grams: sql`coalesce(c.grams, 0)` },
  defaultSort: { by: 'grams', descending: true },
  aggregations: [{ name: 'weight', unit: 'kg', value: sql`c.grams`, divisor: 1000 }],
  docs: async (db, _actor, ids) => {
    const { rows } =
      await sql<Crate>`select id, owner, colour, shape, labels, is_full as "isFull", grams from crates
      where id = any(${ids}::uuid[])`.execute(db)
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  },
  columns: { id: ({ id }) => id, kg: ({ grams }) => (grams === null ? null : grams / 1000) },
}

/** The same search, from rows that are kept. */
const inMemory: SearchDefinition<Crate> = {
  ...inDatabase,
  kept: {
    manyRows: 1000,
    holds: () => ({ from: sql`timestamptz '1900-01-01'`, until: sql`null::timestamptz` }),
    marks: () => ({ isHeavy: sql`coalesce(c.grams >= 100, false)` }),
    wanted: ({ lightest }) => ({ ...(lightest === 100 && { isHeavy: true }) }),
    sums: { grams: sql`coalesce(c.grams, 0)` },
    groups: { looks: ['f:colour', 'f:full'], labels: ['f:labels'] },
  },
}

const actor: Actor = {
  organisationId: 'mine',
  organisationName: 'Mine',
  countryISO: 'GB',
  timeZone: 'Europe/London',
  userId: 'u',
  userName: 'U',
  role: 'viewer',
  language: 'en',
  units: METRIC,
  weighing: ANY_WEIGHT,
  isPlatformAdmin: false,
  now: new Date('2026-08-01T00:00:00Z'),
}

let database: Database
let db: Kysely<Tables>

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await sql`create table crates (
    id uuid primary key, owner text not null, colour int, shape text not null, labels int[] not null,
    is_full boolean not null, grams bigint)`.execute(db)
  await database.pool.query(`
    create function note_crates() returns trigger language plpgsql as $$
    begin
      insert into search_changes (organisation_id, record_id)
      select owner, id from unnest(array[old, new]) where id is not null;
      return null;
    end $$;
    create trigger crates_noted after insert or update or delete on crates for each row execute function note_crates()`)
})
afterAll(async () => database.close())

async function fill(rows: Crate[]): Promise<void> {
  await sql`delete from crates`.execute(db)
  await sql`insert into crates select x.id, x.owner, x.colour, x.shape,
      array(select jsonb_array_elements_text(x.labels)::int), x."isFull", x.grams
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, owner text, colour int, shape text, labels jsonb, "isFull" boolean, grams bigint)`.execute(
    db,
  )
}

const crateId = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`

const anyCrate = fc.record({
  owner: fc.constantFrom('mine', 'mine', 'mine', 'theirs'),
  colour: fc.constantFrom(null, 0, 1, 2),
  shape: fc.constantFrom(...shapes),
  labels: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
  isFull: fc.boolean(),
  grams: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 50_000_000 })),
})
const anyCrates = fc
  .array(anyCrate, { maxLength: 40 })
  .map((rows): Crate[] => rows.map((row, place) => ({ ...row, id: crateId(place) })))

type Ticked = Record<string, string[]>
const anyTicked: fc.Arbitrary<Ticked> = fc.record(
  {
    'f:colour': fc.uniqueArray(fc.constantFrom('0', '1', '2', '9'), { minLength: 1, maxLength: 3 }),
    'f:shape': fc.uniqueArray(fc.constantFrom('round', 'square, flat', "o'val", 'flat\\', '\\, flat'), {
      minLength: 1,
      maxLength: 2,
    }),
    'f:labels': fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5'), { minLength: 1, maxLength: 3 }),
    'f:full': fc.uniqueArray(fc.constantFrom('true', 'false'), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

const valuesOf: Record<string, (crate: Crate) => string[]> = {
  'f:colour': ({ colour }) => (colour === null ? [] : [String(colour)]),
  'f:shape': ({ shape }) => (shape === '' ? [] : [shape]),
  'f:labels': ({ labels }) => [...new Set(labels)].map(String),
  'f:full': ({ isFull }) => [String(isFull)],
}

function modelFinds(rows: Crate[], ticked: Ticked): Crate[] {
  return rows.filter(
    (crate) =>
      crate.owner === 'mine' &&
      Object.entries(ticked).every(([name, values]) =>
        valuesOf[name]?.(crate).some((value) => values.includes(value)),
      ),
  )
}

function modelTerms(rows: Crate[], ticked: Ticked, name: string): Record<string, string> {
  const { [name]: own = [], ...others } = ticked
  const found = modelFinds(rows, others)
  const ids = new Set([...found.flatMap((crate) => valuesOf[name]?.(crate) ?? []), ...own])
  return Object.fromEntries(
    [...ids].map((id) => [id, String(found.filter((crate) => valuesOf[name]?.(crate).includes(id)).length)]),
  )
}

function modelFigures(rows: Crate[]) {
  const grams = rows.flatMap((crate) => crate.grams ?? [])
  if (grams.length === 0) return { count: 0, sum: 0, min: 0, max: 0, average: 0 }
  const sum = grams.reduce((total, each) => total + each, 0)
  const average = expect.closeTo(sum / grams.length / 1000, 5) as number
  return {
    count: grams.length,
    sum: sum / 1000,
    min: Math.min(...grams) / 1000,
    max: Math.max(...grams) / 1000,
    average,
  }
}

const validate = makeAjv('array').compile(searchQuery(inDatabase))

/** The query of a URL, as the frame would give it. */
function queryOf(url: string): SearchQuery {
  const query: SearchQuery = {}
  for (const [name, value] of new URL(url, 'http://localhost').searchParams) query[name] = value
  expect(validate(query), JSON.stringify(validate.errors)).toBe(true)
  return query
}

function queryFor(ticked: Ticked, more: SearchQuery = {}): SearchQuery {
  const escaped = Object.entries(ticked).map(([name, values]) => [
    name,
    values.map((each) => each.replaceAll(/[\\,]/g, '\\$&')),
  ])
  return { ...more, ...(Object.fromEntries(escaped) as Ticked) }
}

describe.each([
  ['in the database', inDatabase],
  ['in memory', inMemory],
])('a search %s', (_where, crates) => {
  test('counts every term as the model does, and what a term’s URL finds', async () => {
    await fc.assert(
      fc.asyncProperty(anyCrates, anyTicked, async (rows, ticked) => {
        await fill(rows)
        const answer = await runSearch(db, crates, actor, queryFor(ticked))
        const found = modelFinds(rows, ticked)
        expect(answer.totalDocs).toBe(found.length)
        expect(answer.aggregations[0]).toMatchObject({ ...modelFigures(found), hits: found.length })
        expect(answer.activeFilters.map(({ name }) => name).sort()).toEqual(Object.keys(ticked).sort())
        for (const { name, terms } of answer.facets) {
          expect(Object.fromEntries(terms.map(({ id, hits }) => [id, hits]))).toEqual(
            modelTerms(rows, ticked, name),
          )
          for (const { id, selected, aggregations } of terms) {
            expect(selected).toBe(String(ticked[name]?.includes(id) ?? false))
            const { count: _count, ...figures } = modelFigures(modelFinds(rows, { ...ticked, [name]: [id] }))
            expect(aggregations['weight']).toEqual(figures)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('URLs can be followed: a term toggles, clearing clears, other parameters stay', async () => {
    await fc.assert(
      fc.asyncProperty(anyCrates, anyTicked, async (rows, ticked) => {
        await fill(rows)
        const more = { sortBy: 'shape', limit: 3, offset: 5 }
        const answer = await runSearch(db, crates, actor, queryFor(ticked, more))
        const follow = (url: string) => {
          const { offset, limit, sortBy, ...rest } = queryOf(url)
          expect({ offset, limit, sortBy }).toEqual({ offset: 0, limit: 3, sortBy: 'shape' })
          return runSearch(db, crates, actor, rest)
        }
        expect((await follow(answer.clearUrl)).activeFilters).toEqual([])
        for (const facet of answer.facets) {
          const { [facet.name]: own = [], ...others } = ticked
          expect((await follow(facet.clearUrl)).totalDocs).toBe(modelFinds(rows, others).length)
          const [term] = facet.terms
          if (!term) continue
          const toggled = own.includes(term.id) ? own.filter((id) => id !== term.id) : [...own, term.id]
          const left = toggled.length === 0 ? others : { ...others, [facet.name]: toggled }
          expect((await follow(term.url)).totalDocs).toBe(modelFinds(rows, left).length)
        }
      }),
      { numRuns: 15 },
    )
  })

  test('pages make the whole, in one order, equal to the CSV rows and to the found ids', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCrates,
        anyTicked,
        fc.constantFrom(undefined, 'shape', 'grams'),
        fc.boolean(),
        async (rows, ticked, sortBy, sortDesc) => {
          await fill(rows)
          const query = queryFor(ticked, { sortDesc, ...(sortBy && { sortBy }) })
          const { totalDocs, aggregations } = await runSearch(db, crates, actor, query)
          const paged: Crate[] = []
          for (let offset = 0; offset < totalDocs; offset += 7) {
            paged.push(...(await runSearch(db, crates, actor, { ...query, limit: 7, offset })).docs)
          }
          expect(paged.map(({ id }) => id).sort()).toEqual(modelFinds(rows, ticked).map(({ id }) => id))
          expect(paged.reduce((sum, { grams }) => sum + (grams ?? 0), 0)).toBe(
            Math.round((aggregations[0]?.sum ?? 0) * 1000),
          )
          const lines = await Array.fromAsync(searchTable(db, crates, actor, query).rows)
          expect(lines).toEqual(
            paged.map((crate) => [crate.id, crate.grams === null ? null : crate.grams / 1000]),
          )
          const ids = await sql<{ id: string }>`${foundIdsSql(crates, actor, query)}`.execute(db)
          expect(ids.rows.map(({ id }) => id).sort()).toEqual(paged.map(({ id }) => id).sort())
        },
      ),
      { numRuns: 25 },
    )
  })

  test('names terms, says their state, and answers no documents for docs=false', async () => {
    await fill([
      { id: crateId(1), owner: 'mine', colour: 1, shape: 'round', labels: [2], isFull: true, grams: 1500 },
      { id: crateId(2), owner: 'mine', colour: 0, shape: 'round', labels: [2, 3], isFull: false, grams: 500 },
    ])
    const answer = await runSearch(db, crates, actor, { docs: false, 'f:colour': ['1', '9'], lightest: 100 })
    expect(answer).toMatchObject({
      docs: [],
      totalDocs: 1,
      limit: 25,
      offset: 0,
      clearUrl: '/crates?docs=false&lightest=100',
    })
    expect(answer.aggregations).toEqual([
      {
        name: 'weight',
        unit: 'kg',
        sum: 1.5,
        min: 1.5,
        max: 1.5,
        average: 1.5,
        count: 1,
        hits: 1,
        range: '1.5 - 1.5',
      },
    ])
    const [colour, , labels] = answer.facets
    expect(colour?.terms.map(({ id, name, hits, state }) => [id, name, hits, state])).toEqual([
      ['1', 'green', '1', 'checked'],
      ['0', 'red', '1', 'unchecked'],
      ['9', '9', '0', 'checked disabled'],
    ])
    expect(labels?.terms.map(({ name }) => name)).toEqual(['label 2'])
    expect(answer.activeFilters).toEqual([
      {
        name: 'f:colour',
        clearUrl: '/crates?docs=false&lightest=100',
        terms: [
          { name: 'green', clearUrl: '/crates?docs=false&lightest=100&f%3Acolour=9' },
          { name: '9', clearUrl: '/crates?docs=false&lightest=100&f%3Acolour=1' },
        ],
      },
    ])
  })

  test.each([
    ['words for a number', { 'f:colour': ['red'] }, ['f:colour']],
    ['a number too large', { 'f:colour': ['99999999999'] }, ['f:colour']],
    ['neither true nor false', { 'f:full': ['maybe'] }, ['f:full']],
    ['a null character', { 'f:shape': ['a\0'] }, ['f:shape']],
    ['several at once', { 'f:colour': ['1,x', 'y'], 'f:labels': ['z'] }, ['f:colour', 'f:labels']],
    [
      'more values than a page has, of all filters together',
      { 'f:shape': [many(150, 'a').join()], 'f:labels': many(51, '') },
      ['f:labels'],
    ],
  ])('refuses %s', async (_what, query, paths) => {
    for (const attempt of [
      () => runSearch(db, crates, actor, query),
      async () => searchTable(db, crates, actor, query),
    ]) {
      const refusal = await attempt().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(refusal).toBeInstanceOf(Refusal)
      expect((refusal as Refusal).faults.map(({ path }) => path)).toEqual(paths)
    }
  })

  test.each([
    [{ colour: '1' }, false],
    [{ sortBy: 'id; drop table crates' }, false],
    [{ limit: '201' }, false],
    [{ 'f:colour': '1,2', sortBy: 'grams', sortDesc: 'true', docs: 'false' }, true],
    [{ 'f:colour': ['1', '2'] }, true],
  ])('its schema judges %j: %s', (query, isValid) => {
    expect(validate(query)).toBe(isValid)
  })

  test('takes nothing of the caller as SQL', async () => {
    await fill([
      { id: crateId(1), owner: 'mine', colour: 1, shape: 'round', labels: [], isFull: true, grams: 1 },
    ])
    const answer = await runSearch(db, crates, actor, {
      'f:shape': ["'; drop table crates; --", '{"round"}', 'round'],
    })
    expect(answer.totalDocs).toBe(1)
  })
})

test('a transaction does not ask the rows in memory, which lack what it has not committed', async () => {
  await fill([])
  const inVain = 'not within a transaction'
  const searched = inTransaction(db, (trx) => runSearch(trx, inMemory, actor, {}))
  await expect(searched).rejects.toThrow(inVain)
  const found = inTransaction(db, (trx) => findIds(trx, inMemory, actor, {}, { selection: new Map() }))
  await expect(found).rejects.toThrow(inVain)
})
