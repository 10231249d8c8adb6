import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { statement, type SqlStatement } from './statement.ts'

/**
 * Rows that a statement takes in. A few are written out value by value: the planner knows then how few they are, and looks
 * up each by its index. Many go as one JSON parameter.
 */

/** The columns of a table of rows, with their types as PostgreSQL writes them. */
export type TypedColumns<Row> = { [Name in keyof Row & string]: string }

/** The number of rows, as far as the text of the statement depends on it. */
export type TypedShape = number | 'many'

/** Most rows written out: those that one movement changes. Each number has its own text, prepared by every connection for each way numbers meet. */
const MOST_WRITTEN_OUT = 2

/** The shape of these rows: how many they are, while they are written out. */
export function typedShapeOf(rows: unknown[]): TypedShape {
  return rows.length <= MOST_WRITTEN_OUT ? rows.length : 'many'
}

/**
 * Makes a write of rows, whose text is built once for each shape. `build` gets them as a table called `given`.
 *
 * @returns a function of the rows: their write for `writeUnawaited`, or nothing where there are none
 * @example
 * const insertBins = writingRows(columns, (rows) => sql`insert into bins (${columnList(columns)}) select * from ${rows}`)
 * writeUnawaited(trx, ...insertBins([{ name: 'Bin 1', grams: 1000 }]))
 */
export function writingRows<Row extends object>(
  columns: TypedColumns<Row>,
  build: (rows: RawBuilder<unknown>) => RawBuilder<never>,
): (rows: Row[]) => CompiledQuery[] {
  const writes = new Map<TypedShape, SqlStatement<Record<string, unknown>, never>>()
  return (rows) => {
    if (rows.length === 0) return []
    const shape = typedShapeOf(rows)
    const write = writes.get(shape) ?? statement((parameters) => build(rowsTable(columns, shape, parameters)))
    writes.set(shape, write)
    return [write.with(rowParameters(columns, rows))]
  }
}

const GIVEN = 'given'

/** The rows as a table called `given`, within the text of a `statement` that gets `rowParameters`. There has to be one at least. */
export function rowsTable<Row>(
  columns: TypedColumns<Row>,
  shape: TypedShape,
  parameters: Record<string, unknown>,
): RawBuilder<unknown> {
  const entries = Object.entries<string>(columns)
  if (shape === 'many') {
    const typed = entries.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${parameters[GIVEN]}::json) as ${sql.ref(GIVEN)} (${sql.join(typed)})`
  }
  const written = Array.from({ length: shape }, (_row, place) => {
    const cells = entries.map(([column, type]) => sql`${parameters[cell(place, column)]}::${sql.raw(type)}`)
    return sql`(${sql.join(cells)})`
  })
  return sql`(values ${sql.join(written)}) as ${sql.ref(GIVEN)} (${columnList(columns)})`
}

/** The names of columns with commas, as an insert wants them. */
export function columnList<Row>(columns: TypedColumns<Row>): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((column) => sql.ref(column)))
}

/** Makes the parameters for `rowsTable`. Objects go as JSON; the caller has to write arrays. */
export function rowParameters<Row extends object>(
  columns: TypedColumns<Row>,
  rows: Row[],
): Record<string, unknown> {
  if (typedShapeOf(rows) === 'many') return { [GIVEN]: JSON.stringify(rows.map(withoutNulls)) }
  const parameters: Record<string, unknown> = {}
  for (const [place, row] of rows.entries()) {
    for (const [column, key] of cellsOf(place, columns)) parameters[key] = plain(row[column])
  }
  return parameters
}

/** Leaves out nulls: a missing field reads as null as well, and half of a wide row is null. */
function withoutNulls<Row extends object>(row: Row): Partial<Row> {
  const said: Partial<Row> = {}
  // A list of pairs for each of many wide rows is much to collect again.
  for (const column of Object.keys(row) as (keyof Row)[]) if (row[column] !== null) said[column] = row[column]
  return said
}

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value
}

function cell(place: number, column: string): string {
  return `${place} ${column}`
}

const named = new WeakMap<object, Map<number, [column: string, key: string][]>>()

/** The cells of one row, named once: naming them each time would cost more than sending them. */
function cellsOf<Row>(place: number, columns: TypedColumns<Row>): [keyof Row & string, string][] {
  const rows = named.get(columns) ?? new Map<number, [string, string][]>()
  named.set(columns, rows)
  const cells = rows.get(place) ?? Object.keys(columns).map((column) => [column, cell(place, column)])
  rows.set(place, cells)
  // They are the columns' own names.
  return cells as [keyof Row & string, string][]
}
