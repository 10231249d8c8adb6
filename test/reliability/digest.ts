import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'

/** What all tables hold, in short: equal before and after where nothing has changed. */
export type Digest = Record<string, string>

/** Rows, and the sum of their hashes, by table. Sequences are left out: a number that was drawn is gone, and means nothing. */
export async function digestOf(db: Kysely<Tables>, except: string[] = []): Promise<Digest> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const sums = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) => sql`
        select ${sql.lit(name)} as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum
        from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** How many rows a table has in a digest. */
export function rowsIn(digest: Digest, table: string): number {
  return Number(digest[table]?.split(':')[0] ?? 0)
}

/** How many other connections have something under way. */
export async function countBusy(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
