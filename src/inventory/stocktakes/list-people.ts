import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import type { StocktakePeople } from './schema.ts'

/** The people of the caller's organisation who may be named to count or to approve, by name: nothing of them but what they are called. */
export function listStocktakePeople(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  query: Partial<PageRequest>,
): Promise<StocktakePeople> {
  const { limit, offset } = pageOf(query)
  const active = sql`memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.status = 'active' and u.status = 'active'`
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name
      from ${active} order by 2, 1 limit ${limit} offset ${offset}`.execute(moment)
    const { rows: counted } = await sql<{ found: number }>`select count(*) as found from ${active}`.execute(
      moment,
    )
    return { docs: rows, totalDocs: Number(counted[0]?.found ?? 0), limit, offset }
  })
}
