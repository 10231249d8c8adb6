import { findTag } from '../system/commodities/catalogue.ts'
import { nameKey } from '../kernel/names.ts'
import { tidyTags } from './free-tags.ts'

/** Something of what is there, and what a row says of it: undefined where the row says nothing. */
export interface Compared {
  what: string
  there: string
  here: string | undefined
}

/**
 * What is said of a row that is there already and says something else: what is there stays as it is. Blanks around and the case
 * of letters are nothing else.
 *
 * @param whose what it is that the row says something else of
 * @example sayDifferences([{ what: 'area', there: '8 ha', here: '7 ha' }])
 * // ['Its area is 8 ha there and 7 ha here; an import does not change it.']
 */
export function sayDifferences(compared: Compared[], whose = 'Its'): string[] {
  return compared
    .filter(({ there, here }) => here !== undefined && nameKey(there) !== nameKey(here))
    .map(
      ({ what, there, here }) =>
        `${whose} ${what} is ${there} there and ${here} here; an import does not change it.`,
    )
}

/** A list in any order, each item once as tags are kept, and “none” where it is empty. */
export function sayList(items: readonly string[]): string {
  const said = tidyTags(items).filter((item) => item !== '')
  const inOrder = said.sort((one, other) => (nameKey(one) < nameKey(other) ? -1 : 1))
  return inOrder.length === 0 ? 'none' : inOrder.join(', ')
}

/** Commodity tags by their names. */
export function sayTags(ids: readonly number[]): string {
  return sayList(ids.map((id) => findTag(id)?.name ?? String(id)))
}

/** Two owners by their names, and by their ids besides where the names alone do not tell them apart. */
export function sayOwners(there: Owner, here: Owner): { there: string; here: string } {
  const areNamesakes = there.name === here.name && there.id !== here.id
  const say = ({ id, name }: Owner) => (areNamesakes ? `${name} (${id})` : name)
  return { there: say(there), here: say(here) }
}

interface Owner {
  id: string
  name: string
}
