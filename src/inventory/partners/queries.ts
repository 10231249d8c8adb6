import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'
import { matchesText } from '../../http/search/text-query.ts'
import { notFound } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { pageOf } from '../../kernel/page.ts'
import { formatDate } from '../../kernel/time.ts'
import { daysAfter, expiriesOn, SOON_DAYS } from './assurance-rules.ts'
import type { PartnerDetails } from './details.ts'
import type { Partner, PartnerPage, PartnersQuery } from './schema.ts'

interface Row extends PartnerDetails {
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
  const found = partnersFound(actor, query)
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(moment)
    const docs = await readPartners(
      moment,
      actor,
      sql`${found} ${BY_NAME} limit ${page.limit} offset ${page.offset}`,
    )
    return { docs, totalDocs: rows[0]?.total ?? 0, ...page }
  })
}

/** All of the caller's partners that a query finds, by name. */
export function findAllPartners(db: Kysely<Tables>, actor: Actor, query: PartnersQuery): Promise<Partner[]> {
  return readPartners(db, actor, sql`${partnersFound(actor, query)} ${BY_NAME}`)
}

const BY_NAME = sql`order by lower(p.name) collate "C", p.id`

function partnersFound(actor: Actor, query: PartnersQuery): Sql {
  const [contains] = matchesText(
    query.query,
    (says) => sql`(${says(sql`p.name`)} or p.id = ${tidied(query.query ?? '')} or exists (
      select from partners other where other.organisation_id = p.organisation_id and other.merged_into = p.id
        and (${says(sql`other.name`)} or other.id = ${tidied(query.query ?? '')})))`,
  )
  const ends = query.expiring ? sql`p.first_expiry <= ${soonFor(actor)}::date` : sql`true`
  return sql`partners p where p.organisation_id = ${actor.organisationId} and p.merged_into is null
    and ${contains ?? sql`true`} and ${ends}`
}

/** Today for the caller's organisation, such as 2026-08-14. */
export const todayFor = ({ now, timeZone }: Pick<Actor, 'now' | 'timeZone'>): string =>
  formatDate(now, timeZone)

/** The last day of what ends soon. */
export const soonFor = (actor: Pick<Actor, 'now' | 'timeZone'>): string =>
  daysAfter(todayFor(actor), SOON_DAYS)

/**
 * One of the caller's partners.
 *
 * @throws Refusal `not_found`
 */
export async function getPartner(db: Kysely<Tables>, actor: Actor, id: string): Promise<Partner> {
  const { organisationId } = actor
  const [partner] = await readPartners(
    db,
    actor,
    sql`partners p where p.organisation_id = ${organisationId} and p.id = (
      select coalesce(asked.merged_into, asked.id) from partners asked
      where asked.organisation_id = ${organisationId} and asked.id = ${id})`,
  )
  if (!partner) throw notFound('partner', id)
  return partner
}

async function readPartners(db: Kysely<Tables>, actor: Actor, found: Sql): Promise<Partner[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.brings_owned, p.tax_number, p.ngr_number, p.vehicles, p.assurances, p.declarations, p.created_at, p.updated_at, array(
      select other.id from partners other
      where other.organisation_id = p.organisation_id and other.merged_into = p.id order by other.id) as other_ids
    from ${found}`.execute(db)
  return rows.map((row) => partnerToWire(row, todayFor(actor)))
}

/** The one row → wire function of partners. */
function partnerToWire(row: Row, today: string): Partner {
  const { id, name, other_ids, brings_owned, vehicles, assurances, declarations } = row
  return {
    id,
    name,
    otherIds: other_ids,
    bringsOwned: brings_owned,
    taxNumber: row.tax_number,
    ngrNumber: row.ngr_number,
    vehicles,
    assurances,
    declarations,
    expiries: expiriesOn({ assurances, declarations }, today),
    createdAtUTC: row.created_at.toISOString(),
    updatedAtUTC: row.updated_at.toISOString(),
  }
}
