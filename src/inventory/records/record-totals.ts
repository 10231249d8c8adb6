import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Group } from '../../http/search/index/group-sums.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import type { SearchTotals } from './schema.ts'

type PlaceLevel = Exclude<keyof SearchTotals, 'commodities'>

/** The weights of everything that a record search finds, per commodity, type and grade, and per place. */
export async function recordTotals(
  db: Kysely<Tables>,
  countryISO: string,
  groups: Record<string, Group[]>,
): Promise<SearchTotals> {
  const names = await placeNames(db, groups)
  const ofPlaces = (level: PlaceLevel) =>
    heaviestFirst(
      known(groups[level]).map((group) => {
        const id = group.values[0] ?? ''
        return { id, name: names.get(`${level} ${id}`) ?? id, ...weightsOf([group]) }
      }),
    )
  return {
    commodities: commoditySums(groups['commodities'] ?? [], countryISO),
    businesses: ofPlaces('businesses'),
    locations: ofPlaces('locations'),
    areas: ofPlaces('areas'),
    regions: ofPlaces('regions'),
  }
}

/** A region has the name that the first of its places found, by the alphabet, gives it. */
async function placeNames(db: Kysely<Tables>, groups: Record<string, Group[]>): Promise<Map<string, string>> {
  const ids = (level: PlaceLevel) => (groups[level] ?? []).flatMap(({ values: [id] }) => id ?? [])
  const { rows } = await sql<{ place: string; name: string }>`
    select 'areas ' || id as place, name from storages where id = any(${ids('areas')}::uuid[])
    union all
    select 'businesses ' || id, name from business_units where id = any(${ids('businesses')}::uuid[])
    union all
    select 'regions ' || region_iso, min(location #>> '{address,region}' collate "C") from storages
    where id = any(${ids('areas')}::uuid[]) and location #>> '{address,region}' <> '' group by region_iso`.execute(
    db,
  )
  return new Map(rows.map(({ place, name }) => [place, name]))
}

/** The groups of a level that are not those of what has no such place. */
function known(groups: Group[] | undefined): Group[] {
  return (groups ?? []).filter(({ values: [id] }) => id !== null)
}

/** Commodity, type and grade in turn; a record without a grade counts under the grade 0. */
function commoditySums(groups: Group[], countryISO: string): SearchTotals['commodities'] {
  const by = (own: Group[], index: number) => [
    ...Map.groupBy(own, ({ values }) => Number(values[index] ?? 0)),
  ]
  return heaviestFirst(
    by(groups, 0).map(([id, own]) => ({ ...namedCommodity(countryISO, id), ...weightsOf(own), own })),
  ).map(({ own: ofCommodity, ...commodity }) => ({
    commodity,
    types: heaviestFirst(
      by(ofCommodity, 1).map(([id, own]) => ({ ...namedType(id), ...weightsOf(own), own })),
    ).map(({ own: ofType, ...type }) => ({
      ...type,
      grades: heaviestFirst(by(ofType, 2).map(([id, own]) => ({ ...namedGrade(id), ...weightsOf(own) }))),
    })),
  }))
}

function weightsOf(groups: Group[]): { soldWeight: number; totalWeight: number } {
  const sum = (name: string) => groups.reduce((total, { sums }) => total + (sums[name] ?? 0), 0)
  return { soldWeight: kilogramsFromGrams(sum('sold')), totalWeight: kilogramsFromGrams(sum('total')) }
}

function heaviestFirst<Sum extends { name: string; totalWeight: number }>(sums: Sum[]): Sum[] {
  return sums.sort((a, b) => b.totalWeight - a.totalWeight || (a.name < b.name ? -1 : 1))
}
