import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { inSnapshot, kyselyOf } from './snapshot.ts'

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
