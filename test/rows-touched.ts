import { expect } from 'vitest'
import type { Database } from '../src/db/open.ts'

/**
 * How many rows of each table the database looks at while some work is done, by what it counts itself: as it plans statements then, with
 * all that triggers and foreign keys do besides. For a database that nobody else uses meanwhile.
 *
 * @example expect((await rowsTouched(database, () => client.post(…))).get('bays')).toBeLessThan(100)
 */
export function rowsTouched(database: Database, work: () => Promise<unknown>): Promise<Map<string, number>> {
  return countedBy(
    database,
    `coalesce(t.seq_tup_read, 0) + coalesce((
      select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0)`,
    work,
  )
}

/**
 * How many rows of each table are inserted, updated and deleted while some work is done, counted in the same way. Tables of which none is
 * are left out.
 *
 * @example expect(await rowsWritten(database, () => client.post(…))).toEqual({ partners: 1, events: 1 })
 */
export async function rowsWritten(
  database: Database,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const written = await countedBy(database, 't.n_tup_ins + t.n_tup_upd + t.n_tup_del', work)
  return Object.fromEntries([...written].filter(([, rows]) => rows > 0))
}

/**
 * How many pages of tables and indexes the database looks at while some work is done, counted in the same way: what the work costs, on any
 * machine.
 *
 * @example expect(await buffersRead(database, () => client.get(…))).toBeLessThan(2000)
 */
export async function buffersRead(database: Database, work: () => Promise<unknown>): Promise<number> {
  const pages = await countedBy(
    database,
    `(select coalesce(heap_blks_read + heap_blks_hit, 0) + coalesce(idx_blks_read + idx_blks_hit, 0)
      from pg_statio_user_tables io where io.relid = t.relid)`,
    work,
  )
  return pages.values().reduce((sum, each) => sum + each, 0)
}

async function countedBy(
  database: Database,
  counter: string,
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const before = await countsOf(database, counter)
  await work()
  const after = await countsOf(database, counter)
  return new Map([...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]))
}

async function countsOf({ pool }: Database, counter: string): Promise<Map<string, number>> {
  // Whoever answered may still have its connection for a moment, and each keeps what it has counted to itself for a while.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
  const { rows } = await pool.query<{ table: string; count: number }>(
    `select t.relname as "table", (${counter})::bigint as count from pg_stat_user_tables t`,
  )
  return new Map(rows.map(({ table, count }) => [table, count]))
}
