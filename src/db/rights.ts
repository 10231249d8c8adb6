import type { Client } from './snapshot.ts'

interface Rights {
  role: string
  database: string
  is_replica: boolean
  is_read_only: boolean
  may_create_tables: boolean
  may_create_extensions: boolean
  /** Tables that the role can neither change the columns of nor read and write. */
  closed: string[]
  /** Tables that belong to somebody else. */
  foreign: string[]
}

/**
 * Which right is missing to serve from a database, or to migrate it, and how to give it: one sentence or two. Undefined where none is.
 *
 * @param isPending whether there is something to migrate
 */
export async function missingRights(
  client: Client,
  { isPending }: { isPending: boolean },
): Promise<string | undefined> {
  const { rows } = await client.query<Rights>(`
    with own as (
      select c.oid, c.relname::text as name, c.relowner from pg_class c
        join pg_class known on known.oid = to_regclass('schema_migrations') and known.relowner = c.relowner
       where c.relkind in ('r', 'p') and c.relnamespace = known.relnamespace
    )
    select current_user::text as role, current_database()::text as database,
      pg_is_in_recovery() as is_replica,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      has_database_privilege(current_database(), 'create')
        or (select count(*) = 2 from pg_extension where extname in ('pg_trgm', 'unaccent')) as may_create_extensions,
      array(
        select name from own where not
          (select bool_and(has_table_privilege(own.oid, needed)) from unnest(array['select', 'insert', 'update', 'delete']) needed
            where own.name <> 'ledger_entries' or needed in ('select', 'insert'))
      ) as closed,
      array(select name from own where not pg_has_role(own.relowner, 'usage')) as foreign`)
  const [rights] = rows
  return rights && sayMissing(rights, isPending)
}

function sayMissing(rights: Rights, isPending: boolean): string | undefined {
  const { role, database, is_replica, is_read_only, may_create_tables, may_create_extensions } = rights
  if (is_replica) return 'This PostgreSQL is a replica and takes no writes: name the primary in DATABASE_URL.'
  if (is_read_only)
    return `The database ${database} is set to be read only (default_transaction_read_only): name one that takes writes in DATABASE_URL.`
  const own = `alter database ${quoted(database)} owner to ${quoted(role)}`
  if (isPending && !(may_create_tables && may_create_extensions))
    return `The role ${role} may not create ${may_create_tables ? 'extensions' : 'tables'} in the database ${database}. Make it the owner: ${own}`
  const [table] = isPending ? rights.foreign : rights.closed
  if (table === undefined) return undefined
  const verb = isPending ? 'change the table' : 'read and write the table'
  return `The role ${role} may not ${verb} ${table} of the database ${database}. Use the role that it belongs to, or give it away: alter table ${quoted(table)} owner to ${quoted(role)}`
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
