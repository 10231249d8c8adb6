import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { quietLog } from '../../test/quiet-log.ts'
import { migrate, migrateDown, migrationStates } from './migrate.ts'
import { openDatabase } from './open.ts'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  database = await openTestDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  directory = await mkdtemp(path.join(tmpdir(), 'granary-migrations-'))
  await write(
    '0001-silos.sql',
    `create table silos (name text primary key);\ninsert into silos values ('a;b'); -- one;\n`,
  )
  await write('0002-log.sql', 'create table log (line text);\ninsert into log select name from silos;\n')
})
afterEach(async () => {
  await database.close()
  await rm(directory, { recursive: true })
})

const write = (name: string, text: string) => writeFile(path.join(directory, name), text)
const run = (dryRun = false) => migrate(database, { directory, dryRun })
const linesOf = async () => (await database.pool.query('select line from log')).rows

test('applies all files in order, once', async () => {
  expect(await run()).toEqual(['0001-silos.sql', '0002-log.sql'])
  expect(await linesOf()).toEqual([{ line: 'a;b' }])
  expect(await run()).toEqual([])
  await write('0003-more.sql', `insert into log values ('more')`)
  expect(await run()).toEqual(['0003-more.sql'])
  expect(await linesOf()).toHaveLength(2)
})

test('a dry run names what would be applied and leaves no trace', async () => {
  expect(await run(true)).toEqual(['0001-silos.sql', '0002-log.sql'])
  const { rows } = await database.pool.query(`select count(*) from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ count: 0 }])
})

test('those who start at once take turns', async () => {
  const others = database.url
    ? await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: database.url, log: quietLog })))
    : [database, database, database]
  const applied = await Promise.all([database, ...others].map((each) => migrate(each, { directory })))
  if (database.url) await Promise.all(others.map((each) => each.close()))
  expect(applied.flat().toSorted()).toEqual(['0001-silos.sql', '0002-log.sql'])
  expect(await linesOf()).toHaveLength(1)
})

test('a failing file is undone whole, those before it stay, and the line is named', async () => {
  await write('0003-broken.sql', `insert into log values ('no');\n\nselect nothing from nowhere;\n`)
  await expect(run()).rejects.toThrow(
    'Migration 0003-broken.sql failed at line 3: relation "nowhere" does not exist',
  )
  expect(await linesOf()).toHaveLength(1)
  await write('0003-broken.sql', `insert into log values ('yes')`)
  expect(await run()).toEqual(['0003-broken.sql'])
})

test('refuses a file that was changed after it was applied; other line endings are no change', async () => {
  await run()
  const text = await readFile(path.join(directory, '0002-log.sql'), 'utf8')
  await write('0002-log.sql', text.replaceAll('\n', '\r\n'))
  expect(await run()).toEqual([])
  await write('0002-log.sql', `${text}-- afterthought`)
  await expect(run()).rejects.toThrow('Changed after it was applied: 0002-log.sql')
})

test('refuses a database that a later version made', async () => {
  await write('0003-later.sql', 'select 1')
  await run()
  await rm(path.join(directory, '0003-later.sql'))
  await expect(run()).rejects.toThrow('does not know 0003-later.sql')
  await expect(run(true)).rejects.toThrow('does not know 0003-later.sql')
})

test.each([
  ['0001-late.sql', 'Two migrations have the number 0001'],
  ['0000-first.sql', '0000-first.sql comes before 0002-log.sql'],
  ['3-short.sql', 'not 3-short.sql'],
])('refuses a file called %s', async (name, message) => {
  await run()
  await write(name, 'select 1')
  await expect(run()).rejects.toThrow(message)
})

test('leaves the connections as it found them', async () => {
  const timeout = async () => (await database.pool.query('show statement_timeout')).rows
  const before = await timeout()
  await run()
  expect(await timeout()).toEqual(before)
})

const fenceposts = `create table posts (id integer primary key, name text);
insert into posts select n, 'p' || n from generate_series(1, 25) n;
`

test('a migration in steps makes its index beside the work, fills a piece at a time, and says how far it is', async () => {
  await run()
  await write('0003-posts.sql', fenceposts)
  await run()
  await write(
    '0004-lengths.sql',
    `-- kind: expand
alter table posts add column length integer;
-- step: fill
update posts set length = length(name) where id in (select id from posts where length is null limit 10);
-- step: index
create index concurrently posts_by_length on posts (length);
`,
  )
  expect(await migrationStates(database, { directory })).toEqual([
    { name: '0004-lengths.sql', steps: 3, stepsDone: 0, rowsFilled: 0 },
  ])
  expect(await run()).toEqual(['0004-lengths.sql'])
  const { rows } = await database.pool.query(
    `select (select count(*) from posts where length is null) as empty, to_regclass('posts_by_length') is not null as made,
      rows_filled, steps_done from schema_migrations where name = '0004-lengths.sql'`,
  )
  expect(rows).toEqual([{ empty: 0, made: true, rows_filled: 25, steps_done: 3 }])
  expect(await migrationStates(database, { directory })).toEqual([])
})

test('a step that fails is done again, and those before it are not', async () => {
  await run()
  await write(
    '0003-posts.sql',
    `${fenceposts}-- step: index\ncreate unique index concurrently one_post on posts ((1));\n`,
  )
  await expect(run()).rejects.toThrow('Migration 0003-posts.sql failed')
  expect(await migrationStates(database, { directory })).toMatchObject([{ steps: 2, stepsDone: 1 }])
  await database.pool.query('delete from posts where id > 1')
  expect(await run()).toEqual(['0003-posts.sql'])
  expect(
    (await database.pool.query(`select indisvalid from pg_index where indexrelid = 'one_post'::regclass`))
      .rows,
  ).toEqual([{ indisvalid: true }])
})

test('the way back is taken where there is one', async () => {
  await run()
  await write('0003-posts.sql', `-- kind: expand\n${fenceposts}-- step: down\ndrop table posts;\n`)
  await run()
  expect(await migrateDown(database, { directory })).toBe('0003-posts.sql')
  expect((await database.pool.query(`select to_regclass('posts') as posts`)).rows).toEqual([{ posts: null }])
  expect(await run(true)).toEqual(['0003-posts.sql'])
  await rm(path.join(directory, '0003-posts.sql'))
  await expect(migrateDown(database, { directory })).rejects.toThrow('0002-log.sql cannot be taken back')
})

test('the version before works beside an expansion, and starts on it', async () => {
  await write('0003-posts.sql', `-- kind: expand\n${fenceposts}`)
  await run()
  await rm(path.join(directory, '0003-posts.sql'))
  expect(await run()).toEqual([])
})

test('a step that is none is refused', async () => {
  await write('0003-posts.sql', `${fenceposts}-- step: sideways\nselect 1;\n`)
  await expect(run()).rejects.toThrow('“sideways”')
})

test(
  'tables in use are waited for a moment at a time, and nobody waits behind',
  { timeout: 60_000 },
  async (context) => {
    if (!database.url) return context.skip('the embedded database has one connection')
    await run()
    await write('0003-place.sql', 'alter table silos add column place text')
    const reader = await database.pool.connect()
    await reader.query('begin; select * from silos')
    const migrated = migrate(database, { directory, noticeMs: 0 })
    let slowestMs = 0
    for (const until = performance.now() + 4000; performance.now() < until;) {
      const since = performance.now()
      await database.pool.query('select * from silos')
      slowestMs = Math.max(slowestMs, performance.now() - since)
    }
    await reader.query('commit')
    reader.release()
    expect(await migrated).toEqual(['0003-place.sql'])
    expect(slowestMs).toBeLessThan(2000)
  },
)

test('tables that stay in use are given up, and nothing is changed', { timeout: 60_000 }, async (context) => {
  if (!database.url) return context.skip('the embedded database has one connection')
  await run()
  await write('0003-place.sql', 'alter table silos add column place text')
  const reader = await database.pool.connect()
  await reader.query('begin; select * from silos')
  const migrating = migrate(database, { directory, noticeMs: 0, patienceMs: 100 })
  await expect(migrating).rejects.toThrow('found its tables in use')
  await reader.query('commit')
  reader.release()
  expect(await run(true)).toEqual(['0003-place.sql'])
})
