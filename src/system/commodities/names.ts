import { commodityNameFor, type NamesReader } from './served-names.ts'
import { nameKey } from '../../kernel/names.ts'
import { once } from '../data-file.ts'
import {
  catalogueEntries,
  commodityName,
  commodityTree,
  MIXED_TYPE,
  type CommodityEntry,
  type GradeEntry,
  type TagEntry,
  type TypeEntry,
} from './catalogue.ts'
import { nearestCommodities } from './nearest-names.ts'
import { gradeMeant, namesFiles, understand, type Reading } from './understand.ts'
import { message, type Message } from '../../words/catalogue.ts'

/**
 * Commodities by the names that people write into tables, whatever their case; an id may be written as well. What a country
 * calls a commodity goes before what others call it.
 */

/** Whatever their case, and however many blanks. */
function foldName(name: string): string {
  return nameKey(name.normalize('NFKC')).replaceAll(/\s+/g, ' ')
}

interface Names {
  commodities: Map<string, CommodityEntry>
  /** `winter wheat`: a type and its commodity in one. */
  both: Map<string, TypeEntry>
  /** By `1|winter`. */
  types: Map<string, TypeEntry>
  /** By `GB|101|group 1`. */
  grades: Map<string, GradeEntry>
  tags: Map<string, TagEntry>
}

const names = once((): Names => {
  const { commodities, types, grades, tags } = catalogueEntries()
  const found: Names = {
    commodities: new Map(),
    both: new Map(),
    types: new Map(),
    grades: new Map(),
    tags: new Map([...tags.values()].map((tag) => [foldName(tag.name), tag])),
  }
  for (const commodity of commodities.values())
    for (const name of [commodity.name, ...commodity.alsoCalled])
      found.commodities.set(foldName(name), commodity)
  for (const type of types.values()) {
    for (const name of [type.name, ...type.alsoCalled])
      found.types.set(`${type.commodityId}|${foldName(name)}`, type)
    const commodity = commodities.get(type.commodityId)
    for (const name of commodity ? [commodity.name, ...commodity.alsoCalled] : [])
      for (const its of [type.name, ...type.alsoCalled]) found.both.set(foldName(`${its} ${name}`), type)
  }
  for (const grade of grades.values())
    found.grades.set(`${grade.countryISO}|${grade.typeId}|${foldName(grade.name)}`, grade)
  addServedNames(found)
  return found
})

/** Adds names that answers give types, grades and tags in other languages, unless one is the catalogue's own name of another. */
function addServedNames({ types: byType, grades: byGrade, tags: byTag }: Names): void {
  const { types, grades, tags } = catalogueEntries()
  for (const { names: served } of namesFiles().values()) {
    const add = <Entry>(to: Map<string, Entry>, before: string, name: string | undefined, entry: Entry) => {
      const key = `${before}${foldName(name ?? '')}`
      if (name !== undefined && !to.has(key)) to.set(key, entry)
    }
    for (const type of types.values()) {
      add(byType, `${type.commodityId}|`, served.labels?.[type.name], type)
      for (const own of Object.values(served.countries ?? {}))
        add(byType, `${type.commodityId}|`, own.types?.[String(type.id)], type)
    }
    for (const grade of grades.values())
      add(byGrade, `${grade.countryISO}|${grade.typeId}|`, served.labels?.[grade.name], grade)
    for (const tag of tags.values()) add(byTag, '', served.tags?.[String(tag.id)], tag)
  }
}

function idOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** A name as it was understood; `gradeNames` are the names of the grade, where the name gives it too. */
export interface NamedCommodity {
  commodity: CommodityEntry
  type?: TypeEntry
  gradeNames?: readonly string[]
  /** Of those that the name says, as “organic wheat” does. */
  tagIds?: readonly number[]
}

/**
 * The commodity, and the type and grade where the name says them too: the catalogue's own names, ids, codes such as
 * `EPPO:TRZAX`, and what people of the country say. Undefined for what nobody knows, and for what could be two things.
 *
 * @example findCommodityNamed('winter wheat', 'GB') // { commodity: { id: 1, … }, type: { id: 101, … } }
 */
export function findCommodityNamed(name: string, countryISO = ''): NamedCommodity | undefined {
  const written = findWritten(name)
  if (written) return written
  const reading = findByCode(name) ?? understand(name, countryISO)
  return reading && 'is' in reading ? reading.is : undefined
}

/** Explains why a name is no commodity: nobody knows it, or it could be two, of which somebody has to name one. */
export function commodityProblem(name: string, reader: NamesReader): Message {
  const reading = understand(name, reader.countryISO)
  if (!reading || !('mayBe' in reading))
    return message('isNoKnownCommodity', { nearest: nearestCommodities(name, reader) })
  return message('mayBeSeveral', {
    choices: reading.mayBe.map(({ id }) => commodityNameFor(reader, id) ?? String(id)),
  })
}

/**
 * Describes how a name was understood, in the words of the country, so that the person who wrote it can see.
 *
 * @example takenNames('DE', { commodity: barley, gradeNames: ['Malting'] }) // 'Barley, Malting'
 */
export function takenNames(countryISO: string, { commodity, type, gradeNames = [] }: NamedCommodity): string {
  const grade = typesOf(commodity.id, type).flatMap(
    ({ id }) => gradeMeant(countryISO, id, gradeNames) ?? [],
  )[0]
  return [commodityName(countryISO, commodity.id), type?.name, grade?.name]
    .filter((part) => part !== undefined)
    .join(', ')
}

function typesOf(commodityId: number, only: TypeEntry | undefined): TypeEntry[] {
  return only
    ? [only]
    : [...catalogueEntries().types.values()].filter((type) => type.commodityId === commodityId)
}

/** The grade of a type that a name means besides, as “Malting barley” does. */
export function gradeNamedWith(countryISO: string, typeId: number, found: NamedCommodity) {
  return gradeMeant(countryISO, typeId, found.gradeNames ?? [])
}

function findWritten(name: string): NamedCommodity | undefined {
  const { commodities } = catalogueEntries()
  const commodity = names().commodities.get(foldName(name)) ?? commodities.get(idOf(name))
  if (commodity) return { commodity }
  const type = names().both.get(foldName(name))
  const itsCommodity = type && commodities.get(type.commodityId)
  return itsCommodity && { commodity: itsCommodity, type }
}

/** A type of a commodity. */
export function findTypeNamed(commodityId: number, name: string): TypeEntry | undefined {
  const byId = catalogueEntries().types.get(idOf(name))
  const found =
    names().types.get(`${commodityId}|${foldName(name)}`) ?? names().both.get(foldName(name)) ?? byId
  return found?.commodityId === commodityId ? found : undefined
}

/** The only type of a commodity, or the only one that a country grows. */
export function onlyTypeOf(commodityId: number, countryISO: string): TypeEntry | undefined {
  const all = [...catalogueEntries().types.values()].filter((type) => type.commodityId === commodityId)
  const grown = commodityTree(countryISO)
    .flatMap(({ items }) => items)
    .filter(({ id }) => id === commodityId)
    .flatMap(({ types }) => types.map(({ id }) => id))
  const [only, another] = grown.length > 0 ? all.filter(({ id }) => grown.includes(id)) : all
  return another ? undefined : only
}

/** A grade of a type, as a country has it; of mixed types, one of that name of any of them. */
export function findGradeNamed(
  countryISO: string,
  { id: typeId, commodityId }: Pick<TypeEntry, 'id' | 'commodityId'>,
  name: string,
): GradeEntry | undefined {
  if (typeId === MIXED_TYPE)
    return [...catalogueEntries().grades.values()].find(
      (grade) =>
        grade.countryISO === countryISO &&
        grade.commodityId === commodityId &&
        foldName(grade.name) === foldName(name),
    )
  const byId = catalogueEntries().grades.get(idOf(name))
  return (
    names().grades.get(`${countryISO}|${typeId}|${foldName(name)}`) ??
    (byId?.typeId === typeId ? byId : undefined)
  )
}

/** A commodity tag by its name, in any case, or by its id. */
export function findTagNamed(name: string): TagEntry | undefined {
  return names().tags.get(foldName(name)) ?? catalogueEntries().tags.get(idOf(name))
}

/** Writes a commodity for a table of a country in such a way that it is found again. */
export function writtenCommodity(countryISO: string, commodityId: number): string {
  const name = commodityName(countryISO, commodityId) ?? ''
  return findCommodityNamed(name)?.commodity.id === commodityId ? name : String(commodityId)
}

/**
 * Finds what a code of others stands for; undefined for one that is not known here, or that stands for several things. A heading of customs includes
 * what lies below it, and Combined Nomenclature goes further into the Harmonized System: of several headings the closest counts.
 *
 * @example findByCode('CN:1001 99 00') // wheat, which is all of 1001 but what 1001.19 and others say
 */
function findByCode(text: string): Reading | undefined {
  const [, system = '', code = ''] =
    /^(EPPO|HS|CN|WIKIDATA):([A-Z0-9. ]+)$/.exec(text.trim().toUpperCase()) ?? []
  const wanted = plain(code)
  const isCustoms = system === 'HS' || system === 'CN'
  if (wanted === '' || (isCustoms && !CUSTOMS.test(wanted))) return undefined
  const { commodities, types, codes } = catalogueEntries()
  const found = [...codes].flatMap(([id, { EPPO, HS, alsoHS = [], Wikidata }]) => {
    const known = isCustoms ? [HS, ...alsoHS] : [system === 'EPPO' ? EPPO : Wikidata]
    const closest = known
      .map((each) => plain(each ?? ''))
      .filter((each) => each !== '' && (isCustoms ? wanted.startsWith(each) : wanted === each))
    return closest.map(({ length }) => ({ id, length }))
  })
  const most = Math.max(...found.map(({ length }) => length))
  const [first, another] = found.filter(({ length }) => length === most)
  if (!first || another) return undefined
  const type = types.get(first.id)
  const commodity = commodities.get(type?.commodityId ?? first.id)
  return commodity && { is: { commodity, ...(type && { type }), gradeNames: [] } }
}

/** Four digits of the Harmonized System, six, or the eight or ten of what customs make of it. */
const CUSTOMS = /^[0-9]{4}([0-9]{2}){0,3}$/

/** `1001.19`, `1001 19` and `100119` are one code. */
function plain(code: string): string {
  return code.replaceAll(/[. ]/g, '').toUpperCase()
}
