import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { pageOf } from '../../kernel/page.ts'
import { nameOfUser } from '../access/users.ts'
import { knownNames, takenFor, type KnownNames } from '../counterparties/look-alikes.ts'
import type { Correspondent, CorrespondentsQuery } from './schema.ts'

interface Row {
  id: string
  name: string
  organisation_id: string
  organisation_name: string
}

/**
 * Lists the people the caller knows to write to: those active in their organisation, and those they have a conversation with already, with the
 * organisation that those wrote for. Others can be written to by their id, but nobody is listed to strangers.
 */
export async function listCorrespondents(db: Kysely<Tables>, actor: Actor, query: CorrespondentsQuery) {
  const { limit, offset } = pageOf(query)
  const [contains = sql`true`] = matchesText(
    query.query,
    (says) => sql`(${says(nameOfUser('u'))} or ${says(sql`o.name`)})`,
  )
  const { organisationId, userId } = actor
  // An API key writes to nobody.
  const asked = actor.isMachine === true ? sql`false` : contains
  const found = sql`
    select distinct on (u.id) u.id, ${nameOfUser('u')} as name, o.id as organisation_id, o.name as organisation_name
    from (
      select user_id, organisation_id, 0 as place from memberships
      where organisation_id = ${organisationId} and status = 'active'
      union all
      select second_member_id, second_organisation_id, 1 from conversations where first_member_id = ${userId}
      union all
      select first_member_id, first_organisation_id, 1 from conversations where second_member_id = ${userId}
    ) known
    join users u on u.id = known.user_id and u.status = 'active' and u.id <> ${userId}
    join memberships m on m.user_id = u.id and m.status = 'active'
      and (known.organisation_id is null or m.organisation_id = known.organisation_id)
    join organisations o on o.id = m.organisation_id and o.status = 'active'
    where ${asked}
    order by u.id, known.place, m.created_at`
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<Row>`
      select * from (${found}) people order by lower(name) collate "C", id limit ${limit} offset ${offset}`.execute(
      moment,
    )
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (${found}) people`.execute(moment)
    const names = await knownNames(moment, actor)
    return { docs: rows.map((row) => toWire(row, names)), totalDocs: counted[0]?.total ?? 0, limit, offset }
  })
}

function toWire(row: Row, names: KnownNames): Correspondent {
  return {
    id: row.id,
    name: row.name,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    looksLike: takenFor(names, row.name, row.organisation_name, row.organisation_id),
  }
}
