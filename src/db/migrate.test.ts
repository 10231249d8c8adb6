import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { quietLog } from '../../test/quiet-log.ts'
import { migrate } from './migrate.ts'
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
