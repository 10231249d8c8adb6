import { hectaresFrom, squareMetres } from '../kernel/area.ts'
import { nameKey } from '../kernel/names.ts'
import { findGrade, findTag } from '../system/commodities/catalogue.ts'
import { message, type Message } from '../words/catalogue.ts'
import type { Difference, Fact, Trait } from '../words/terms.ts'
import { tidyTags } from './free-tags.ts'

/** Something of what is there, and what a row says of it: undefined where the row says nothing. */
export interface Compared {
  trait: Trait
  there: Fact
  here: Fact | undefined
}

/**
 * Describes the differences between a row and something that is there already, which stays as it is. Surrounding blanks and
 * the case of letters make no difference.
 *
 * @param of subject of the differences: the thing itself, or its store
 * @example differencesThere([{ trait: 'area', there: { hectares: 8 }, here: { hectares: 7 } }])
 * // “Its area is 8 ha there and 7 ha here; an import does not change it.”
 */
export function differencesThere(compared: Compared[], of: 'its' | 'store' = 'its'): Message[] {
  return compared.flatMap(({ trait, there, here }) =>
    here === undefined || keyOf(there) === keyOf(here)
      ? []
      : [message('differsThere', { of, trait, there, here })],
  )
}

/** Returns a key that is equal for facts that mean the same. */
function keyOf(fact: Fact): string {
  if ('name' in fact) return nameKey(fact.name)
  if ('names' in fact) return fact.names.map(nameKey).join(', ')
  if ('lines' in fact) return fact.lines.map((line) => nameKey(line ?? 'none')).join(', ')
  return 'none' in fact ? fact.none : JSON.stringify(fact)
}

/** True if two facts are the same, letter for letter. */
export function isSameFact({ there, here }: Pick<Difference, 'there' | 'here'>): boolean {
  return JSON.stringify(there) === JSON.stringify(here)
}

/** A name; nothing where it is empty. */
export function nameFact(name: string | null): Fact {
  return name === null || name === '' ? { none: 'none' } : { name }
}

/** Square metres or hectares as people read them. */
export function areaFact(hectares: string | number): Fact {
  return { hectares: Number(hectaresFrom(squareMetres(hectares))) }
}

/** A list in any order, each item once as tags are kept. */
export function listFact(items: readonly string[]): Fact {
  const kept = tidyTags(items).filter((item) => item !== '')
  const names = kept.sort((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1))
  return names.length === 0 ? { none: 'none' } : { names }
}

/** Commodity tags by their names. */
export function tagsFact(ids: readonly number[]): Fact {
  return listFact(ids.map((id) => findTag(id)?.name ?? String(id)))
}

/** A grade by its name. */
export function gradeFact(gradeId: number | null): Fact {
  return gradeId === null ? { none: 'none' } : { name: findGrade(gradeId)?.name ?? String(gradeId) }
}

/** Two owners by their names, and by their ids besides where the names alone do not tell them apart. */
export function ownerFacts(there: Owner, here: Owner): { there: Fact; here: Fact } {
  const areNamesakes = there.name === here.name && there.id !== here.id
  const factOf = ({ id, name }: Owner): Fact => ({ name: areNamesakes ? `${name} (${id})` : name })
  return { there: factOf(there), here: factOf(here) }
}

interface Owner {
  id: string
  name: string
}
