import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { expect, inject, test } from 'vitest'
import { quietLog } from '../../test/quiet-log.ts'
import { openDatabase } from './open.ts'

const WEIGHTS = sql`create table weights (kilograms int)`
const add = (db: Kysely<never>, kilograms: number) =>
  sql`insert into weights values (${kilograms}::int)`.execute(db)
const all = async (db: Kysely<never>) => {
  const { rows } = await sql<{ kilograms: number }>`select kilograms from weights order by 1`.execute(db)
  return rows.map(({ kilograms }) => kilograms)
}
/** Tables that are none of ours. */
const plain = (db: unknown) => db as Kysely<never>

test('what is tried in the embedded database keeps nobody waiting, and leaves nothing behind', async () => {
  const dataDir = await mkdtemp(path.join(inject('directory'), 'trial-of-'))
  await mkdir(path.join(dataDir, 'trial-left'))
  const database = await openDatabase({ dataDir, durable: false, log: quietLog })
  try {
    expect(await readdir(dataDir)).not.toContain('trial-left')
    const db = plain(database.db)
    await WEIGHTS.execute(db)
    await add(db, 28_460)
    const trial = await database.trial()
    const tried = plain(trial.db)
    expect(await all(tried)).toEqual([28_460])
    await add(tried, 1)
    const order: string[] = []
    const long = sql`select pg_sleep(3)`.execute(tried).then(() => order.push('the trial'))
    await add(db, 12_000)
    order.push('the others')
    await long
    expect(order).toEqual(['the others', 'the trial'])
    expect(await all(tried)).toEqual([1, 28_460])
    await trial.close()
    expect(await all(db)).toEqual([12_000, 28_460])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('trial-'))).toEqual([])
  } finally {
    await database.close()
  }
})
