import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'
import { isVisibleTo } from './rows.ts'
import { ownerOfRecord } from '../partners/party-names.ts'

/** What the terms of a search's facets are called that are ids of the database. What the caller may not see has no name. */

/** An owner's name: an organisation's own, or what the caller calls a trading partner. */
export function ownerName(id: Sql, actor: Actor): Sql {
  return sql`(select ${ownerOfRecord} from records r where r.owner_id = ${id} and ${isVisibleTo(actor)} order by r.created_at desc, r.id limit 1)`
}

/** The name of the caller's organisation, or of one that keeps or kept grain which the caller sees. */
export function keeperName(id: Sql, actor: Actor): Sql {
  return sql`(select keeper.name from organisations keeper where keeper.id = ${id} and (keeper.id = ${actor.organisationId}
    or exists (select from records r where r.keeper_id = keeper.id and ${isVisibleTo(actor)})))`
}

/** The name of a field or store of the caller's, or of one where grain of theirs lies or has lain. */
export function placeName(id: Sql, actor: Actor): Sql {
  return sql`(select place.name from storages place where place.id = ${id} and (place.organisation_id = ${actor.organisationId}
    or exists (select from records r where r.storage_id = place.id and ${isVisibleTo(actor)})))`
}

/** What the caller's own places call the region that they lie in. */
export function regionName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select min(place.location #>> '{address,region}' collate "C") from storages place
    where place.organisation_id = ${organisationId} and place.region_iso = ${id} and place.location #>> '{address,region}' <> '')`
}

/** The name of a business unit of the caller's. */
export function businessUnitName(id: Sql, { organisationId }: Actor): Sql {
  return sql`(select unit.name from business_units unit where unit.id = ${id} and unit.organisation_id = ${organisationId})`
}
