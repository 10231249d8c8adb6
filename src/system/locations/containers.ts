import type { Area } from './build-areas.ts'
import { fold } from './fold.ts'

/** A container of places that can be looked into: a country, a region of it, a district of that. */
export interface Container {
  kind: 'country' | 'region' | 'district'
  countryISO: string
  /** `GB`, `GB.ENG`, `GB.ENG.F8` */
  code: string
  name: string
  /** The container it lies in. */
  within: string
  /** Its name, folded; behind it what the gazetteer calls it, where that is another name. */
  folded: string[]
}

export interface Containers {
  find(code: string): Container | undefined
  /** The countries, in the order of their names. */
  countries: Container[]
  /** Lists the containers directly in a container, and the areas whose places are. */
  childrenOf(container: Container): { containers: Container[]; areas: Area[] }
  /** Containers of which a name begins with a folded name; the shortest first, and so that name itself. */
  search(folded: string, limit: number, isWithin: (container: Container) => boolean): Container[]
}

/** True if an area lies in a container. */
export function liesIn({ kind, code }: Container, area: Area): boolean {
  if (kind === 'country') return area.countryISO === code
  return (kind === 'region' ? area.regionCode : area.districtCode) === code
}

/** The containers of the areas that there are. A region of one district alone holds that district's places itself. */
export function openContainers(
  areas: readonly Area[],
  countryNames: ReadonlyMap<string, string>,
): Containers {
  const all = new Map<string, Container>()
  const regionNames = regionNamesOf(areas)
  const children = new Map<string, { containers: Container[]; areas: Area[] }>()
  const add = (kind: Container['kind'], code: string, given: string, parent: Container | undefined) => {
    const known = all.get(code)
    if (known) return known
    const name = regionNames.get(code) ?? given
    const within = parent ? [parent.name, parent.within].filter((each) => each !== '').join(', ') : ''
    const folded = [...new Set([fold(name), fold(given)])]
    const container = { kind, countryISO: code.slice(0, 2), code, name, within, folded }
    all.set(code, container)
    children.set(code, { containers: [], areas: [] })
    if (parent) children.get(parent.code)?.containers.push(container)
    return container
  }
  for (const area of areas) {
    const { countryISO, regionCode, regionName, districtCode, districtName } = area
    const countryName = countryNames.get(countryISO)
    // Territories that nobody farms are not among our countries, and neither are their places.
    if (countryName === undefined) continue
    let innermost = add('country', countryISO, countryName, undefined)
    if (regionCode !== '') innermost = add('region', regionCode, regionName, innermost)
    if (districtCode !== '') innermost = add('district', districtCode, districtName, innermost)
    children.get(innermost.code)?.areas.push(area)
  }
  for (const each of children.values()) each.containers.sort(byName)
  const list = [...all.values()]
  return {
    find: (code) => all.get(code),
    countries: list.filter(({ kind }) => kind === 'country').sort(byName),
    childrenOf: ({ code }) => children.get(code) ?? { containers: [], areas: [] },
    search: (folded, limit, isWithin) =>
      list
        .flatMap((each) => {
          const name = each.folded.find((name) => name.startsWith(folded))
          return name !== undefined && isWithin(each) ? [{ each, length: name.length }] : []
        })
        .sort((one, other) => one.length - other.length || byName(one.each, other.each))
        .slice(0, limit)
        .map(({ each }) => each),
  }
}

/**
 * Finds the names that addresses have for containers that are a region, by code: Bayern, though GeoNames has Bavaria, which is found as well. A
 * region of several containers, such as Dublin, is none of them.
 */
function regionNamesOf(areas: readonly Area[]): Map<string, string> {
  const parts = new Map<string, Map<string, string>>()
  for (const { isoCode, isoPart, region } of areas) {
    if (isoPart === '') continue
    parts.set(isoCode, (parts.get(isoCode) ?? new Map<string, string>()).set(isoPart, region))
  }
  const names = new Map<string, string>()
  for (const [[code, region] = ['', ''], another] of parts.values()) if (!another) names.set(code, region)
  return names
}

const order = new Intl.Collator('en')

function byName(one: Container, other: Container): number {
  return order.compare(one.name, other.name) || (one.code < other.code ? -1 : 1)
}
