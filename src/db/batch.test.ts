import { sql } from 'kysely'
import type pg from 'pg'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { keepName, preparing } from './prepared.ts'
import { statement } from './statement.ts'
import { inTransaction, writeUnawaited } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  // One connection on both engines, so that what it is asked can be counted.
  database = await openTestDatabase({ poolSize: 1 })
  await database.pool.query('create table sacks (name text primary key, grams bigint check (grams >= 0))')
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate sacks'))

const addSack = statement<{ name: string; grams: number }>(
  ({ name, grams }) => sql`insert into sacks values (${name}, ${grams})`,
)
const readSacks = statement<{ above: number }, { name: string }>(
  ({ above }) => sql`select name from sacks where grams > ${above} order by name`,
)

async function storedNames(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from sacks order by name')
  return rows.map(({ name }) => name)
}

/** How often the server said that it is ready for more: once for each Sync, and once for each text sent as it is. */
async function endsOf(work: () => Promise<unknown>): Promise<number> {
  const client = await database.pool.connect()
  let ends = 0
  const count = () => void (ends += 1)
  client.connection.on('readyForQuery', count)
  client.release()
  await work()
  client.connection.off('readyForQuery', count)
  return ends
}

const withSettings = { mode: 'read committed', settings: { enable_seqscan: 'off' } } as const

/** Reads twice, and stores two sacks and, where wanted, one that cannot be. */
function work(run: number, grams = 1) {
  return inTransaction(
    database.db,
    async (trx) => {
      const [all, heavy] = await Promise.all([
        readSacks.rows(trx, { above: 0 }),
        readSacks.rows(trx, { above: 1000 }),
      ])
      writeUnawaited(trx, addSack.with({ name: `${run} a`, grams: 1 }))
      writeUnawaited(trx, addSack.with({ name: `${run} b`, grams }))
      return [all.length, heavy.length]
    },
    withSettings,
  )
}

test('a transaction whose statements are known has one end for each time that somebody waits', async () => {
  expect(await work(1)).toEqual([0, 0])
  expect(await work(2)).toEqual([2, 0])
  expect(await work(3)).toEqual([4, 0])
  // BEGIN, settings and what is read; what is written and COMMIT.
  expect(await endsOf(async () => expect(await work(4)).toEqual([6, 0]))).toBe(2)
  expect(await storedNames()).toHaveLength(8)
})

test('one that fails before COMMIT stores nothing, however well known its statements are', async () => {
  for (const run of [1, 2, 3, 4]) {
    await expect(work(run, -1)).rejects.toMatchObject({ code: '23514' })
    expect(await storedNames()).toEqual([])
  }
  expect(await work(5)).toEqual([0, 0])
})

/** Statements asked in one turn on one connection that knows them. */
async function askTogether(
  asked: [text: string, ...values: unknown[]][],
  { begin = true } = {},
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  for (const [text] of asked) keepName(text)
  const client = preparing(await database.pool.connect()) as unknown as Pick<PoolClient, 'query' | 'release'>
  const ask = ([text, ...values]: [string, ...unknown[]]) => client.query(text, values)
  try {
    for (const each of asked) {
      await ask(['start transaction'])
      await ask(each).catch(() => undefined)
      await ask(['rollback'])
    }
    const answers = await Promise.allSettled(
      [...(begin ? [['start transaction'] as [string]] : []), ...asked].map(ask),
    )
    if (begin) await ask(['rollback'])
    return answers.slice(begin ? 1 : 0)
  } finally {
    client.release()
  }
}

const ADD = 'insert into sacks values ($1, $2) returning name'
const SHARE = 'select 12 / $1::integer as share'

test('what was done before a failure has its answer, and what was passed over says so', async () => {
  const answers = await askTogether([
    [ADD, 'one', 1],
    [SHARE, 4],
    [SHARE, 0],
    [SHARE, 3],
  ])
  expect(answers).toMatchObject([
    { value: { command: 'INSERT', rowCount: 1, rows: [{ name: 'one' }] } },
    { value: { rows: [{ share: 3 }] } },
    { reason: { code: '22012' } },
    { reason: { code: '25P02', cause: { code: '22012' } } },
  ])
})

test('a value that cannot be sent fails alone, and nobody gets the answer of another', async () => {
  const refuses = {
    toPostgres: () => {
      throw new Error('no such value')
    },
  }
  const answers = await askTogether([
    [SHARE, 4],
    ['select $1::text as word', refuses],
    [SHARE, 3],
  ])
  expect(answers).toMatchObject([
    { value: { rows: [{ share: 3 }] } },
    { reason: { message: 'no such value' } },
    { value: { rows: [{ share: 4 }] } },
  ])
})

test('outside of a transaction each is stored by itself', async () => {
  const answers = await askTogether(
    [
      [ADD, 'kept', 1],
      [ADD, 'negative', -1],
      [ADD, 'kept too', 1],
    ],
    { begin: false },
  )
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await storedNames()).toEqual(['kept', 'kept too'])
})
