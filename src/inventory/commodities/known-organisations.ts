import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { sumsBy } from '../../http/search/find.ts'
import type { Group } from '../../http/search/index/group-sums.ts'
import { ownerName } from '../records/labels.ts'
import { recordSearch } from '../records/search-records.ts'
import { weightFromGrams, type Weight } from '../../kernel/weight.ts'
import { commodityName, readingUnit } from '../../system/commodities/catalogue.ts'

/** Commodities by organisation, as far as the caller may know: by the records that it owns or stores, and by nothing else. */

/** Filters of the query; regions are those of the places. */
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
  { commodity, commodityType, commodityGrade, regionISOs }: CommodityQuery,
): Promise<{ organisationsWithInventory: string[]; organisationsWithCommodity: string[] }> {
  const asked = {
    'f:commodity': commodity,
    'f:commodityType': commodityType,
    'f:commodityGrade': commodityGrade,
    'f:regionISO': regionISOs,
  }
  const { owners } = await sumsBy(db, recordSearch, actor, asked, { owners: [OWNER] })
  const known = owners.map(({ values: [id], sums }) => ({ id: id ?? '', isThere: (sums['there'] ?? 0) > 0 }))
  const inOrder = known.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    organisationsWithInventory: inOrder.filter(({ isThere }) => isThere).map(({ id }) => id),
    organisationsWithCommodity: inOrder.map(({ id }) => id),
  }
}

const OWNER = 'f:organisationId'

/** One organisation's harvest years and commodities, with what there is of each. */
export interface CommodityInfo {
  organisationId: string
  organisationName: string
  harvestYears: { id: number; name: string; weight: Weight }[]
  commodities: { id: number; name: string; weight: Weight }[]
}

/**
 * For each owner of records that the caller may see, the caller first: what there is now, or is still expected, by
 * harvest year and by commodity. A partner is called what it was called last, as in searches.
 */
export async function commodityInfo(db: Kysely<Tables>, actor: Actor): Promise<CommodityInfo[]> {
  const { years, commodities } = await sumsBy(
    db,
    recordSearch,
    actor,
    {},
    {
      years: [OWNER, 'f:harvestYear'],
      commodities: [OWNER, 'f:commodity'],
    },
  )
  const yearsOf = byOwner(years)
  const commoditiesOf = byOwner(commodities)
  const owners = await namedOwners(db, actor, [...yearsOf.keys()])
  return owners.map(({ id: organisationId, name: organisationName }) => ({
    organisationId,
    organisationName,
    harvestYears: (yearsOf.get(organisationId) ?? [])
      .toSorted((a, b) => (a.value < b.value ? -1 : 1))
      .map(({ value: name, grams }) => ({
        // Of "2026/27" 202627.
        id: Number(name.replace('/', '')),
        name,
        weight: weightFromGrams(grams, readingUnit(actor.countryISO)),
      })),
    commodities: (commoditiesOf.get(organisationId) ?? [])
      .map(({ value, grams }) => ({ id: Number(value), grams }))
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, grams }) => ({
        id,
        name: commodityName(actor.countryISO, id) ?? '',
        weight: weightFromGrams(grams, readingUnit(actor.countryISO, id)),
      })),
  }))
}

/** Sums by owner and another value, for each owner. */
function byOwner(groups: Group[]): Map<string, { value: string; grams: number }[]> {
  const sums = groups.map(({ values: [owner, value], sums: { total } }) => ({
    owner: owner ?? '',
    value: value ?? '',
    grams: total ?? 0,
  }))
  return Map.groupBy(sums, ({ owner }) => owner)
}

/** These owners by their names, the caller first. */
async function namedOwners(
  db: Kysely<Tables>,
  actor: Actor,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select owner.id, owner.name from (
      select asked.id, coalesce(${ownerName(sql`asked.id`, actor)}, '') as name from unnest(${ids}::text[]) as asked (id)
    ) owner
    order by owner.id <> ${actor.organisationId}, lower(owner.name) collate "C", owner.id collate "C"`.execute(
    db,
  )
  return rows
}
