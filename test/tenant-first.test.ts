import { afterAll, describe, expect, test } from 'vitest'
import { readColumns, readDefinitions } from '../src/db/catalog.ts'
import { openTestDatabase } from './database.ts'
import { TENANTS } from './partition-by-tenant.ts'

// What a database over several machines asks of the tables of an organisation (docs/decisions/0057-the-tenant-first.md).

const database = await openTestDatabase()
afterAll(() => database.close())
const columns = await readColumns(database.pool)
const { keysAndChecks, references, indexes } = await readDefinitions(database.pool)
const definitions = [...keysAndChecks, ...references, ...indexes].map(({ definition }) => definition)

/** The tables, and their first columns, that a key or a reference is of: `[['ledger_entries', 'storer_id'], ['records', 'keeper_id']]`. */
function beginningsOf(definition: string): [table: string, column: string][] {
  const key =
    /^alter table (\w+) .*(?:PRIMARY KEY|UNIQUE|UNIQUE NULLS NOT DISTINCT) \((\w+)/.exec(definition) ??
    /^CREATE UNIQUE INDEX \w+ ON (?:ONLY )?public\.(\w+) USING btree \((\w+)/.exec(definition)
  const reference = /^alter table (\w+) .* FOREIGN KEY \((\w+).*\) REFERENCES (\w+)\((\w+)/.exec(definition)
  if (key) return [[key[1] ?? '', key[2] ?? '']]
  // A reference to a table of everybody is by its id.
  if (!reference || !((reference[3] ?? '') in TENANTS)) return []
  return [
    [reference[1] ?? '', reference[2] ?? ''],
    [reference[3] ?? '', reference[4] ?? ''],
  ]
}

test('keys and references are found', () => {
  const found = definitions.flatMap(beginningsOf)
  expect(found).toContainEqual(['ledger_entries', 'storer_id'])
  expect(found.length).toBeGreaterThan(2 * Object.keys(TENANTS).length)
})

describe.each(Object.entries(TENANTS))('%s', (table, tenant) => {
  test('each row has a tenant', () => {
    expect(columns.find((column) => column.table === table && column.name === tenant)).toMatchObject({
      isNullable: false,
    })
  })

  test('keys, unique indexes and references begin with it', () => {
    const own = definitions
      .flatMap(beginningsOf)
      .filter(([of]) => of === table)
      .map(([, column]) => column)
    expect(own).toEqual(own.map(() => tenant))
  })
})
