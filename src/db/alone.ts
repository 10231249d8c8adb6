import type { Database } from './open.ts'
import type { Client } from './snapshot.ts'

/** Tells if another process of Granary has the database open. The embedded database has one process alone. */
export async function isUsedByOthers(client: Client, { engine }: Pick<Database, 'engine'>): Promise<boolean> {
  if (engine === 'pglite') return false
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'granary' and pid <> pg_backend_pid()`,
  )
  return rowCount !== 0
}
