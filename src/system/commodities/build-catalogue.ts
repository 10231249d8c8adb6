import type { WeightUnit } from '../../kernel/weight.ts'
import { findCountry } from '../countries/countries.ts'
import { addUnique, deepFreeze, ReferenceDataError } from '../data-file.ts'
import { MIXED_VARIETY, type Catalogue, type CommodityEntry } from './entries.ts'
import type { CodesFile, CountryTreeFile, ListsFile, VocabularyFile } from './files.ts'
import { commodityKinds, type Commodity, type CommodityKind } from './schema.ts'
import { unitFor } from '../units/units.ts'
import { message } from '../../words/catalogue.ts'

type CommodityRow = CountryTreeFile['commodities'][number]
type TypeRow = CommodityRow['types'][number]
type GradeRow = TypeRow['grades'][number]

/** Puts the files together and refuses what does not fit: an id used twice, a name that is not the id's, a rank with two names. */
export function buildCatalogue(
  vocabulary: VocabularyFile,
  countryTrees: readonly CountryTreeFile[],
  lists: ListsFile,
  codes: CodesFile,
): Catalogue {
  const catalogue: Catalogue = {
    commodities: new Map(),
    types: new Map(),
    grades: new Map(),
    tags: new Map(),
    defaultSegregation: new Map(),
    trees: new Map(),
    items: new Map(),
    lists: new Map(),
    codes: new Map(),
  }
  for (const list of lists) addUnique(catalogue.lists, list.id, deepFreeze(list), 'lists.json', 'list')
  addVocabulary(catalogue, vocabulary)
  addCodes(catalogue, codes)
  for (const tree of countryTrees) addCountry(catalogue, tree)
  return catalogue
}

function addVocabulary(catalogue: Catalogue, { commodities, tags }: VocabularyFile): void {
  const file = 'commodities.json'
  for (const { id, name, kind, alsoCalled = [], types } of commodities) {
    addUnique(catalogue.commodities, id, deepFreeze({ id, name, kind, alsoCalled }), file, 'commodity')
    for (const { id: typeId, name: typeName, alsoCalled: others = [] } of types) {
      const type = { id: typeId, name: typeName, alsoCalled: others, commodityId: id }
      addUnique(catalogue.types, typeId, deepFreeze(type), file, 'type')
    }
  }
  const defaults = new Map<string, string>()
  for (const { id, name, segregation } of tags) {
    const tag = segregation
      ? { id, name, segregation: { group: segregation.group, key: segregation.key } }
      : { id, name }
    addUnique(catalogue.tags, id, deepFreeze(tag), file, 'tag')
    if (segregation?.default)
      addUnique(defaults, segregation.group, segregation.key, file, 'defaultOfSegregation')
  }
  for (const { name, segregation } of catalogue.tags.values()) {
    if (segregation && !defaults.has(segregation.group)) {
      throw new ReferenceDataError(
        file,
        message('segregationHasNoDefault', { group: segregation.group, tag: name }),
      )
    }
  }
  catalogue.defaultSegregation = new Map([...defaults].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function addCodes(catalogue: Catalogue, codes: CodesFile): void {
  for (const { id, ...rest } of codes) {
    if (!catalogue.commodities.has(id) && !catalogue.types.has(id))
      throw new ReferenceDataError(
        'codes.json',
        message('thereIsNoData', { what: 'commodityOrType', id: String(id) }),
      )
    addUnique(catalogue.codes, id, deepFreeze(rest), 'codes.json', 'codes')
  }
}

/** As a field, where there are any. */
function codesField({ codes }: Catalogue, id: number) {
  const { alsoHS: _, Wikidata: __, ...told } = codes.get(id) ?? {}
  return Object.keys(told).length > 0 && { codes: told }
}

function addCountry(catalogue: Catalogue, tree: CountryTreeFile): void {
  const { countryISO } = tree
  const file = fileOf(countryISO)
  const country = findCountry(countryISO)
  if (!country)
    throw new ReferenceDataError(file, message('thereIsNoData', { what: 'country', id: countryISO }))
  const itemsByKind: Record<CommodityKind, Commodity['items']> = { crop: [], produce: [] }
  for (const row of tree.commodities) {
    const { kind } = commodityOf(catalogue, row, countryISO)
    const item = itemOf(catalogue, { ...row, list: row.list ?? tree.list }, countryISO, tree.list)
    addUnique(catalogue.items, `${countryISO}|${row.id}`, item, file, 'commodity')
    itemsByKind[kind].push(item)
  }
  const { defaultWeight, weighbridgeWeight } = country
  const elements = commodityKinds
    .filter((kind) => itemsByKind[kind].length > 0)
    .map((kind) => ({
      id: `${countryISO}-${kind}`,
      countryISO,
      list: tree.list,
      items: itemsByKind[kind],
      type: kind,
      defaultWeight,
      weighbridgeWeight,
    }))
  addUnique(catalogue.trees, countryISO, deepFreeze(elements), file, 'country')
}

function commodityOf(catalogue: Catalogue, row: CommodityRow, countryISO: string): CommodityEntry {
  const commodity = catalogue.commodities.get(row.id)
  if (!commodity || ![commodity.name, ...commodity.alsoCalled].includes(row.name)) {
    throw new ReferenceDataError(
      fileOf(countryISO),
      message('commodityHasOtherName', { id: row.id, name: row.name }),
    )
  }
  return commodity
}

function itemOf(
  catalogue: Catalogue,
  row: CommodityRow,
  countryISO: string,
  treeList: string,
): Commodity['items'][number] {
  const nameOfRank = new Map<number, string>()
  return {
    id: row.id,
    name: row.name,
    ...(row.list !== treeList && { list: row.list ?? treeList }),
    ...codesField(catalogue, row.id),
    types: row.types.map((type) => typeOf(catalogue, row, type, countryISO, nameOfRank)),
    tags: row.tags.map((id) => {
      const tag = catalogue.tags.get(id)
      if (!tag)
        throw new ReferenceDataError(fileOf(countryISO), message('hasUnknownTag', { name: row.name, id }))
      return { id, name: tag.name }
    }),
    weight: weightOf(row, countryISO),
  }
}

function typeOf(
  catalogue: Catalogue,
  row: CommodityRow,
  type: TypeRow,
  countryISO: string,
  nameOfRank: Map<number, string>,
) {
  const file = fileOf(countryISO)
  const known = catalogue.types.get(type.id)
  if (known?.commodityId !== row.id || ![known.name, ...known.alsoCalled].includes(type.name)) {
    throw new ReferenceDataError(
      file,
      message('typeHasOtherName', { id: type.id, commodity: row.name, name: type.name }),
    )
  }
  const classOf = new Map<string, string>()
  const suggested: string[] = []
  const grades = type.grades.map((grade) => {
    const { id, name, rank } = grade
    const where = `${row.name}, ${type.name}, ${name}`
    ensureOneNamePerRank(nameOfRank, rank, name, file, where)
    ensureOneClass(classOf, grade, file, where)
    const ofType = type.list ?? row.list ?? ''
    const list = ensureList(catalogue, grade.list ?? ofType, countryISO, where)
    const own = grade.varieties.map((each) => (typeof each === 'string' ? each : each.name))
    const varieties = [...new Set(grade.takesBetter ? [...suggested, ...own] : own)].sort(order.compare)
    if (!grade.supplementary) suggested.push(...own)
    if (varieties.length === 0 && !grade.freeText)
      throw new ReferenceDataError(file, message('listsNoVariety', { grade: where }))
    if (varieties.includes(MIXED_VARIETY))
      throw new ReferenceDataError(file, message('listsMixed', { grade: where, variety: MIXED_VARIETY }))
    const entry = { id, name, rank, countryISO, commodityId: row.id, typeId: type.id, varieties, list }
    addUnique(catalogue.grades, id, deepFreeze(entry), file, 'grade')
    return { id, name, rank, varieties: [...varieties, MIXED_VARIETY], ...(list !== ofType && { list }) }
  })
  const own = type.list !== undefined && type.list !== row.list ? { list: type.list } : {}
  return { id: type.id, name: type.name, ...own, ...codesField(catalogue, type.id), grades }
}

const order = new Intl.Collator('en')

/** A variety is of one class of its type, unless its list says in which zones it is of another. */
function ensureOneClass(classOf: Map<string, string>, grade: GradeRow, file: string, where: string): void {
  if (grade.supplementary) return
  for (const each of grade.varieties) {
    if (typeof each !== 'string' && each.zones) continue
    const name = typeof each === 'string' ? each : each.name
    const other = classOf.get(name)
    if (other !== undefined)
      throw new ReferenceDataError(
        file,
        message('listsVarietyOfOther', { grade: where, variety: name, other }),
      )
    classOf.set(name, grade.name)
  }
}

function ensureList(catalogue: Catalogue, list: string, countryISO: string, where: string): string {
  if (catalogue.lists.get(list)?.countryISO !== countryISO)
    throw new ReferenceDataError(fileOf(countryISO), message('gradeIsOfUnknownList', { grade: where, list }))
  return list
}

/** "The lower grade" of two must be one answer, so a rank has one name, and a name one rank. */
function ensureOneNamePerRank(
  nameOfRank: Map<number, string>,
  rank: number,
  name: string,
  file: string,
  where: string,
): void {
  for (const [knownRank, knownName] of nameOfRank) {
    if ((knownRank === rank) !== (knownName === name)) {
      throw new ReferenceDataError(
        file,
        message('hasRankOfOther', { grade: where, rank, other: knownName, otherRank: knownRank }),
      )
    }
  }
  nameOfRank.set(rank, name)
}

function weightOf(row: CommodityRow, countryISO: string): WeightUnit {
  const unit = unitFor(countryISO, row.weight, row.id)
  if (!unit)
    throw new ReferenceDataError(
      fileOf(countryISO),
      message('isWeighedInNoUnit', { name: row.name, unit: row.weight }),
    )
  return unit
}

function fileOf(countryISO: string): string {
  return `commodities/${countryISO}.json`
}
