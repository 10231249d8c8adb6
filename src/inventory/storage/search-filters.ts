import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import type { SearchFilter, Sql } from '../../http/search/definition.ts'
import {
  commodityFilter,
  gradeFilter,
  harvestYearFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { freeTags } from '../free-tags.ts'
import { hasStockFrom, placesKeepingFor } from '../ledger/ledger.ts'
import { businessUnitName, ownerName, placeName } from '../records/labels.ts'

/**
 * Filters by which places can be found: the stock that lies in their bays now, and for a field the crops still growing. Each
 * filter applies by itself: a store with wheat of 2025 and barley of 2026 passes for wheat and 2026.
 */

/**
 * Places `s` that the caller may see, with what of their stock the caller sees, `held`; one row a place. Others' places are none of
 * them but for those that keep grain for the caller: there may be thousands.
 */
export function visiblePlaces({ organisationId, now }: Actor): Sql {
  return sql`(
      select * from storages
      where organisation_id = ${organisationId} or id = any(array${placesKeepingFor(organisationId, now)})
    ) s
    cross join lateral (
      select count(*) > 0 as has_inventory, count(r.bay_id) > 0 as has_stock,
        coalesce(sum(standing.grams), 0)::bigint as grams,
        array_agg(distinct r.kind) as kinds, array_agg(distinct r.commodity_id) as commodity_ids,
        array_agg(distinct r.type_id) as type_ids,
        array_agg(distinct coalesce(r.grade_id, 0)) as grade_ids,
        array_agg(distinct r.variety) filter (where r.variety <> '') as varieties,
        array_agg(distinct r.harvest_year) as harvest_years, array_agg(distinct r.owner_id) as owner_ids,
        array_agg(distinct r.bay_id) filter (where r.bay_id is not null) as bay_ids
      from (
        select span.record_id from ledger_spans span
        where span.storage_id = s.id and span.bay_id is not null and ${hasStockFrom(now)}
        union all
        select crop.id from records crop
        where crop.storage_id = s.id and crop.bay_id is null and crop.remaining_area_hectares > 0
      ) present
      join records r on r.id = present.record_id
      join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
      cross join lateral (select case when r.bay_id is null then 0 else ledger_balance_now(b, ${now}) end as grams) standing
      where (s.organisation_id = ${organisationId} or r.elsewhere_owner_id = ${organisationId}::text)
        and (standing.grams <> 0 or r.bay_id is null)
    ) held`
}

/** That a place is the caller’s own, or that stock or a crop of theirs is there (rules.md §8). */
export function mayBeSeen({ organisationId }: Actor): Sql {
  return sql`s.organisation_id = ${organisationId} or held.has_stock`
}

/** That a place's name, its address or the name of a bay says something. */
export function isNamed(actor: Actor, says: (text: Sql) => Sql): Sql {
  const address = sql`concat_ws(' ', s.location ->> 'threeWords', s.location #>> '{address,name}', s.location #>> '{address,line1}',
      s.location #>> '{address,city}', s.location #>> '{address,region}', s.location #>> '{address,postcode}')`
  return sql`${says(sql`s.name`)} or ${says(address)}
    or exists (select from bays where bays.storage_id = s.id and ${isBaySeen(actor)} and ${says(sql`bays.name`)})`
}

const isOwn = ({ organisationId }: Actor) => sql`s.organisation_id = ${organisationId}`

/** Condition that a bay is seen: who only has grain in a place sees, and finds by, the bays that it lies in. */
const isBaySeen = (actor: Actor) => sql`(${isOwn(actor)} or bays.id = any(held.bay_ids))`

export const filters = {
  type: { displayName: 'Field or store', choices: ['field', 'store'], kind: 'text', value: sql`s.type` },
  commodity: { ...commodityFilter(sql`held.commodity_ids`), isArray: true },
  commodityType: { ...typeFilter(sql`held.type_ids`), isArray: true },
  commodityGrade: { ...gradeFilter(sql`held.grade_ids`), isArray: true },
  commodityVariety: {
    displayName: 'Variety',
    values: 'in upper or lower case',
    kind: 'text',
    isArray: true,
    isCaseless: true,
    value: sql`held.varieties`,
  },
  harvestYear: { ...harvestYearFilter(sql`held.harvest_years`), isArray: true },
  hasInventory: { displayName: 'Has inventory', kind: 'boolean', value: sql`held.has_inventory` },
  inventoryType: {
    displayName: 'Crop or produce',
    choices: ['crop', 'produce'],
    kind: 'text',
    isArray: true,
    value: sql`held.kinds`,
  },
  ownerOrganisationId: {
    displayName: 'Owner of the stock',
    values: 'by id, your own for a trading partner',
    namesPartner: true,
    kind: 'text',
    isArray: true,
    value: sql`held.owner_ids`,
    labelSql: ownerName,
  },
  storageId: {
    displayName: 'Storage location',
    kind: 'uuid',
    value: sql`s.id`,
    labelSql: placeName,
  },
} satisfies Record<string, SearchFilter>

/** Builds filters for the storer's own data, or data of unseen bays: who only has grain there neither sees it nor can find by it. */
export function storerFilters(actor: Actor | undefined) {
  const own = (value: Sql) => (actor ? sql`case when ${isOwn(actor)} then ${value} end` : value)
  return {
    storeCommodity: {
      ...commodityFilter(sql`array(select c.commodity_id from bays join bay_capacities c on c.bay_id = bays.id
        where bays.storage_id = s.id and ${actor ? isBaySeen(actor) : sql`true`})`),
      displayName: 'Stores supporting a commodity',
      isArray: true,
    },
    tags: freeTags('Tags', own(sql`s.tags`)),
    businessUnitIds: {
      displayName: 'Business unit',
      kind: 'uuid',
      isArray: true,
      value: own(
        sql`array(select u.business_unit_id from storage_business_units u where u.storage_id = s.id)`,
      ),
      labelSql: businessUnitName,
    },
  } satisfies Record<string, SearchFilter>
}
