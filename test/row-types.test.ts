import { readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { statement } from '../src/db/statement.ts'
import { wrongRows } from './row-types.ts'

interface Load {
  id: number
  left_at: Date | null
  note?: string
  sold: 'yes' | 'no'
  places: string[]
}

const keptLoads = statement<{ id: number }, Load>(({ id }) => sql`select * from loads where id = ${id}`)

/** As the sources ask. Nobody runs these: what they are answered is said below. */
export const asked = {
  fixed: (db: Kysely<Tables>) => sql<Load>`select * from loads`.execute(db),
  kept: (db: Kysely<Tables>) => keptLoads.rows(db, { id: 1 }),
  built: (db: Kysely<Tables>) =>
    db
      .selectFrom('storages')
      .select([sql<number>`left_at`.as('left_at'), 'name'])
      .executeTakeFirst(),
  either: (db: Kysely<Tables>) => sql<{ id: number } | { name: string }>`select 1 as id`.execute(db),
  open: <More>(db: Kysely<Tables>) => sql<More & { id: number }>`select 1 as id`.execute(db),
}

const lines = readFileSync(import.meta.filename, 'utf8').split('\n')

/** Where one of them runs its statement, as a frame of a stack says it. */
function placeOf(name: keyof typeof asked): string {
  const start = lines.findIndex((each) => each.startsWith(`  ${name}: `))
  const line = lines.findIndex(
    (each, number) => number >= start && /\.(execute|rows|executeTakeFirst)\(/.test(each),
  )
  const column = (lines[line] ?? '').search(/\.(execute|rows|executeTakeFirst)\(/) + 2
  return `test/row-types.test.ts:${line + 1}:${column}`
}

const load = { id: 'number', left_at: 'Date', sold: 'string', places: 'object' }

const cases: { name: keyof typeof asked; row: Record<string, string>; wrong: string[] }[] = [
  { name: 'fixed', row: load, wrong: [] },
  { name: 'kept', row: load, wrong: [] },
  { name: 'fixed', row: { ...load, left_at: 'null', note: 'string' }, wrong: [] },
  { name: 'kept', row: { ...load, id: 'string' }, wrong: ['id is string, and not number'] },
  { name: 'fixed', row: { ...load, sold: 'null' }, wrong: ['sold is null, and not "no" | "yes"'] },
  { name: 'fixed', row: { ...load, left_at: 'string' }, wrong: ['left_at is string, and not Date | null'] },
  { name: 'fixed', row: { ...load, places: 'string' }, wrong: ['places is string, and not string[]'] },
  { name: 'fixed', row: { ...load, lorry: 'string' }, wrong: ['lorry is string, and not undefined'] },
  {
    name: 'fixed',
    row: { id: 'number', left_at: 'null', sold: 'string' },
    wrong: ['places is undefined, and not string[]'],
  },
  { name: 'built', row: { left_at: 'number', name: 'string' }, wrong: [] },
  {
    name: 'built',
    row: { left_at: 'Date', name: 'null' },
    wrong: ['left_at is Date, and not number', 'name is null, and not string'],
  },
  { name: 'either', row: { name: 'string' }, wrong: [] },
  { name: 'either', row: { name: 'number' }, wrong: ['name is number, and not undefined | string'] },
  { name: 'open', row: { id: 'number', name: 'string' }, wrong: [] },
  { name: 'open', row: { id: 'null' }, wrong: ['id is null, and not number'] },
]

let found: string[][]
// TypeScript reads the whole project: once for all of them.
beforeAll(() => {
  found = wrongRows(
    cases.map(({ name, row }) =>
      Object.entries(row).map(([column, kind]) => ({ place: placeOf(name), column, kind })),
    ),
  )
})

describe('a row that is not what its type says is found', () => {
  test.each(cases.map((each, number) => ({ ...each, number })))('$name: $row', ({ name, wrong, number }) => {
    expect(found[number]).toEqual(wrong.map((what) => `${placeOf(name)}: ${what}`))
  })
})
