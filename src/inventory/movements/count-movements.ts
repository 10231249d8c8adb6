import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { SearchDefinition, SearchQuery, Sql } from '../../http/search/definition.ts'
import { foundIds } from '../../http/search/find.ts'
import { movementSearch, movementsFrom } from './movement-search.ts'
import { visibleBranches } from './rows.ts'
import type { Movement as MovementSchema } from './schema.ts'

type Movement = Static<typeof MovementSchema>
type MovementSearch = SearchDefinition<Movement>

/** The found ids, of the organisation's own movements and of those of its stock elsewhere: two subqueries. */
export function foundBranches(
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
): [own: Sql, elsewhere: Sql] {
  const [own, elsewhere] = visibleBranches(actor).map((movements) => {
    const source: typeof search.source = (...asked) => ({
      ...search.source(...asked),
      from: movementsFrom(movements),
    })
    return foundIds({ ...search, source }, actor, query)
  })
  if (!own || !elsewhere) throw new Error('movements are seen in two ways')
  return [own, elsewhere]
}

/** What says nothing of which movements are wanted. */
const OF_THE_ANSWER = new Set(['limit', 'offset', 'sortBy', 'sortDesc', 'docs', 'format', 'conflicts'])

/** How many movements are found. All of them together are known without looking at them. */
export async function countMovements(
  db: Kysely<Tables>,
  search: MovementSearch,
  actor: Actor,
  query: SearchQuery,
): Promise<number> {
  const isNarrowed = Object.entries(query).some(
    ([name, value]) => !OF_THE_ANSWER.has(name) && value !== undefined && value !== false,
  )
  const [own, elsewhere] = foundBranches(search, actor, query)
  const ofOwn =
    isNarrowed || search !== movementSearch
      ? sql`(select count(*) from (${own}) own)`
      : sql`(select coalesce(sum(counted), 0) from movement_counts where organisation_id = ${actor.organisationId})`
  const { rows } = await sql<{ total: number }>`
    select (${ofOwn} + (select count(*) from (${elsewhere}) elsewhere))::bigint as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Adds up what statements have counted, a line for each organisation: a job, so that few lines have to be read. */
export async function addUpMovements(trx: Transaction): Promise<void> {
  await sql`
    with gone as (
      delete from movement_counts where organisation_id in (
        select organisation_id from movement_counts group by organisation_id having count(*) > 1
      ) returning organisation_id, counted
    )
    insert into movement_counts select organisation_id, sum(counted) from gone group by organisation_id`.execute(
    trx,
  )
}

/** A kept number of movements that is not how many there are. */
export interface CountDifference {
  what: 'number of movements'
  organisationId: string
  stored: number
  recomputed: number
}

/** Counts the movements of every organisation, and answers where that is not what is kept. */
export async function examineCounts(db: Kysely<Tables>): Promise<CountDifference[]> {
  const { rows } = await sql<Omit<CountDifference, 'what'>>`
    with kept as (select organisation_id, sum(counted) as counted from movement_counts group by organisation_id),
      there as (select organisation_id, count(*) as counted from movements where status <> 'deleted' group by organisation_id)
    select organisation_id as "organisationId", coalesce(kept.counted, 0)::bigint as stored,
      coalesce(there.counted, 0) as recomputed
    from kept full join there using (organisation_id)
    where coalesce(kept.counted, 0) <> coalesce(there.counted, 0) order by organisation_id`.execute(db)
  return rows.map((row) => ({ what: 'number of movements', ...row }))
}
