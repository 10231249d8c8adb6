import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { generate } from './generate.ts'

// The files are made on the embedded database; another version of PostgreSQL may word its catalog differently.
describe.runIf(inject('databaseSource').engine === 'pglite')('what follows from the migrations', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  const fileOf = (name: string) => readFile(path.join(import.meta.dirname, '../..', name), 'utf8')

  test('is up to date', async () => {
    const { tables, schema } = await generate(database)
    expect(tables, 'run node src/db/generate.ts').toBe(await fileOf('src/db/tables.ts'))
    expect(schema, 'run node src/db/generate.ts').toBe(await fileOf('migrations/schema.sql'))
  })

  test('makes the same schema again when the dump is run', async () => {
    const { schema } = await generate(database)
    await database.pool.query('drop schema public cascade; create schema public')
    await database.pool.query(schema)
    expect((await generate(database)).schema).toBe(schema)
  })

  test('tells what may be left out, what may not be given, and what may be null', async () => {
    await database.pool.query(`
      drop schema public cascade;
      create schema public;
      create table grain_bins (
        id bigint generated always as identity,
        serial_number serial,
        name text not null,
        share numeric(5, 2),
        tags text[] not null default '{}',
        seen_at timestamptz[],
        opened_on date,
        details jsonb not null default '{}',
        made_at timestamptz not null default now(),
        label text generated always as (upper(name)) stored
      )`)
    const { tables } = await generate(database)
    expect(tables.slice(tables.indexOf('export interface GrainBins'))).toBe(`export interface GrainBins {
  id: GeneratedAlways<number>
  serial_number: Generated<number>
  name: string
  share: Decimal | null
  tags: Generated<string[]>
  seen_at: Date[] | null
  opened_on: string | null
  details: Generated<Json>
  made_at: Generated<Timestamp>
  label: GeneratedAlways<string | null>
}

export interface Tables {
  grain_bins: GrainBins
}
`)
  })
})
