import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { currentGrams, isThere, isVisibleTo } from '../records/rows.ts'
import { weightFromGrams, type Weight } from '../../kernel/weight.ts'
import { commodityName, readingUnit } from '../../system/commodities/catalogue.ts'

/** Who has what, as far as the caller may know: told by the records that it owns or keeps, and by nothing else. */

/** What is asked for; regions are those of the places. */
export interface CommodityQuery {
  commodity?: number
  commodityType?: number
  commodityGrade?: number
  regionISOs?: string
}

/**
 * The owners of records of a commodity: those who have some now, in store or growing, and those who have or had any.
 * Ids, in order: of organisations here, or the caller's own for trading partners.
 */
export async function organisationsWithCommodity(
  db: Kysely<Tables>,
  actor: Actor,
  query: CommodityQuery,
): Promise<{ organisationsWithInventory: string[]; organisationsWithCommodity: string[] }> {
  const { rows } = await sql<{ owner_id: string; has_inventory: boolean }>`
    select r.owner_id, bool_or(${isThere(actor.now)}) as has_inventory
    from records r
    left join ledger_balances b on b.record_id = r.id
    left join storages s on s.id = r.storage_id
    where ${isVisibleTo(actor)} and ${isAskedFor(query)}
    group by r.owner_id order by r.owner_id collate "C"`.execute(db)
  return {
    organisationsWithInventory: rows.filter((row) => row.has_inventory).map((row) => row.owner_id),
    organisationsWithCommodity: rows.map((row) => row.owner_id),
  }
}

function isAskedFor({
  commodity,
  commodityType,
  commodityGrade,
  regionISOs,
}: CommodityQuery): RawBuilder<unknown> {
  const regions = (regionISOs ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const is = (column: RawBuilder<unknown>, id: number | undefined) =>
    id === undefined ? sql`true` : sql`${column} = ${id}`
  return sql`(${is(sql`r.commodity_id`, commodity)} and ${is(sql`r.type_id`, commodityType)}
    and ${is(sql`r.grade_id`, commodityGrade)}
    and ${regions.length === 0 ? sql`true` : sql`coalesce(s.region_iso = any(${regions}::text[]), false)`})`
}

/** One organisation's harvest years and commodities, with what there is of each. */
export interface CommodityInfo {
  organisationId: string
  organisationName: string
  harvestYears: { id: number; name: string; weight: Weight }[]
  commodities: { id: number; name: string; weight: Weight }[]
}

interface Row {
  owner_id: string
  owner_name: string
  harvest_year: string | null
  commodity_id: number | null
  grams: number
}

/**
 * For each owner of records that the caller may see, the caller first: what there is now, or is still expected, by
 * harvest year and by commodity. A partner is called what it was called last, as in searches.
 */
export async function commodityInfo(db: Kysely<Tables>, actor: Actor): Promise<CommodityInfo[]> {
  const { rows } = await sql<Row>`
    select r.owner_id, owner.name as owner_name, r.harvest_year, r.commodity_id,
      coalesce(sum(${currentGrams(actor.now)}), 0)::bigint as grams
    from records r left join ledger_balances b on b.record_id = r.id
    join (
      select distinct on (r.owner_id) r.owner_id as id, r.owner_name as name from records r
      where ${isVisibleTo(actor)} order by r.owner_id, r.created_at desc, r.id
    ) owner on owner.id = r.owner_id
    where ${isVisibleTo(actor)}
    group by grouping sets ((r.owner_id, owner.name, r.harvest_year), (r.owner_id, owner.name, r.commodity_id))
    order by r.owner_id <> ${actor.organisationId}, lower(owner.name) collate "C", r.owner_id, r.harvest_year, r.commodity_id`.execute(
    db,
  )
  return [...Map.groupBy(rows, (row) => row.owner_id)].map(([organisationId, own]) => ({
    organisationId,
    organisationName: own[0]?.owner_name ?? '',
    harvestYears: own.flatMap(({ harvest_year: name, grams }) =>
      name === null
        ? []
        : [
            {
              id: Number.parseInt(name, 10),
              name,
              weight: weightFromGrams(grams, readingUnit(actor.countryISO)),
            },
          ],
    ),
    commodities: own.flatMap(({ commodity_id: id, grams }) =>
      id === null
        ? []
        : [
            {
              id,
              name: commodityName(actor.countryISO, id) ?? '',
              weight: weightFromGrams(grams, readingUnit(actor.countryISO, id)),
            },
          ],
    ),
  }))
}
