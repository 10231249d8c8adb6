import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS, migrationOf } from './migration-files.ts'

/** Those up to here came before processes looked at the schema, and stop all that serve. */
const LAST_SILENT = '0148-'

/** Each holds up requests for as long as a table is long, or breaks the version before. */
const NOT_BESIDE_OTHERS: [pattern: RegExp, why: string][] = [
  [
    /create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (?<table>\w+)/g,
    'make it in a step “index”',
  ],
  [/(?:^|\n)\s*(?:update|delete from|insert into) (?<table>\w+)/g, 'change rows in a step “fill”'],
  [
    /alter table (?<table>\w+)[^;]*\bdrop column\b/g,
    'the version before reads it: remove it one version later',
  ],
  [/drop table (?:if exists )?(?<table>\w+)/g, 'the version before reads it: remove it one version later'],
  [/alter table (?<table>\w+)[^;]*\brename\b/g, 'the version before knows the old name'],
  [
    /alter table (?<table>\w+)[^;]*\balter column \w+ (?:set data )?type\b/g,
    'it writes the whole table anew',
  ],
  [/alter table (?<table>\w+)[^;]*\bset not null\b/g, 'it reads the whole table: check it “not valid” first'],
  [
    /alter table (?<table>\w+)[^;]*\badd column[^,;]*\bnot null(?![^,;]*\bdefault\b)/g,
    'the version before writes none',
  ],
  [
    /alter table (?<table>\w+)[^;]*\badd constraint (?![^;]*\bnot valid\b)/g,
    'add it “not valid”, and validate it in a step of its own',
  ],
]

/** The faults of a migration that says that the version before works beside it. */
function faultsOf(name: string, text: string): string[] {
  const { isExpansion, steps } = migrationOf(name, text)
  if (!isExpansion) return []
  const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
  return steps
    .filter(({ kind }) => kind === 'schema')
    .flatMap(({ sql }) =>
      NOT_BESIDE_OTHERS.flatMap(([pattern, why]) =>
        [...sql.replace(/--.*/g, '').toLowerCase().matchAll(pattern)]
          .filter(({ groups }) => !made.has(groups?.['table']))
          .map(([found]) => `${name}: ${found.trim()}: ${why}`),
      ),
    )
}

test('each migration says whether the version before works beside it, and is true to it', () => {
  const texts = readdirSync(MIGRATIONS)
    .filter((name) => /^\d/.test(name) && name > LAST_SILENT && !name.startsWith(LAST_SILENT))
    .map((name) => ({ name, text: readFileSync(path.join(MIGRATIONS, name), 'utf8') }))
  const silent = texts.filter(({ text }) => !/^-- kind: (?:expand|contract)\n/.test(text))
  expect(silent.map(({ name }) => name)).toEqual([])
  expect(texts.flatMap(({ name, text }) => faultsOf(name, text))).toEqual([])
})

test.each([
  ['create index a on bays (name);', 1],
  ['create table mills (id integer);\ncreate index a on mills (id);\ninsert into mills values (1);', 0],
  ['update bays set name = trim(name);', 1],
  ['alter table bays drop column name;', 1],
  ['alter table bays add column place text not null;', 1],
  [`alter table bays add column place text not null default '';`, 0],
  ['alter table bays alter column name set not null;', 1],
  ['alter table bays add constraint c check (name <> $$$$);', 1],
  ['alter table bays add constraint c check (name <> $$$$) not valid;', 0],
  [
    'alter table bays add column place text;\n-- step: fill\nupdate bays set place = name where place is null;',
    0,
  ],
  ['-- step: index\ncreate index concurrently a on bays (name);', 0],
])('%s', (sql, count) => {
  expect(faultsOf('0001-a.sql', `-- kind: expand\n${sql}\n`)).toHaveLength(count)
  expect(faultsOf('0001-a.sql', `${sql}\n`)).toEqual([])
})
