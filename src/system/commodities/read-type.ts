import { message, type Message } from '../../words/catalogue.ts'
import { problemAt, type Problem, type Row } from '../imports/imports.ts'
import { nameKey } from '../../kernel/names.ts'
import { commodityTree, MIXED_TYPE, MIXED_VARIETY, type TypeEntry } from './catalogue.ts'
import { findTypeNamed, type findCommodityNamed } from './names.ts'

/** The types and grades of rows that name a commodity. */

/**
 * The type that a row says: in Type, or with the commodity, as “Winter wheat” does. Where both say one, they say the same:
 * nobody knows which of two was meant.
 *
 * @param mayBeMixed whether it may be a heap of several types, as an export of stock says
 */
export function readType(
  row: Row & { values: { commodity?: string; type?: string } },
  countryISO: string,
  found: ReturnType<typeof findCommodityNamed>,
  { mayBeMixed = false } = {},
): { type: TypeEntry | undefined; problems: Problem[] } {
  const { commodity = '', type: cell } = row.values
  if (!found || cell === undefined) return { type: found?.type, problems: [] }
  const { id, name } = found.commodity
  const type = findTypeNamed(id, cell) ?? (mayBeMixed ? mixedTypes(id, cell) : undefined)
  const refused = (said: Message) => ({
    type: undefined,
    problems: [problemAt(row, 'type', said)],
  })
  if (!type) return refused(message('isNoTypeNamed', { commodity: name, types: typeNames(countryISO, id) }))
  if (found.type && found.type.id !== type.id)
    return refused(message('typesDiffer', { type: type.name, words: commodity, other: found.type.name }))
  return { type, problems: [] }
}

/** What a heap of several types of a commodity is of. */
function mixedTypes(commodityId: number, name: string): TypeEntry | undefined {
  if (nameKey(name) !== nameKey(MIXED_VARIETY)) return undefined
  return { id: MIXED_TYPE, name: MIXED_VARIETY, alsoCalled: [], commodityId }
}

/** The names of the types that a country has of a commodity. */
export function typeNames(countryISO: string, commodityId: number): string[] {
  return typesIn(countryISO, commodityId).map(({ name }) => name)
}

/** The names of the grades that a country has of a type. */
export function gradeNames(countryISO: string, { id, commodityId }: TypeEntry): string[] {
  const type = typesIn(countryISO, commodityId).find((each) => each.id === id)
  return (type?.grades ?? []).map(({ name }) => name)
}

/** The types that a country has of a commodity, as what a cell may say instead, in English. */
export function sayTypes(countryISO: string, commodityId: number): string {
  return choices(typeNames(countryISO, commodityId))
}

/** The grades that a country has of a type, the same way. */
export function sayGrades(countryISO: string, type: TypeEntry): string {
  return choices(gradeNames(countryISO, type))
}

function typesIn(countryISO: string, commodityId: number) {
  const items = commodityTree(countryISO).flatMap((each) => each.items)
  return items.find(({ id }) => id === commodityId)?.types ?? []
}

/** Nothing where the country has none. */
function choices(names: string[]): string {
  return names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`
}
