import { readdirSync } from 'node:fs'
import { KILOGRAM, type WeightUnit } from '../../kernel/weight.ts'
import { findCountry } from '../countries/countries.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { DATA_DIRECTORY, once, readDataFile, ReferenceDataError } from '../data-file.ts'
import {
  MIXED_TYPE,
  MIXED_VARIETY,
  type Catalogue,
  type CommodityEntry,
  type GradeEntry,
  type ListEntry,
  type TagEntry,
  type TypeEntry,
} from './entries.ts'
import { CodesFile, CountryTreeFile, ListsFile, VocabularyFile } from './files.ts'
import type { Commodity } from './schema.ts'
import { message } from '../../words/catalogue.ts'

export { MIXED_TYPE, MIXED_VARIETY } from './entries.ts'
export type { CommodityEntry, GradeEntry, TagEntry, TypeEntry } from './entries.ts'

/** The commodities of every country, in memory and never changed. All look-ups by id take the same short time. */

const catalogue = once(() => readCatalogue())

/** Reads the catalogue now, so that a broken file is found at the start. */
export function loadCatalogue(): void {
  catalogue()
}

/** The commodities of a country in the documented shape, crops first; empty where we have none. */
export function commodityTree(countryISO: string): readonly Commodity[] {
  return catalogue().trees.get(countryISO) ?? []
}

/** Everything that has an id, for whoever looks things up in another way. */
export function catalogueEntries(): Readonly<
  Pick<Catalogue, 'commodities' | 'types' | 'grades' | 'tags' | 'codes'>
> {
  return catalogue()
}

/** The countries that have commodities. */
export function commodityCountries(): readonly string[] {
  return [...catalogue().trees.keys()]
}

/** Gives a country's name for a commodity, or its general name where the country has none; undefined for an unknown id. */
export function commodityName(countryISO: string, commodityId: number): string | undefined {
  return catalogue().items.get(`${countryISO}|${commodityId}`)?.name ?? findCommodity(commodityId)?.name
}

/**
 * The unit that people of a country read a commodity's weight in; without a commodity, or one the country has not,
 * the unit they read any weight in.
 *
 * @example readingUnit('US', 1) // { name: 'bushel', conversion: 27.2155422 }
 */
export function readingUnit(countryISO: string, commodityId?: number): WeightUnit {
  const item = commodityId === undefined ? undefined : catalogue().items.get(`${countryISO}|${commodityId}`)
  return item?.weight ?? findCountry(countryISO)?.defaultWeight ?? KILOGRAM
}

/** A commodity by id; the same id is the same thing in every country. */
export function findCommodity(id: number): CommodityEntry | undefined {
  return catalogue().commodities.get(id)
}

/** A commodity type by id; the same id is the same thing in every country. */
export function findType(id: number): TypeEntry | undefined {
  return catalogue().types.get(id)
}

/** Gives the name of a type; undefined for an unknown id. */
export function typeName(id: number): string | undefined {
  return id === MIXED_TYPE ? MIXED_VARIETY : findType(id)?.name
}

/** A grade by id. Its id alone fixes country, commodity and type. */
export function findGrade(id: number): GradeEntry | undefined {
  return catalogue().grades.get(id)
}

/** Every list that data is from. */
export function sourceLists(): readonly ListEntry[] {
  return [...catalogue().lists.values()]
}

/** A tag by id. */
export function findTag(id: number): TagEntry | undefined {
  return catalogue().tags.get(id)
}

/** True if a grade is one of this commodity and this type; for mixed types, of any of them. */
export function gradeBelongsTo(gradeId: number, commodityId: number, typeId: number): boolean {
  const grade = findGrade(gradeId)
  return (
    grade !== undefined && grade.commodityId === commodityId && [grade.typeId, MIXED_TYPE].includes(typeId)
  )
}

/** Ranks a grade: 1 is best. Comparable within one commodity of one country. Throws for an unknown grade. */
export function gradeRank(gradeId: number): number {
  return known(findGrade(gradeId), 'grade', gradeId).rank
}

/**
 * Gives what must be equal for two parcels to lie in one bay (rules.md §3): one key per segregation group, with the group's default where no tag sets
 * another. Throws for tags that contradict each other: ask `contradictingTags` first.
 *
 * @example segregationOf([1]) // 'organic:organic|rape:00'
 */
export function segregationOf(tagIds: readonly number[]): string {
  const clash = contradictingTags(tagIds)
  if (clash) throw new RangeError(`Tags ${clash[0].name} and ${clash[1].name} contradict each other`)
  const keys = new Map(catalogue().defaultSegregation)
  for (const id of tagIds) {
    const { segregation } = known(findTag(id), 'tag', id)
    if (segregation) keys.set(segregation.group, segregation.key)
  }
  return [...keys].map(([group, key]) => `${group}:${key}`).join('|')
}

/**
 * The tags that stock has which is kept apart like this: those of its own, with what sets it apart, and nothing that sets it apart
 * otherwise. Whatever was said of it, it is shown as what it may be mixed with.
 *
 * @example segregatingTags('organic:conventional|rape:00', [1, 27]) // [27], of Organic and Seed crop
 */
export function segregatingTags(segregation: string, tagIds: number[]): number[] {
  if (segregationOf(tagIds) === segregation) return tagIds
  const keys = new Map(segregation.split('|').map((key) => key.split(':') as [group: string, key: string]))
  const { tags, defaultSegregation } = catalogue()
  const apart = [...tags.values()].filter(
    (tag) =>
      tag.segregation &&
      keys.get(tag.segregation.group) === tag.segregation.key &&
      defaultSegregation.get(tag.segregation.group) !== tag.segregation.key,
  )
  const own = tagIds.filter((id) => !findTag(id)?.segregation)
  return [...own, ...apart.map(({ id }) => id)].sort((a, b) => a - b)
}

/** Two of these tags that cannot both hold, such as Organic and Conventional; undefined where all agree. */
export function contradictingTags(tagIds: readonly number[]): readonly [TagEntry, TagEntry] | undefined {
  const byGroup = new Map<string, TagEntry>()
  for (const id of tagIds) {
    const tag = known(findTag(id), 'tag', id)
    if (!tag.segregation) continue
    const other = byGroup.get(tag.segregation.group)
    if (other && other.id !== id) return [other, tag]
    byGroup.set(tag.segregation.group, tag)
  }
  return undefined
}

function known<Entry>(entry: Entry | undefined, what: string, id: number): Entry {
  if (entry === undefined) throw new RangeError(`There is no ${what} ${id}`)
  return entry
}

/** Reads the catalogue from a directory laid out as `data/` is. Throws ReferenceDataError at the first thing that is wrong. */
export function readCatalogue(directory: URL = DATA_DIRECTORY): Catalogue {
  const vocabulary = readDataFile('commodities.json', VocabularyFile, directory)
  const trees = readdirSync(new URL('commodities/', directory))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const tree = readDataFile(`commodities/${name}`, CountryTreeFile, directory)
      if (name !== `${tree.countryISO}.json`)
        throw new ReferenceDataError(
          `commodities/${name}`,
          message('countryOfFileIs', { country: tree.countryISO }),
        )
      return tree
    })
  const lists = readDataFile('lists.json', ListsFile, directory)
  return buildCatalogue(vocabulary, trees, lists, readDataFile('codes.json', CodesFile, directory))
}
