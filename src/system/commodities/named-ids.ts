import { commodityName, findGrade, findTag, typeName } from './catalogue.ts'

// How answers show ids of the catalogue: each with its name, empty for what the catalogue has not.

interface NamedId {
  id: number
  name: string
}

/** In the words of the caller’s country: what is corn in one is maize in another. */
export function namedCommodity(countryISO: string, id: number): NamedId {
  return { id, name: commodityName(countryISO, id) ?? '' }
}

/** A type is called the same in every country; so are grades and tags. Mixed types have the id 0. */
export function namedType(id: number): NamedId {
  return { id, name: typeName(id) ?? '' }
}

/** No grade has the id 0 and no name. */
export function namedGrade(id: number | null): NamedId {
  return { id: id ?? 0, name: findGrade(id ?? 0)?.name ?? '' }
}

export function namedTags(ids: number[]): NamedId[] {
  return ids.map((id) => ({ id, name: findTag(id)?.name ?? '' }))
}
