import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { SearchQuery } from '../../http/search/definition.ts'
import { closed, named } from '../../http/validate/schema.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { foundBranches } from './count-movements.ts'
import { ensureSearchable, movementSearch } from './movement-search.ts'

/** Key of a movement `m`'s lorry: what one lorry brings or takes is one load, however many bays or owners it is shared out over. */
export const lorry = sql`coalesce(m.ticket_id::text, m.id::text)`

/** Which way a movement `m` goes, its source joined as `source`: grain off one's own field comes in. */
export const flowOfMovement = sql`case when m.type = 'outbound' then 'out' when m.type = 'intake' or source.source = 'planting' then 'in' else 'within' end`

const Sum = closed({
  loads: Type.Integer({ description: 'A lorry whose load was shared out is one.' }),
  weight: Type.Number({ description: 'Kilograms as weighed, before drying.' }),
  unweighed: Type.Integer({ description: 'Of these loads, those that are not weighed yet.' }),
})

export const MovementTotals = named('MovementTotals', { in: Sum, out: Sum, within: Sum })
type MovementTotals = Static<typeof MovementTotals>

/**
 * Sums up all movements that a search finds. The cost goes with what is found.
 *
 * @throws Refusal `invalid_input` with all that nothing can be searched by
 */
export async function sumMovements(
  db: Kysely<Tables>,
  actor: Actor,
  query: SearchQuery,
): Promise<MovementTotals> {
  ensureSearchable(movementSearch, actor, query)
  const [own, elsewhere] = foundBranches(movementSearch, actor, query)
  const { rows } = await sql<{
    flow: keyof MovementTotals
    loads: number
    grams: number
    unweighed: number
  }>`
    select ${flowOfMovement} as flow, count(distinct ${lorry}) as loads, coalesce(sum(m.weight_grams), 0)::bigint as grams,
      count(distinct ${lorry}) filter (where m.weight_grams = 0) as unweighed
    from movements m left join records source on source.id = m.source_record_id
    where m.id in (${own} union all ${elsewhere}) group by flow`.execute(db)
  const of = (flow: keyof MovementTotals) => {
    const found = rows.find((row) => row.flow === flow)
    return {
      loads: found?.loads ?? 0,
      weight: kilogramsFromGrams(found?.grams ?? 0),
      unweighed: found?.unweighed ?? 0,
    }
  }
  return { in: of('in'), out: of('out'), within: of('within') }
}
