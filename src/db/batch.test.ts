import { sql, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { preparing } from './prepared.ts'
import { inTransaction, writeUnawaited, type Transaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  // One connection on both engines, so that what it is asked can be counted.
  database = await openTestDatabase({ poolSize: 1 })
  await database.pool.query('create table sacks (name text primary key, grams bigint check (grams >= 0))')
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate sacks'))

const addSack = (trx: Transaction, name: string, grams: number): CompiledQuery =>
  sql`insert into sacks values (${name}, ${grams})`.compile(trx)

const readSacks = (trx: Transaction, above: number) =>
  sql<{ name: string }>`select name from sacks where grams > ${above} order by name`.execute(trx)

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
      const [all, heavy] = await Promise.all([readSacks(trx, 0), readSacks(trx, 1000)])
      writeUnawaited(trx, addSack(trx, `${run} a`, 1))
      writeUnawaited(trx, addSack(trx, `${run} b`, grams))
      return [all.rows.length, heavy.rows.length]
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

/** Statements asked in one turn on one connection, after they were asked twice, each by itself. */
async function askTogether(
  asked: [text: string, ...values: unknown[]][],
  { begin = true } = {},
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const client = preparing(await database.pool.connect()) as unknown as Pick<PoolClient, 'query' | 'release'>
  const ask = ([text, ...values]: [string, ...unknown[]]) => client.query(text, values)
  try {
    for (const each of [...asked, ...asked]) {
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
