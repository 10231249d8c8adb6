import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { rowParameters, rowsTable, typedShapeOf, type TypedColumns } from './rows.ts'
import { statement } from './statement.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

interface Load {
  id: number
  at: Date
  driver: string | null
  tags: string
  quality: { moisture: number }
  isSold: boolean
}

const columns: TypedColumns<Load> = {
  id: 'bigint',
  at: 'timestamptz',
  driver: 'text',
  tags: 'integer[]',
  quality: 'jsonb',
  isSold: 'boolean',
}

function loads(count: number): Load[] {
  return Array.from({ length: count }, (_load, place) => ({
    id: 2 ** 52 + place,
    at: new Date(Date.UTC(2026, 7, 14, 9, 30, 0, place)),
    driver: place % 2 === 0 ? null : `O'Brien "${place}" \\\\ é`,
    tags: '{1,2}',
    quality: { moisture: 14.5 },
    isSold: place % 2 === 0,
  }))
}

test.each([1, 2, 3, 300])('%i rows come in as they were given, in their order', async (count) => {
  const given = loads(count)
  const read = statement<Record<string, unknown>, Load>(
    (parameters) => sql`select * from ${rowsTable(columns, typedShapeOf(given), parameters)}`,
  )
  // The second time it is prepared.
  for (const _time of [1, 2]) {
    const rows = await read.rows(database.db, rowParameters(columns, given))
    expect(rows).toEqual(given.map((load) => ({ ...load, tags: [1, 2] })))
  }
})

test('few rows are values, so that the planner knows how few; many are one parameter', () => {
  expect([0, 1, 2, 3, 1000].map((length) => typedShapeOf(Array.from({ length })))).toEqual([
    0,
    1,
    2,
    'many',
    'many',
  ])
  expect(Object.keys(rowParameters(columns, loads(2)))).toHaveLength(12)
  expect(Object.keys(rowParameters(columns, loads(5)))).toEqual(['given'])
})

test('a statement is built once, and takes parameters by name alone', async () => {
  let built = 0
  const add = statement<{ a: number; b: number }, { sum: number }>(({ a, b }) => {
    built += 1
    return sql`select ${a}::integer + ${b}::integer + ${a}::integer as sum`
  })
  for (const [a, b, sum] of [
    [1, 2, 4],
    [5, 7, 17],
  ] as const)
    expect(await add.rows(database.db, { a, b })).toEqual([{ sum }])
  expect(built).toBe(1)

  const fixed = statement<{ a: number }, { a: number }>(
    ({ a }) => sql`select ${a}::integer + ${1}::integer as a`,
  )
  await expect(fixed.rows(database.db, { a: 1 })).rejects.toThrow('by name')
})
