import type pg from 'pg'

export interface CatalogColumn {
  table: string
  name: string
  /** As PostgreSQL writes it, for instance `numeric(12,4)`. */
  type: string
  /** The bare name of the type, or of an array's elements. */
  baseType: string
  isArray: boolean
  isNullable: boolean
  default: string | null
  /** The way the database makes the value itself: never, as an identity, or from the other columns. */
  generated: 'no' | 'identity by default' | 'identity always' | 'stored'
}

/** A definition other than a table's columns, whole and ready to run. */
export interface Definition {
  name: string
  definition: string
}

/** SQL for: ours and not an extension's. */
const own = (alias: string) =>
  `n.nspname = 'public' and not exists (select from pg_depend d where d.objid = ${alias}.oid and d.deptype = 'e')`
/** The migration tool's own table is no part of the schema. */
const NOT_BOOKKEEPING = `<> 'schema_migrations'`

/** Every column of every table, tables by name and columns in their order. */
export async function readColumns(pool: Pick<pg.ClientBase, 'query'>): Promise<CatalogColumn[]> {
  const { rows } = await pool.query<CatalogColumn>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           coalesce(e.typname, t.typname) as "baseType", e.oid is not null as "isArray",
           not a.attnotnull as "isNullable", pg_get_expr(d.adbin, d.adrelid) as default,
           case when a.attgenerated <> '' then 'stored'
                when a.attidentity = 'a' then 'identity always'
                when a.attidentity = 'd' then 'identity by default'
                else 'no' end as generated
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind in ('r', 'p') and ${own('c')} and c.relname ${NOT_BOOKKEEPING}
     order by c.relname collate "C", a.attnum`)
  return rows
}

/** Reads the definitions of a database beside its columns, in an order in which they can be made again. */
export async function readDefinitions(pool: pg.Pool) {
  const ask = async (text: string) => (await pool.query<Definition>(text)).rows
  return {
    extensions: await ask(`
      select extname as name, format('create extension if not exists %I', extname) as definition
        from pg_extension where extname <> 'plpgsql' order by extname collate "C"`),
    sequences: await ask(`
      select c.relname as name, format('create sequence %I as %s', c.relname, format_type(s.seqtypid, null)) as definition
        from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
       where ${own('c')} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
       order by c.relname collate "C"`),
    keysAndChecks: await constraints(ask, `in ('p', 'u', 'c', 'x')`),
    references: await constraints(ask, `= 'f'`),
    indexes: await ask(`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
       where ${own('t')} and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
       order by t.relname collate "C", c.relname collate "C"`),
    columnFunctions: await functions(ask, 'exists'),
    functions: await functions(ask, 'not exists'),
    views: await ask(`
      select c.relname as name, format(E'create view %I as\\n%s', c.relname, rtrim(pg_get_viewdef(c.oid, true), ';')) as definition
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'v' and ${own('c')} order by c.oid`),
    triggers: await ask(`
      select t.tgname as name, pg_get_triggerdef(t.oid, true) as definition
        from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and ${own('c')}
       order by c.relname collate "C", t.tgname collate "C"`),
  }
}

/** Those that a column is made by, which have to be there before its table; or all others. */
function functions(
  ask: (text: string) => Promise<Definition[]>,
  makeColumns: 'exists' | 'not exists',
): Promise<Definition[]> {
  return ask(`
    select p.proname as name, pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${own('p')} and p.prokind in ('f', 'p') and ${makeColumns} (
       select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid = 'pg_attrdef'::regclass
     )
     order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`)
}

/** Not-null constraints are part of their columns. */
function constraints(ask: (text: string) => Promise<Definition[]>, kinds: string): Promise<Definition[]> {
  return ask(`
    select k.conname as name,
           format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid, true)) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype ${kinds} and ${own('c')} and c.relname ${NOT_BOOKKEEPING}
     order by c.relname collate "C", position(k.contype::text in 'puxcf'), k.conname collate "C"`)
}
