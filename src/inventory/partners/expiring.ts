import { sql, type Kysely } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { expiriesOn, type Assured } from './assurance-rules.ts'
import { todayFor, soonFor } from './queries.ts'
import type { PartnerExpiry } from './schema.ts'

/** A partner of whom something ends. */
export interface ExpiringPartner extends Assured {
  id: string
  name: string
}

const findUntil = statement<{ organisationId: string; until: string }, ExpiringPartner>(
  ({ organisationId, until }) => sql`
    select p.id, p.name, p.assurances, p.declarations from partners p
    where p.organisation_id = ${organisationId}::uuid and p.merged_into is null and p.first_expiry <= ${until}::date
    order by p.first_expiry, p.id`,
)

/** The caller's partners of whom something ends on a day or has ended before, the earliest first. One look into an index: most have none. */
export function findExpiringPartners(
  db: Kysely<Tables>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  until: string,
): Promise<ExpiringPartner[]> {
  return findUntil.rows(db, { organisationId, until })
}

/** Everything of the caller's partners that has ended, or ends within 30 days, the earliest first. */
export async function findExpiries(db: Kysely<Tables>, actor: Actor): Promise<PartnerExpiry[]> {
  const today = todayFor(actor)
  const partners = await findExpiringPartners(db, actor, soonFor(actor))
  return partners
    .flatMap(({ id, name, ...assured }) =>
      expiriesOn(assured, today).map((each) => ({ partnerId: id, partnerName: name, ...each })),
    )
    .sort((one, other) => (one.untilISO < other.untilISO ? -1 : 1))
}
