import type { Actor } from '../../http/actor.ts'
import { commodityName, findGrade, findTag, findType } from './catalogue.ts'

// What the terms of a search's facets are called that are ids of the catalogue. An id that the catalogue has not is its own label.

/** In the words of the caller's country, as its answers have them. */
export function commodityLabel(id: string, { countryISO }: Pick<Actor, 'countryISO'>): string {
  return commodityName(countryISO, Number(id)) ?? id
}

/** A type is called the same in every country; so are grades and tags. */
export function typeLabel(id: string): string {
  return findType(Number(id))?.name ?? id
}

/** 0 is how answers show stock without a grade. */
export function gradeLabel(id: string): string {
  return id === '0' ? 'Ungraded' : (findGrade(Number(id))?.name ?? id)
}

export function tagLabel(id: string): string {
  return findTag(Number(id))?.name ?? id
}
