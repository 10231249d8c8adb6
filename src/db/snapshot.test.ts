import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { inSnapshot, kyselyOf, readBatches, onConnection, type Client, unlimited } from './snapshot.ts'

const isOnServer = inject('databaseSource').engine === 'postgresql'
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query('create table silos (name text); insert into silos values ($$one$$)')
})
afterAll(() => database.close())

const countSilos = async (db = database.db) =>
  (await sql<{ silos: number }>`select count(*) as silos from silos`.execute(db)).rows[0]?.silos

// The embedded database does one thing at a time, so nobody writes meanwhile.
test.runIf(isOnServer)('what is stored meanwhile is not seen, by Kysely either', async () => {
  const seen = await inSnapshot(database, async (client) => {
    const db = kyselyOf(client)
    const before = await countSilos(db)
    await database.pool.query('insert into silos values ($$two$$)')
    return [before, await countSilos(db)]
  })
  expect(seen).toEqual([1, 1])
  expect(await countSilos()).toBe(2)
})

test('nothing can be written in it', async () => {
  const write = inSnapshot(database, (client) =>
    kyselyOf(client).updateTable('organisations').set({ name: 'Other' }).execute(),
  )
  await expect(write).rejects.toThrow('read-only')
})

test('rows are read a batch at a time, of one query after the other', async () => {
  const batchesOf = async (client: Client, count: number) => {
    const lengths: number[] = []
    const query = `select n::text as row from generate_series(1, ${count}) n`
    for await (const rows of readBatches(client, query)) lengths.push(rows.length)
    return lengths
  }
  const read = await inSnapshot(database, async (client) => [
    await batchesOf(client, 150),
    await batchesOf(client, 450),
    await batchesOf(client, 0),
  ])
  expect(read).toEqual([[150], [200, 250], []])
})

// On the embedded database it is not the connection that has limits.
test.runIf(isOnServer)('work without limits has none, and leaves those of others', async () => {
  const limitsOf = async (client: Client) => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    return rows.map(({ setting }) => Number(setting))
  }
  const before = await limitsOf(database.pool)
  expect(before.every((milliseconds) => milliseconds > 0)).toBe(true)
  const unbounded = await onConnection(database, (client) => unlimited(client, () => limitsOf(client)))
  expect(unbounded).toEqual([0, 0, 0])
  expect(await limitsOf(database.pool)).toEqual(before)
})
