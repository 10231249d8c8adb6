import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { SearchQuery } from '../../http/search/definition.ts'
import { foundIds } from '../../http/search/search.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { commodityName, findGrade, findType } from '../../system/commodities/catalogue.ts'
import type { RecordTotals } from './schema.ts'
import { recordSearch, recordsFrom } from './search-records.ts'

type PlaceLevel = Exclude<keyof RecordTotals, 'commodities'>

interface Row {
  level: 'commodity' | 'type' | 'grade' | PlaceLevel
  commodity_id: number | null
  type_id: number | null
  grade_id: number | null
  id: string | null
  name: string | null
  total_grams: number
  sold_grams: number
}

/** The weights of everything that a record search finds, per commodity, type and grade, and per place. */
export async function recordTotals(
  db: Kysely<Tables>,
  actor: Actor,
  query: SearchQuery,
): Promise<RecordTotals> {
  const sums = sql`coalesce(sum(current_grams), 0)::bigint as total_grams, coalesce(sum(sold_grams), 0)::bigint as sold_grams`
  const noCommodity = sql`null::int as commodity_id, null::int as type_id, null::int as grade_id`
  const noPlace = sql`null::text as id, null::text as name`
  const { rows } = await sql<Row>`
    with found as materialized (
      select r.id, r.commodity_id, r.type_id, coalesce(r.grade_id, 0) as grade_id, figures.current_grams, figures.sold_grams,
        s.id as storage_id, s.name as storage_name, s.location -> 'address' as address, s.region_iso, own.id as own_storage_id
      from ${recordsFrom(actor)}
      where r.id in (${foundIds(recordSearch, actor, query)})
    )
    select case when grouping(type_id) = 1 then 'commodity' when grouping(grade_id) = 1 then 'type' else 'grade' end as level,
      commodity_id, type_id, grade_id, ${noPlace}, ${sums}
    from found group by rollup (commodity_id, type_id, grade_id) having commodity_id is not null
    union all
    select 'areas', ${noCommodity}, storage_id::text, min(storage_name), ${sums}
    from found where storage_id is not null group by storage_id
    union all
    select 'locations', ${noCommodity}, address ->> 'city', address ->> 'city', ${sums}
    from found where address ->> 'city' <> '' group by address ->> 'city'
    union all
    select 'regions', ${noCommodity}, region_iso, coalesce(nullif(min(address ->> 'region'), ''), region_iso), ${sums}
    from found where region_iso <> '' group by region_iso
    union all
    select 'businesses', ${noCommodity}, u.id::text, min(u.name), ${sums}
    from found
    cross join lateral (
      select business_unit_id from storage_business_units where storage_id = own_storage_id
      union all select business_unit_id from record_business_units where record_id = found.id
    ) belongs
    join business_units u on u.id = belongs.business_unit_id
    group by u.id`.execute(db)
  return {
    commodities: commoditySums(rows, actor.countryISO),
    businesses: placeSums(rows, 'businesses'),
    locations: placeSums(rows, 'locations'),
    areas: placeSums(rows, 'areas'),
    regions: placeSums(rows, 'regions'),
  }
}

function commoditySums(rows: Row[], countryISO: string): RecordTotals['commodities'] {
  const at = (level: Row['level']) => rows.filter((row) => row.level === level)
  return heaviestFirst(
    at('commodity').map((row) =>
      weights(row, row.commodity_id ?? 0, commodityName(countryISO, row.commodity_id ?? 0)),
    ),
  ).map((commodity) => ({
    commodity,
    types: heaviestFirst(
      at('type')
        .filter((row) => row.commodity_id === commodity.id)
        .map((row) => weights(row, row.type_id ?? 0, findType(row.type_id ?? 0)?.name)),
    ).map((type) => ({
      ...type,
      grades: heaviestFirst(
        at('grade')
          .filter((row) => row.commodity_id === commodity.id && row.type_id === type.id)
          .map((row) => weights(row, row.grade_id ?? 0, findGrade(row.grade_id ?? 0)?.name)),
      ),
    })),
  }))
}

function placeSums(rows: Row[], level: PlaceLevel) {
  return heaviestFirst(
    rows.filter((row) => row.level === level).map((row) => weights(row, row.id ?? '', row.name ?? undefined)),
  )
}

function weights<Id extends string | number>(row: Row, id: Id, name: string | undefined) {
  return {
    id,
    name: name ?? '',
    soldWeight: kilogramsFromGrams(row.sold_grams),
    totalWeight: kilogramsFromGrams(row.total_grams),
  }
}

function heaviestFirst<Sum extends { name: string; totalWeight: number }>(sums: Sum[]): Sum[] {
  return sums.sort((a, b) => b.totalWeight - a.totalWeight || (a.name < b.name ? -1 : 1))
}
