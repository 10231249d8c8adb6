import type pg from 'pg'

const IN_PUBLIC = (oid: string) =>
  `${oid} = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = it.oid and d.deptype = 'e')`

/**
 * All that the catalog says of the schema, a line each and sorted: so two databases of one server have the same schema exactly where these
 * are the same. More than `generate` writes down, such as settings of columns, or what a trigger is switched to; no numbers or
 * names that a server gives by itself, as later ones do to what is not null, and no trace of columns that are gone.
 */
export async function readSchemaLines(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select line from (
      select concat_ws(' ', 'table', relname, relkind, relpersistence, relreplident, relrowsecurity, reloptions)
        from pg_class it where relkind not in ('i', 'I') and ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'column', it.relname, row_number() over (partition by it.oid order by attnum), attname, format_type(atttypid, atttypmod),
          collname, attnotnull, pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated, attstorage, attcompression,
          attstattarget, array(select each from unnest(attoptions) each where each not like 'pg_attver=%'), attislocal, attinhcount)
        from pg_class it join pg_attribute a on a.attrelid = it.oid and attnum > 0 and not attisdropped
        left join pg_attrdef d on d.adrelid = it.oid and d.adnum = attnum left join pg_collation c on c.oid = attcollation
        where relkind in ('r', 'p', 'v') and ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, contype, condeferrable, condeferred, convalidated, conislocal,
          connoinherit, pg_get_constraintdef(oid))
        from pg_constraint it where contype <> 'n' and ${IN_PUBLIC('connamespace')}
      union all
      select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisprimary, indisvalid, indisclustered, indisreplident, it.reloptions)
        from pg_index i join pg_class it on it.oid = indexrelid where ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'function', pg_get_functiondef(oid), procost, prorows, proleakproof, proconfig, proacl)
        from pg_proc it where ${IN_PUBLIC('pronamespace')}
      union all
      select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
        from pg_trigger t join pg_class it on it.oid = tgrelid where not tgisinternal and ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'sequence', it.relname, format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
          'of', owner.refobjid::regclass, owner.refobjsubid > 0)
        from pg_sequence s join pg_class it on it.oid = seqrelid
        left join pg_depend owner on owner.objid = it.oid and owner.classid = 'pg_class'::regclass and owner.deptype in ('a', 'i')
        where ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'type', typname, typtype, typnotnull, typdefault) from pg_type it where ${IN_PUBLIC('typnamespace')}
      union all
      select concat_ws(' ', 'extension', extname, extversion) from pg_extension
      union all
      select concat_ws(' ', 'rule', schemaname, tablename, rulename) from pg_rules where schemaname = 'public'
      union all
      select concat_ws(' ', 'policy', tablename, policyname) from pg_policies where schemaname = 'public'
      union all
      select concat_ws(' ', 'statistics', stxname, pg_get_statisticsobjdef(oid)) from pg_statistic_ext it where ${IN_PUBLIC('stxnamespace')}
      union all
      select concat_ws(' ', 'comment', it.relname, objsubid, description)
        from pg_description join pg_class it on it.oid = objoid and classoid = 'pg_class'::regclass where ${IN_PUBLIC('relnamespace')}
      union all
      select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
        where setdatabase = (select oid from pg_database where datname = current_database())
    ) as all_of_it (line) order by line collate "C"`)
  return rows.map(({ line }) => line)
}
