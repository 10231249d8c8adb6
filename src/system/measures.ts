import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Metric } from '../http/serve/metrics.ts'

/** Tables whose rows are told: the largest. */
const MOST_TABLES = 20

/** Figures of the database and of what goes wrong in it, read when somebody asks for them. */
export function databaseMeasures({ db, pool, schema }: Database, clock: () => Date): Metric[] {
  return [
    {
      name: 'database_connections',
      help: 'Connections of this process to the database that work, and that are idle.',
      labelNames: ['state'],
      read: async () => [
        { labels: { state: 'in use' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ],
    },
    {
      name: 'database_connections_waited_for',
      help: 'Pieces of work that wait for a connection to the database.',
      labelNames: [],
      read: async () => [{ labels: {}, value: pool.waitingCount }],
    },
    {
      name: 'schema_fits',
      help: '1 as long as the schema is of this version or expanded by a later one, otherwise 0.',
      labelNames: [],
      read: async () => [{ labels: {}, value: schema?.unfit === undefined ? 1 : 0 }],
    },
    {
      name: 'table_rows',
      help: 'Rows of the largest tables, as the database estimates them.',
      labelNames: ['table'],
      read: () => readTableRows(db),
    },
    {
      name: 'events_waiting',
      help: 'Events that webhooks wait for and that are not handed on yet.',
      labelNames: [],
      read: () => readOne(db, sql`select count(*) as value from events where awaited and number is null`),
    },
    {
      name: 'audit_waiting',
      help: 'Entries of the audit log that are not chained yet.',
      labelNames: [],
      read: () => readOne(db, sql`select count(*) as value from audit_pending`),
    },
    {
      name: 'sign_in_failures',
      help: 'Sign-ins of the last hour that failed, by e-mail and by network.',
      labelNames: [],
      read: () =>
        readOne(
          db,
          sql`select coalesce(sum(failures), 0)::bigint as value from sign_in_failures where last_failed_at > ${ago(clock, 1)}`,
        ),
    },
  ]
}

const ago = (clock: () => Date, hours: number) => new Date(clock().getTime() - hours * 3_600_000)

async function readOne(db: Kysely<Tables>, query: ReturnType<typeof sql>) {
  const { rows } = await (query as ReturnType<typeof sql<{ value: number }>>).execute(db)
  return rows.map(({ value }) => ({ labels: {}, value }))
}

async function readTableRows(db: Kysely<Tables>) {
  const { rows } = await sql<{ table: string; value: number }>`
    select relname as "table", greatest(reltuples, 0)::float8 as value from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    order by reltuples desc, relname limit ${MOST_TABLES}`.execute(db)
  return rows.map(({ table, value }) => ({ labels: { table }, value }))
}
