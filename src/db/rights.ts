import { message, type Message } from '../words/catalogue.ts'
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
): Promise<Message | undefined> {
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
  return rights && rightsProblem(rights, isPending)
}

function rightsProblem(rights: Rights, isPending: boolean): Message | undefined {
  const { role, database, is_replica, is_read_only, may_create_tables, may_create_extensions } = rights
  if (is_replica) return message('serverIsReplica', {})
  if (is_read_only) return message('databaseIsReadOnly', { database })
  if (isPending && !(may_create_tables && may_create_extensions)) {
    const remedy = `alter database ${quoted(database)} owner to ${quoted(role)}`
    const what = may_create_tables ? 'extensions' : 'tables'
    return message('roleMayNotCreate', { role, what, database, remedy })
  }
  const [table] = isPending ? rights.foreign : rights.closed
  if (table === undefined) return undefined
  const remedy = `alter table ${quoted(table)} owner to ${quoted(role)}`
  return message(isPending ? 'roleMayNotChange' : 'roleMayNotUse', { role, table, database, remedy })
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
