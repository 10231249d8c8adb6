import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { DefaultQueryExecutor, type QueryResult } from 'kysely'
import { inject } from 'vitest'

// Writes down what the service's statements answer while tests run: of each place in the sources that runs one, the columns and what kinds
// of values they have. When all tests have run it is compared with the types that the sources have for it (row-types.ts).

const root = path.join(import.meta.dirname, '..')
/** Far more than lie between a statement and the database. */
const FRAMES = 12
/** Of a long answer the first rows say enough. */
const ROWS = 50

/** A column of what a place was answered, and a kind of value that it had: a line of the file of this process. */
export interface ObservedValue {
  /** From the project's root, with line and column: `src/app.ts:12:30`. */
  place: string
  column: string
  kind: string
}

const seen = new Set<string>()

/** The place in the sources that asked; nothing where a test did. */
function askingPlace(): string | undefined {
  for (const { scriptName, lineNumber, columnNumber } of getCallSites(FRAMES)) {
    if (!scriptName.startsWith('file:')) continue
    const file = path.relative(root, fileURLToPath(scriptName))
    if (file.startsWith('node_modules') || PASSES_ON.has(file)) continue
    return IS_SOURCE.test(file) ? `${file}:${lineNumber}:${columnNumber}` : undefined
  }
  return undefined
}

/** Not a test, or what tests share, beside what they test. */
const IS_SOURCE = /^src\/(?!.*(\.test|\/test-[\w-]+)\.ts$)/
/** Run what others ask. */
const PASSES_ON = new Set([path.relative(root, import.meta.filename), 'src/db/statement.ts'])

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return 'Date'
  return typeof value
}

function noteValue(file: string, value: ObservedValue): void {
  const key = `${value.place} ${value.column} ${value.kind}`
  if (seen.has(key)) return
  seen.add(key)
  appendFileSync(file, `${JSON.stringify(value)}\n`)
}

function observe(): void {
  const file = path.join(inject('directory'), `${process.pid}.rows`)
  const executeQuery = DefaultQueryExecutor.prototype.executeQuery
  DefaultQueryExecutor.prototype.executeQuery = async function observed<Row>(
    this: DefaultQueryExecutor,
    ...asked: Parameters<typeof executeQuery>
  ): Promise<QueryResult<Row>> {
    const place = askingPlace()
    const result: QueryResult<Row> = await executeQuery.call<
      DefaultQueryExecutor,
      typeof asked,
      Promise<QueryResult<Row>>
    >(this, ...asked)
    if (place === undefined) return result
    for (const row of result.rows.slice(0, ROWS)) {
      for (const [column, value] of Object.entries(row as object))
        noteValue(file, { place, column, kind: kindOf(value) })
    }
    return result
  }
}

const OBSERVED = Symbol.for('granary rows are observed')
if (!(OBSERVED in globalThis)) {
  Object.assign(globalThis, { [OBSERVED]: true })
  observe()
}
