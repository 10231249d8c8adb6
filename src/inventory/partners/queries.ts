import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { notFound } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { pageOf } from '../../kernel/page.ts'
import type { Partner, PartnerPage, PartnersQuery } from './schema.ts'

interface Row {
  id: string
  name: string
  other_ids: string[]
  brings_owned: boolean | null
  created_at: Date
  updated_at: Date
}

/** One page of the caller's partners, by name. */
export function listPartners(db: Kysely<Tables>, actor: Actor, query: PartnersQuery): Promise<PartnerPage> {
  const page = pageOf(query)
  const [contains] = matchesText(
    query.query,
    (says) => sql`(${says(sql`p.name`)} or p.id = ${tidied(query.query ?? '')} or exists (
      select from partners other where other.organisation_id = p.organisation_id and other.merged_into = p.id
        and (${says(sql`other.name`)} or other.id = ${tidied(query.query ?? '')})))`,
  )
  const found = sql`partners p where p.organisation_id = ${actor.organisationId} and p.merged_into is null
    and ${contains ?? sql`true`}`
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(moment)
    const docs = await readPartners(
      moment,
      sql`${found} order by lower(p.name) collate "C", p.id limit ${page.limit} offset ${page.offset}`,
    )
    return { docs, totalDocs: rows[0]?.total ?? 0, ...page }
  })
}

/**
 * One of the caller's partners.
 *
 * @throws Refusal `not_found`
 */
export async function getPartner(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  id: string,
): Promise<Partner> {
  const [partner] = await readPartners(
    db,
    sql`partners p where p.organisation_id = ${organisationId} and p.id = (
      select coalesce(asked.merged_into, asked.id) from partners asked
      where asked.organisation_id = ${organisationId} and asked.id = ${id})`,
  )
  if (!partner) throw notFound('partner', id)
  return partner
}

async function readPartners(db: Kysely<Tables>, found: Sql): Promise<Partner[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.brings_owned, p.created_at, p.updated_at, array(
      select other.id from partners other
      where other.organisation_id = p.organisation_id and other.merged_into = p.id order by other.id) as other_ids
    from ${found}`.execute(db)
  return rows.map(partnerToWire)
}

/** The one row → wire function of partners. */
function partnerToWire({ id, name, other_ids, brings_owned, created_at, updated_at }: Row): Partner {
  return {
    id,
    name,
    otherIds: other_ids,
    bringsOwned: brings_owned,
    createdAtUTC: created_at.toISOString(),
    updatedAtUTC: updated_at.toISOString(),
  }
}
