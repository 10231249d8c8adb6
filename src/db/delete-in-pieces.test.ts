import { sql } from 'kysely'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { askedDuring } from '../../test/asked.ts'
import { openTestDatabase } from '../../test/database.ts'
import { forgetChanges } from '../http/search/index/changes.ts'
import { deleteInPieces, KEYS, PIECE } from './delete-in-pieces.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())
afterEach(() => void vi.restoreAllMocks())

const isOnServer = inject('databaseSource').engine === 'postgresql'
const OLD = 2 * PIECE + 1

test('what has piled up is deleted a piece at a time, and nothing else', async () => {
  await sql`insert into sign_in_failures (subject, failures, last_failed_at)
    select 'old ' || n, 1, '2026-01-01'::timestamptz from generate_series(1, ${OLD}::integer) n
    union all select 'new', 1, '2026-03-01'::timestamptz`.execute(db)
  const asked = await askedDuring(database.pool, () =>
    deleteInPieces(db, 'sign_in_failures', sql`last_failed_at < '2026-02-01'`),
  )
  expect(asked.filter(({ text }) => text.includes('delete from'))).toHaveLength(3)
  const left = await db.selectFrom('sign_in_failures').select('subject').execute()
  expect(left).toEqual([{ subject: 'new' }])
})

test('rows are found again by the key of their table', async () => {
  const { rows } = await sql<{ name: string; key: string[] }>`
    select c.relname::text as name, array(
      select a.attname::text from unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by place) as key
    from pg_index i join pg_class c on c.oid = i.indrelid where i.indisprimary`.execute(db)
  const keys = new Map(rows.map(({ name, key }) => [name, key]))
  for (const [table, key] of Object.entries(KEYS))
    expect([table, key]).toEqual([table, keys.get(table) ?? ['tableoid', 'ctid']])
})

// Each part of a table has a row at the place that a row of another part has.
test.each([
  ['notices', 'id bigint primary key, told_at timestamptz'],
  ['search_changes', 'id bigint, told_at timestamptz'],
] as const)('of a table in parts such as %s only the old rows are deleted', async (table, columns) => {
  const parts = await openTestDatabase()
  await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(parts.db)
  await sql`create table ${sql.table(table)} (${sql.raw(columns)}) partition by range (id)`.execute(parts.db)
  await sql`create table low partition of ${sql.table(table)} for values from (0) to (1000)`.execute(parts.db)
  await sql`create table high partition of ${sql.table(table)} for values from (1000) to (2000)`.execute(
    parts.db,
  )
  await sql`insert into ${sql.table(table)}
    select n, case when n < 1000 then '2026-01-01'::timestamptz else '2026-03-01' end
    from generate_series(500, 1499) n`.execute(parts.db)
  await deleteInPieces(parts.db, table, sql`told_at < '2026-02-01'`)
  const left = await sql`select count(*), min(id), max(id) from ${sql.table(table)}`.execute(parts.db)
  expect(left.rows).toEqual([{ count: 500, min: 1000, max: 1499 }])
  await parts.close()
})

test('a piece that was deleted stays so where a later one cannot be', async () => {
  await db.deleteFrom('sign_in_failures').execute()
  await sql`insert into sign_in_failures (subject, failures, last_failed_at)
    select 'old ' || n, 1, '2026-01-01'::timestamptz from generate_series(1, ${OLD}::integer) n`.execute(db)
  await sql`create function refuse_last() returns trigger language plpgsql as $$
    begin if old.subject = ${sql.lit(`old ${OLD}`)} then raise 'no' ; end if; return old; end $$`.execute(db)
  await sql`create trigger refuse_last before delete on sign_in_failures
    for each row execute function refuse_last()`.execute(db)
  await expect(deleteInPieces(db, 'sign_in_failures', sql`last_failed_at < '2026-02-01'`)).rejects.toThrow(
    'no',
  )
  const left = await db.selectFrom('sign_in_failures').select('subject').execute()
  expect(left).toEqual([{ subject: `old ${OLD}` }])
  await sql`drop trigger refuse_last on sign_in_failures`.execute(db)
})

// The embedded database has one connection: nobody else deletes meanwhile.
test.runIf(isOnServer)('what somebody else is deleting is passed over, not waited for', async () => {
  await db.deleteFrom('sign_in_failures').execute()
  await sql`insert into sign_in_failures (subject, failures, last_failed_at)
    values ('theirs', 1, '2026-01-01'), ('free', 1, '2026-01-01')`.execute(db)
  const client = await database.pool.connect()
  await client.query(`begin; delete from sign_in_failures where subject = 'theirs'`)
  try {
    await deleteInPieces(db, 'sign_in_failures', sql`last_failed_at < '2026-02-01'`)
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await db.selectFrom('sign_in_failures').select('subject').execute()).toEqual([{ subject: 'theirs' }])
})

test('changes that searches have read are forgotten in pieces too, but for the last of each organisation', async () => {
  await sql`insert into search_changes (organisation_id, record_id, number, changed_at)
    select 'a', gen_random_uuid(), n, '2026-01-01' from generate_series(1, ${OLD}::integer) n`.execute(db)
  await sql`insert into search_heads (organisation_id, number) values ('a', ${OLD})`.execute(db)
  await forgetChanges(db, new Date('2026-02-01'))
  const left = await db.selectFrom('search_changes').select('number').execute()
  expect(left).toEqual([{ number: OLD }])
})
