import { iso31662 } from 'iso-3166'
import { deepFreeze, once, readDataFile } from '../data-file.ts'
import { findCountry } from '../countries/countries.ts'
import { buildRegions, REGIONS_FILE, RegionsFile } from './build-regions.ts'
import type { CountryRegions, Region, RegionGroup } from './schema.ts'
import type { Language } from '../../words/languages.ts'
import { servedNames } from '../commodities/served-names.ts'

/** The regions of every country, in memory and never changed: codes and names from ISO 3166-2, the rest from data/regions.json. */

const regions = once(() => {
  const byCode = buildRegions(iso31662, readDataFile(REGIONS_FILE, RegionsFile))
  const byCountry = new Map<string, Region[]>()
  for (const region of deepFreeze([...byCode.values()])) {
    if (!findCountry(region.country)) continue
    const list = byCountry.get(region.country)
    if (list) list.push(region)
    else byCountry.set(region.country, [region])
  }
  const answers = [...byCountry].map(([id, list]) => [id, { id, regions: list.sort(byName) }] as const)
  return new Map(answers.map(([id, answer]) => [id, deepFreeze(answer)]))
})

/** Reads the regions now, so that a broken file is found at the start. */
export function loadRegions(): void {
  regions()
}

/** The regions of a country by its two-letter code in capitals, in the order of their names; none where it has none, or is not known. */
export function regionsOf(countryISO: string): CountryRegions {
  return regions().get(countryISO) ?? { id: countryISO, regions: [] }
}

/** The groups that a country's regions are in, with their codes, in the order of the groups' names; none where they are in none. */
export function regionGroupsOf(countryISO: string): RegionGroup[] {
  const groups = new Map<string, string[]>()
  for (const { group, iso } of regionsOf(countryISO).regions) {
    if (group === '') continue
    groups.set(group, [...(groups.get(group) ?? []), iso])
  }
  return [...groups]
    .map(([group, codes]) => ({ countryISO, group, regions: codes.sort() }))
    .sort((one, other) => order.compare(one.group, other.group))
}

const order = new Intl.Collator('en')

function byName(one: Region, other: Region): number {
  return order.compare(one.name, other.name) || (one.iso < other.iso ? -1 : 1)
}

/** Regions with what they are called in a language besides; most are called the same in all. */
export function regionsIn<Each extends { iso: string }>(language: Language, regions: readonly Each[]) {
  const { fieldOf } = servedNames(language)
  return regions.map((region) => ({ ...region, ...fieldOf('regions', region.iso) }))
}
