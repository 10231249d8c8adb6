import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readColumns, readDefinitions, type CatalogColumn, type Definition } from './catalog.ts'
import { migrate } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'

// node src/db/generate.ts writes what follows from the migrations: tables.ts for the compiler and schema.sql for
// people. With --check it writes nothing and fails when one of them is out of date.

const root = path.resolve(import.meta.dirname, '../..')
const log = { info: () => undefined, warn: console.error, error: console.error }

export interface Generated {
  tables: string
  schema: string
}

/** The text of both files, from the catalog of a migrated database. */
export async function generate({ pool }: Pick<Database, 'pool'>): Promise<Generated> {
  const columns = await readColumns(pool)
  return { tables: tablesFile(columns), schema: schemaFile(columns, await readDefinitions(pool)) }
}

const TABLES_HEADER = `// Made by \`node src/db/generate.ts\` from the migrations. Do not edit.

import type { ColumnType } from 'kysely'

/** An exact decimal: text when read, since a number would round it. */
export type Decimal = ColumnType<string, string | number, string | number>

/** JSON: parsed when read. An array or a scalar must be written as JSON text, or the driver takes it for an SQL array. */
export type Json = ColumnType<unknown, JsonObject | string, JsonObject | string>

type JsonObject = object & { length?: never }

/** A moment. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** May be left out: the database has a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** Must be left out: the database makes the value itself. */
export type GeneratedAlways<T> =
  T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>
`

/** TypeScript's word for each of PostgreSQL's types; how values arrive is said in parsers.ts. */
const typeOf: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'Decimal',
  timestamptz: 'Timestamp',
}

function tablesFile(columns: CatalogColumn[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const interfaces = [...tables].map(([table, of]) => {
    const lines = of.map((column) => `  ${column.name}: ${typeOfColumn(column)}`)
    return `\nexport interface ${pascalCase(table)} {\n${lines.join('\n')}\n}\n`
  })
  const entries = [...tables.keys()].map((table) => `  ${table}: ${pascalCase(table)}`)
  return `${TABLES_HEADER}${interfaces.join('')}\nexport interface Tables {\n${entries.join('\n')}\n}\n`
}

function typeOfColumn(column: CatalogColumn): string {
  const single = typeOf[column.baseType] ?? 'string'
  const nullable = `${column.isArray ? arrayType(single) : single}${column.isNullable ? ' | null' : ''}`
  if (column.generated === 'stored' || column.generated === 'identity always')
    return `GeneratedAlways<${nullable}>`
  if (column.generated === 'no' && column.default === null) return nullable
  return `Generated<${nullable}>`
}

/** Column types describe a whole column, not an element. */
function arrayType(element: string): string {
  return { Decimal: 'string[]', Json: 'unknown[]', Timestamp: 'Date[]' }[element] ?? `${element}[]`
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}

const SCHEMA_HEADER = `-- Made by \`node src/db/generate.ts\` from the migrations. Do not edit.

set check_function_bodies = off;
`

function schemaFile(
  columns: CatalogColumn[],
  definitions: Awaited<ReturnType<typeof readDefinitions>>,
): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, of]) => {
    return `create table ${table} (\n${of.map((column) => `  ${columnDefinition(column)}`).join(',\n')}\n);\n`
  })
  const block = (of: Definition[]) => of.map(({ definition }) => `${definition.trimEnd()};\n`).join('')
  const spaced = (of: Definition[]) => of.map(({ definition }) => `${definition.trimEnd()};\n`).join('\n')
  const {
    extensions,
    sequences,
    columnFunctions,
    keysAndChecks,
    references,
    indexes,
    functions,
    views,
    triggers,
  } = definitions
  const blocks = [
    block(extensions),
    spaced(columnFunctions),
    block(sequences),
    tables.join('\n'),
    block(keysAndChecks),
    block(references),
  ]
  const rest = [spaced(functions), block(indexes), spaced(views), block(triggers)]
  return [SCHEMA_HEADER, ...blocks, ...rest].filter((text) => text !== '').join('\n')
}

function columnDefinition({ name, type, generated, isNullable, default: expression }: CatalogColumn): string {
  const value = {
    no: expression === null ? '' : ` default ${expression}`,
    stored: ` generated always as (${expression}) stored`,
    'identity always': ' generated always as identity',
    'identity by default': ' generated by default as identity',
  }[generated]
  return `${name} ${type}${isNullable ? '' : ' not null'}${value}`
}

async function main(isCheck: boolean): Promise<void> {
  const database = await openDatabase({ log })
  await migrate(database)
  const generated = await generate(database)
  await database.close()
  const files = { 'src/db/tables.ts': generated.tables, 'migrations/schema.sql': generated.schema }
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    if (!isCheck) await writeFile(file, text)
    else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
      console.error(`${name} is out of date: run node src/db/generate.ts`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) await main(process.argv.includes('--check'))
