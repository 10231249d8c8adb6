import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'

/** The names of owners, senders and receivers in SQL (docs/decisions/0066-names-from-one-place.md). */

/**
 * The name of an owner now: an organisation's own, or what the keeper of the stock calls a partner; the id where neither is known.
 *
 * @param ownerId the column with the owner's id
 * @param keeperId the column with the id of the organisation that keeps the stock
 * @example sql`select r.id, ${nameOfOwner(sql`r.owner_id`, sql`r.keeper_id`)} as owner_name from records r`
 */
export function nameOfOwner(ownerId: Sql, keeperId: Sql): RawBuilder<string> {
  return sql`coalesce(
    (select o.name from organisations o where o.id::text = ${ownerId}),
    (select p.name from partners p where p.organisation_id = ${keeperId} and p.id = ${ownerId}),
    ${ownerId})`
}

/** The name of the owner of record `r`. */
export const ownerOfRecord = nameOfOwner(sql`r.owner_id`, sql`r.keeper_id`)

/** The names of owners of stock that the caller keeps, by id. */
export async function findOwnerNames(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  ownerIds: string[],
): Promise<Map<string, string>> {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select owner.id, ${nameOfOwner(sql`owner.id`, sql`${organisationId}::uuid`)} as name
    from unnest(${[...new Set(ownerIds)]}::text[]) as owner (id)`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * The name of the sender or receiver of movement `m`: what somebody has named the partner, otherwise what the ticket says. An
 * organisation keeps the name on the ticket. Null where the movement has no such side.
 */
export function nameOnMovement(side: 'sender' | 'receiver'): RawBuilder<string | null> {
  const [id, name] = [sql.ref(`m.${side}_id`), sql.ref(`m.${side}_name`)]
  return sql`coalesce(
    (select p.name from partners p where p.organisation_id = m.organisation_id and p.id = ${id} and p.is_named), ${name})`
}
