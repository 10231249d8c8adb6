import { commodityName, findGrade, findTag, findType } from './catalogue.ts'

/** How answers show ids of the catalogue: each with its name, in the words of the caller's country. */

interface NamedId {
  id: number
  name: string
}

export function namedCommodity(countryISO: string, id: number): NamedId {
  return { id, name: commodityName(countryISO, id) ?? '' }
}

export function namedType(id: number): NamedId {
  return { id, name: findType(id)?.name ?? '' }
}

/** No grade has the id 0 and no name. */
export function namedGrade(id: number | null): NamedId {
  return { id: id ?? 0, name: findGrade(id ?? 0)?.name ?? '' }
}

export function namedTags(ids: number[]): NamedId[] {
  return ids.map((id) => ({ id, name: findTag(id)?.name ?? '' }))
}
