import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { SearchDefinition } from '../definition.ts'
import type { TermCount } from '../facets.ts'
import { arrayType } from '../filters.ts'

/** Gives counted terms the names that the database has for them: one statement for all facets. */
export async function labelTerms<Doc>(
  db: Kysely<Tables>,
  { filters }: SearchDefinition<Doc>,
  actor: Actor,
  terms: Map<string, TermCount[]>,
): Promise<void> {
  const labelled = Object.entries(filters).flatMap(([name, { labelSql, kind }]) => {
    const counted = terms.get(name) ?? []
    return labelSql && counted.length > 0 ? [{ labelSql, kind, counted }] : []
  })
  if (labelled.length === 0) return
  const each = labelled.map(({ labelSql, kind, counted }, place) => {
    const ids = counted.map(({ id }) => id)
    const label = labelSql(sql`term.id`, actor)
    return sql`select ${sql.lit(place)}::int as filter, term.id::text as id, ${label} as label
      from unnest(${ids}::text[]::${arrayType[kind]}) as term (id)`
  })
  const { rows } = await sql<{
    filter: number
    id: string
    label: string | null
  }>`${sql.join(each, sql` union all `)}`.execute(db)
  const labels = new Map(rows.map(({ filter, id, label }) => [`${filter} ${id}`, label]))
  for (const [place, { counted }] of labelled.entries()) {
    for (const term of counted) term.label = labels.get(`${place} ${term.id}`) ?? null
  }
}
