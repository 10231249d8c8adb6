import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'

/**
 * Names for the terms of a search's facets that are ids of the database. Terms that the caller may not see have no name. Each looks at what
 * is the caller's alone: two merchants have a grower of the same id, and one field's owner stores grain with many.
 */

/** An owner's name: an organisation's own, or what the caller calls a trading partner. */
export function ownerName(id: Sql, { organisationId }: Actor): Sql {
  return sql`coalesce(
    (select o.name from organisations o where o.id::text = ${id} and (o.id = ${organisationId}
      or exists (select from records r where r.owner_id = ${id} and r.keeper_id = ${organisationId}))),
    (select p.name from partners p where p.organisation_id = ${organisationId} and p.id = ${id}))`
}

/** The name of the caller's organisation, or of one that keeps or kept grain of the caller's. */
export function keeperName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select keeper.name from organisations keeper where keeper.id = ${id} and (keeper.id = ${organisationId}
    or exists (select from records r where r.elsewhere_owner_id = ${organisationId}::text and r.keeper_id = keeper.id)))`
}

/** The name of a field or store of the caller's, or of one where grain of theirs lies or has lain. */
export function placeName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select place.name from storages place where place.id = ${id} and (place.organisation_id = ${organisationId}
    or exists (select from records r where r.storage_id = place.id and r.elsewhere_owner_id = ${organisationId}::text)))`
}

/** Builds the name of a region as the caller's own places in it have it. */
export function regionName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select min(place.location #>> '{address,region}' collate "C") from storages place
    where place.organisation_id = ${organisationId} and place.region_iso = ${id} and place.location #>> '{address,region}' <> '')`
}

/** The name of a business unit of the caller's. */
export function businessUnitName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select unit.name from business_units unit where unit.id = ${id} and unit.organisation_id = ${organisationId})`
}
