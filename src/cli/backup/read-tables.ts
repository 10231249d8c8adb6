import { readColumns, type Column } from '../../db/catalog.ts'
import { readBatches, type Client } from '../../db/snapshot.ts'
import type { SequencePlace, TableContents } from './manifest.ts'

/**
 * Tables that a backup leaves out. What processes tell each other of searches they keep in memory means something only among the
 * transactions of one database. The keys that sign access tokens stay in the database: a new one makes its own, and backups of earlier versions, which have
 * them open, are restored without them.
 */
const NOT_CARRIED = new Set(['search_changes', 'search_changes_forgotten', 'signing_keys'])

/** Tells if the rows of a table are in a backup. */
export function isCarried(table: string): boolean {
  return !NOT_CARRIED.has(table)
}

/** The tables that a backup carries, with their columns. */
export async function tablesToCarry(client: Client): Promise<Map<string, Column[]>> {
  const columns = await readColumns(client)
  return Map.groupBy(
    columns.filter(({ table }) => isCarried(table)),
    ({ table }) => table,
  )
}

/** Takes the rows of one table, some at a time: each as PostgreSQL writes a whole row, which loses nothing. */
type TakeRows = (table: string, rows: string[]) => Promise<void>

/** Reads every table, row by row. */
export async function readTables(client: Client, take: TakeRows): Promise<TableContents[]> {
  const tables: TableContents[] = []
  for (const [name, columns] of await tablesToCarry(client)) {
    let rows = 0
    for await (const batch of readBatches(client, `select t::text as row from ${quoted(name)} t`)) {
      await take(name, batch)
      rows += batch.length
    }
    tables.push({ name, columns: columns.map((column) => column.name), rows })
  }
  return tables
}

/** How far each sequence has come: at least as far as the rows that a snapshot sees. */
export async function readSequences(client: Client): Promise<SequencePlace[]> {
  const { rows } = await client.query<SequencePlace>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' order by sequencename`,
  )
  return rows
}

/** The number that the next transaction will get. */
export async function readNextTransaction(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return BigInt(rows[0]?.next ?? 0)
}

/** A name as SQL takes it. Names come from the catalog. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
