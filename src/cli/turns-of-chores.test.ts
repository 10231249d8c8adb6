import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { takeTurn } from './chores.ts'

let database: TestDatabase
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

const hourly = { name: 'sweep', everyMs: 3_600_000 }
const take = (chore = hourly) => takeTurn(database.db, chore)

async function passSeconds(seconds: number): Promise<void> {
  const { pool } = database
  await pool.query('update chore_turns set due_at = due_at - make_interval(secs => $1)', [seconds])
}

test('of processes that come at once one alone does a chore, and again in the next round', async () => {
  const turns = await Promise.all(Array.from({ length: 8 }, () => take()))
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await take()).toBe(false)
  await passSeconds(3000)
  expect(await take()).toBe(false)
  // A timer that comes a little early has its turn.
  await passSeconds(500)
  expect([await take(), await take()]).toEqual([true, false])
})

test('each chore has turns of its own', async () => {
  expect(await take({ name: 'count', everyMs: 60_000 })).toBe(true)
  expect(await take({ name: 'count', everyMs: 60_000 })).toBe(false)
})
