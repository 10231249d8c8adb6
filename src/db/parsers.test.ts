import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

// The same on both engines: the suite runs on each.
test.each<[expression: string, value: unknown]>([
  ['7::bigint', 7],
  ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
  ['count(*)', 1],
  ['sum(2::bigint)', '2'],
  ['sum(2::bigint)::bigint', 2],
  ['12.3400::numeric(12,4)', '12.3400'],
  ['0.1::float8', 0.1],
  ['true', true],
  [`date '2026-03-29'`, '2026-03-29'],
  [`timestamptz '2026-03-29 01:30:00.123456+02'`, new Date('2026-03-28T23:30:00.123Z')],
  [`timestamp '2026-03-29 01:30'`, '2026-03-29 01:30:00'],
  [`interval '7 days 2 hours'`, '7 days 02:00:00'],
  [`'{"a": [1, "x", null]}'::jsonb`, { a: [1, 'x', null] }],
  [`'[1, 2]'::json`, [1, 2]],
  [`'9a1c1ce4-7b5f-4f57-9d02-1a0f0f8f1c11'::uuid`, '9a1c1ce4-7b5f-4f57-9d02-1a0f0f8f1c11'],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  ['array[1, null, 3]::bigint[]', [1, null, 3]],
  ['array[1.50, 2]::numeric[]', ['1.50', '2']],
  [`array[date '2026-01-02']`, ['2026-01-02']],
  [`array['a b', 'c,d', '"', null]`, ['a b', 'c,d', '"', null]],
  [`array[timestamptz '2026-01-02 00:00Z']`, [new Date('2026-01-02T00:00:00Z')]],
  ['null::bigint', null],
  [`current_setting('timezone')`, 'UTC'],
])('%s', async (expression, value) => {
  const { rows } = await database.pool.query(`select ${expression} as value`)
  expect(rows).toEqual([{ value }])
})

test('a bigint that a number cannot hold is an error and not a near miss', async () => {
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('9007199254740993')
  await expect(database.pool.query('select 1 as value')).resolves.toMatchObject({ rows: [{ value: 1 }] })
})

test('a value written is the value read', async () => {
  const values = {
    moment: new Date('2026-11-01T06:07:08.009Z'),
    grams: 123_456_789_012,
    day: '2024-02-29',
    note: `O'Hara "x" \\ é 🌾`,
  }
  const { rows } = await database.pool.query(
    'select $1::timestamptz as moment, $2::bigint as grams, $3::date as day, $4::text as note',
    Object.values(values),
  )
  expect(rows).toEqual([values])
})

test('a large answer arrives whole', async () => {
  const { rows } = await database.pool.query<{ line: string }>(
    `select repeat(md5(i::text), 50) as line from generate_series(1, 3000) as i`,
  )
  expect(rows).toHaveLength(3000)
  expect(new Set(rows.map(({ line }) => line.length))).toEqual(new Set([1600]))
})
