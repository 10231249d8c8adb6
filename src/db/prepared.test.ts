import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { preparing, statementName } from './prepared.ts'
import { statement } from './statement.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  // One connection on both engines, so that its prepared statements can be counted.
  database = await openTestDatabase({ poolSize: 1 })
})
afterAll(() => database.close())
beforeEach(() =>
  database.pool.query(
    'drop table if exists silos; create table silos (id bigint, name text); insert into silos values (1, $$one$$)',
  ),
)

const readSilo = (id: number, handle = database.db) =>
  sql`select * from silos where id = ${id}`.execute(handle)

async function preparedTexts(): Promise<string[]> {
  const { rows } = await database.pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  )
  return rows.map(({ statement }) => statement)
}

test('a statement with parameters is prepared when it comes again, and answers the same', async () => {
  const text = 'select * from silos where id = $1'
  await readSilo(1)
  expect(await preparedTexts()).not.toContain(text)
  for (const _time of [1, 2, 3]) expect((await readSilo(1)).rows).toEqual([{ id: 1, name: 'one' }])
  expect((await preparedTexts()).filter((each) => each === text)).toHaveLength(1)
})

test('several statements in one text without parameters still work', async () => {
  await sql
    .raw('insert into silos values (2, $$two$$); insert into silos values (3, $$three$$)')
    .execute(database.db)
  expect((await readSilo(3)).rows).toEqual([{ id: 3, name: 'three' }])
})

test('a table that got another column since is read with it, outside a transaction and inside', async () => {
  for (const _time of [1, 2, 3]) await readSilo(1)
  await database.pool.query('alter table silos add column roof text')
  expect((await readSilo(1)).rows).toEqual([{ id: 1, name: 'one', roof: null }])
  for (const _time of [1, 2, 3]) await readSilo(1)
  await database.pool.query('alter table silos add column door text')
  const { rows } = await inTransaction(database.db, (trx) => readSilo(1, trx))
  expect(rows).toEqual([{ id: 1, name: 'one', roof: null, door: null }])
})

test('a statement that somebody discarded is prepared again', async () => {
  for (const _time of [1, 2, 3]) await readSilo(1)
  await database.pool.query('deallocate all')
  expect((await readSilo(1)).rows).toHaveLength(1)
})

test('an error does not spoil the statement', async () => {
  const divide = (by: number) =>
    sql<{ share: number }>`select 12 / ${by}::integer as share`.execute(database.db)
  for (const _time of [1, 2, 3]) await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(4)).rows).toEqual([{ share: 3 }])
})

/** Statements asked in one turn on one connection. */
async function askTogether(...asked: [text: string, ...values: unknown[]][]) {
  const client = preparing(await database.pool.connect()) as unknown as Pick<PoolClient, 'query' | 'release'>
  try {
    return await Promise.allSettled(asked.map(([text, ...values]) => client.query(text, values)))
  } finally {
    client.release()
  }
}

const ADD = 'insert into silos values ($1, $2) returning name'
const SHARE = 'select 12 / $1::integer as share'

test('of what is asked together, what was done before a failure has its answer, and what comes behind it is not done', async () => {
  // On a connection that has forgotten nothing.
  ;(await database.pool.connect()).release(true)
  for (const _time of [1, 2, 3]) {
    const [, ...answers] = await askTogether(
      ['start transaction'],
      [ADD, 2, 'two'],
      [SHARE, 0],
      [SHARE, 3],
      ['commit'],
    )
    expect(answers).toMatchObject([
      { value: { command: 'INSERT', rowCount: 1, rows: [{ name: 'two' }] } },
      { reason: { code: '22012' } },
      { reason: { code: '25P02' } },
      { value: { command: 'ROLLBACK' } },
    ])
    expect((await readSilo(2)).rows).toEqual([])
  }
})

test('a value that cannot be sent fails alone, and nobody gets the answer of another', async () => {
  const refuses = {
    toPostgres: () => {
      throw new Error('no such value')
    },
  }
  const answers = await askTogether([SHARE, 4], ['select $1::text as word', refuses], [SHARE, 3])
  expect(answers).toMatchObject([
    { value: { rows: [{ share: 3 }] } },
    { reason: { message: 'no such value' } },
    { value: { rows: [{ share: 4 }] } },
  ])
})

test('outside of a transaction each is stored by itself', async () => {
  const answers = await askTogether([ADD, 2, 'kept'], [SHARE, 0], [ADD, 3, 'kept too'])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([(await readSilo(2)).rows.length, (await readSilo(3)).rows.length]).toEqual([1, 1])
})

test('a new connection prepares for itself', async () => {
  for (const _time of [1, 2, 3]) await readSilo(1)
  const client = await database.pool.connect()
  client.release(true)
  expect(await preparedTexts()).toEqual([])
  expect((await readSilo(1)).rows).toHaveLength(1)
  expect(await preparedTexts()).toContain('select * from silos where id = $1')
})

test('at most 500 statements get a name', () => {
  const texts = Array.from({ length: 600 }, (_each, index) => `select ${index} + $1`)
  for (const text of texts) expect(statementName(text)).toBeUndefined()
  const names = texts.map((text) => statementName(text)).filter((name) => name !== undefined)
  expect(names.length).toBeGreaterThan(400)
  expect(names.length).toBeLessThanOrEqual(500)
  expect(new Set(names).size).toBe(names.length)
})

test('what is always the same has a name from the first time on, however many others there were', async () => {
  const read = statement<{ id: number }, { name: string }>(
    ({ id }) => sql`select name from silos where id = ${id}::bigint`,
  )
  expect(await read.rows(database.db, { id: 1 })).toEqual([{ name: 'one' }])
  expect(await preparedTexts()).toContain('select name from silos where id = $1::bigint')
  await database.pool.query('deallocate all')
  expect(await read.rows(database.db, { id: 1 })).toEqual([{ name: 'one' }])
  expect(await read.rows(database.db, { id: 1 })).toEqual([{ name: 'one' }])
  expect(await preparedTexts()).toContain('select name from silos where id = $1::bigint')
})
