import {
  createQueryId,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  type CompiledQuery,
  type Dialect,
  type RawBuilder,
} from 'kysely'
import { fixName } from './prepared.ts'
import type { Tables } from './tables.ts'

/** A statement whose text is always the same, so that it is built once and not every time. */
export interface SqlStatement<Parameters, Row> {
  /** Runs it and answers its rows. */
  rows: (db: Kysely<Tables>, parameters: Parameters) => Promise<Row[]>
  /** Ready to be sent, for `writeUnawaited`. */
  with: (parameters: Parameters) => CompiledQuery<Row>
}

/** PostgreSQL's language without a connection. */
export const unconnected: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const builder = new Kysely<Tables>({ dialect: unconnected })

const PLACEHOLDER = /\$(\d+)/g

/** A placeholder for a parameter while the text is built. */
class Hole {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that is built the first time it is used, for what runs thousands of times a second: building the SQL of a
 * large one costs more than sending it. `build` gets the parameters by name and may do nothing with them but put them into
 * `sql`: it does not see their values.
 *
 * @example
 * const findBay = statement<{ id: number }, { name: string }>(({ id }) => sql`select name from bays where id = ${id}`)
 * const [bay] = await findBay.rows(trx, { id: 12 })
 */
export function statement<Parameters extends object, Row = never>(
  build: (parameters: Parameters) => RawBuilder<Row>,
): SqlStatement<Parameters, Row> {
  let kept: ReturnType<typeof compile<Parameters, Row>> | undefined
  const fill = (parameters: Parameters): CompiledQuery<Row> => {
    const { names, ...fixed } = (kept ??= compile(build))
    return { ...fixed, parameters: names.map((name) => parameters[name]), queryId: createQueryId() }
  }
  return {
    with: fill,
    rows: async (db, parameters) => (await db.getExecutor().executeQuery(fill(parameters))).rows,
  }
}

function compile<Parameters extends object, Row>(build: (parameters: Parameters) => RawBuilder<Row>) {
  // Whatever name is asked for, the answer is a hole of that name.
  const holes = new Proxy({}, { get: (_target, name) => new Hole(name) }) as Parameters
  const { sql: text, parameters } = build(holes).compile(builder)
  const mentioned = parameters.map((each) => {
    if (!(each instanceof Hole)) throw new Error(`a statement is built of parameters by name: ${text}`)
    return each.name as keyof Parameters
  })
  // What is mentioned several times is sent once: writing and reading an array of ids costs as much as looking one up.
  const names = [...new Set(mentioned)]
  const sql = text.replace(PLACEHOLDER, (_placeholder, number: string) => {
    const name = mentioned[Number(number) - 1]
    return `$${names.findIndex((each) => each === name) + 1}`
  })
  fixName(sql)
  return { sql, query: RawNode.createWithSql(sql), names }
}
