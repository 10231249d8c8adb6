import type pg from 'pg'
import type { Database } from '../src/db/open.ts'

/** What stock is made of, and what is around it. */
const TABLES = [
  'organisations',
  'api_keys',
  'files',
  'business_units',
  'storages',
  'storage_business_units',
  'bays',
  'bay_capacities',
  'storage_contracts',
  'records',
  'movements',
  'ledger_entries',
  'ledger_balances',
  'ledger_days',
  'ledger_counts',
  'adjustments',
  'ledger_spans',
]
/** The columns of which each row has another text. */
const DISTINCT = new Set(['key_hash', 'storage_key'])
/** The columns of ids that are numbers. */
const NUMBERS = new Set(['id', 'bay_id', 'fact_id'])
const NUMBERS_APART = 1_000_000

type Row = Record<string, unknown>

/**
 * Stores what `work` stores, and so many copies of it, each with ids and names of its own: thousands of rows, in time for dozens. Neither foreign keys
 * nor triggers are asked.
 *
 * @example await multiply(database, 1000, async () => { ok(await client.post('/api/inventory/records', intake(bay, 1000))) })
 */
export async function multiply(
  database: Database,
  copies: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await readAll(database)
  await work()
  const made = [...(await readAll(database))].map(([table, rows]) => {
    const known = new Set(before.get(table)?.map((row) => JSON.stringify(row)))
    return { table, rows: rows.filter((row) => !known.has(JSON.stringify(row))) }
  })
  const ids = made.flatMap(({ rows }) => rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const { table, rows } of made) {
      const copied = Array.from({ length: copies }, (_copy, n) => rows.map((row) => copyOf(row, n + 1, ids)))
      await insert(client, table, copied.flat())
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function readAll({ pool }: Database): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)
    tables.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return tables
}

function copyOf(row: Row, copy: number, ids: string[]): Row {
  const others = Object.entries(row).map(([column, value]) => {
    if (NUMBERS.has(column) && typeof value === 'number') return [column, value + copy * NUMBERS_APART]
    if (DISTINCT.has(column)) return [column, String(value) + numberOf(copy)]
    return column === 'name' ? [column, `${String(value)} ${copy}`] : [column, value]
  })
  const text = JSON.stringify(Object.fromEntries(others))
  return JSON.parse(ids.reduce((said, id) => said.replaceAll(id, idOfCopy(id, copy)), text))
}

function idOfCopy(id: string, copy: number): string {
  return id.slice(0, -8) + numberOf(copy)
}

function numberOf(copy: number): string {
  return copy.toString(16).padStart(8, '0')
}

async function insert(client: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => name).join(', ')
  await client.query(
    `insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
