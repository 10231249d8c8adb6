import { commodityCountries, commodityTree, findGrade, findType, sourceLists } from './catalogue.ts'
import { atMoisture } from '../../kernel/moisture.ts'
import {
  addUnique,
  DATA_DIRECTORY,
  deepFreeze,
  once,
  readDataFile,
  ReferenceDataError,
} from '../data-file.ts'
import { MeasuresFile, SpecificationsFile } from './files.ts'
import type { Commodity, DefaultSpecification } from './schema.ts'
import { message, type Message } from '../../words/catalogue.ts'

const FILE = 'specifications.json'

type SpecificationRow = SpecificationsFile[number]
type MeasureRow = MeasuresFile[number]

interface Specifications {
  measures: ReadonlyMap<number, MeasureRow>
  byGrade: ReadonlyMap<number, DefaultSpecification>
  /** By `GB|1`: country and commodity, in the order of the tree. */
  byCommodity: ReadonlyMap<string, readonly DefaultSpecification[]>
}

const specifications = once(() => readSpecifications())

/** Reads the specifications now, so that a broken file is found at the start. */
export function loadSpecifications(): void {
  specifications()
}

/**
 * The default specifications of a commodity in a country, one for each grade that has any, narrowed to a type or a grade
 * where one is named (rules.md §7). A limit that nobody set is the lowest or highest value the measure can have.
 */
export function specificationsFor(wanted: {
  countryISO: string
  commodityId: number
  typeId?: number
  gradeId?: number
}): readonly DefaultSpecification[] {
  const { byGrade, byCommodity } = specifications()
  const { countryISO, commodityId, typeId, gradeId } = wanted
  if (gradeId !== undefined) {
    const grade = findGrade(gradeId)
    const isWanted =
      grade?.countryISO === countryISO &&
      grade.commodityId === commodityId &&
      (typeId ?? grade.typeId) === grade.typeId
    const found = isWanted ? byGrade.get(gradeId) : undefined
    return found ? [found] : []
  }
  const all = byCommodity.get(`${countryISO}|${commodityId}`) ?? []
  return typeId === undefined ? all : all.filter((each) => each.commodity.type.id === typeId)
}

/** Lists everything that can be measured, in the order of the file. */
export function listMeasures(): readonly Readonly<MeasureRow>[] {
  return [...specifications().measures.values()]
}

function knownMeasure(id: number): MeasureRow {
  const measure = specifications().measures.get(id)
  if (!measure) throw new RangeError(`There is no measure ${id}`)
  return measure
}

/** Reads measures and limits from a directory laid out as `data/` is. Throws ReferenceDataError at the first thing that is wrong. */
export function readSpecifications(directory: URL = DATA_DIRECTORY): Specifications {
  const measures = new Map<number, MeasureRow>()
  for (const measure of readDataFile('measures.json', MeasuresFile, directory)) {
    addUnique(measures, measure.id, measure, 'measures.json', 'measure')
  }
  const rows = readDataFile(FILE, SpecificationsFile, directory)
  for (const row of rows) ensureRowFits(row, measures)
  const byGrade = new Map<number, DefaultSpecification>()
  const byCommodity = new Map<string, DefaultSpecification[]>()
  for (const countryISO of commodityCountries()) {
    for (const item of commodityTree(countryISO).flatMap((element) => element.items)) {
      const own = rows.filter((row) => row.countryISO === countryISO && row.commodityId === item.id)
      const found = specificationsOf(countryISO, item, own, measures)
      for (const each of found) byGrade.set(each.commodity.grade.id, each)
      byCommodity.set(`${countryISO}|${item.id}`, deepFreeze(found))
    }
  }
  return { measures, byGrade, byCommodity }
}

/** Names in the file guard its ids: a row whose ids and names disagree was edited wrongly. */
function ensureRowFits(row: SpecificationRow, measures: ReadonlyMap<number, MeasureRow>): void {
  const { about, countryISO: country } = row
  const wrong = (problem: Message) =>
    new ReferenceDataError(FILE, message('specificationIsWrong', { about, country, problem }))
  const isThere = commodityTree(row.countryISO).some((element) =>
    element.items.some((item) => item.id === row.commodityId),
  )
  if (!sourceLists().some(({ id, countryISO }) => id === row.list && countryISO === row.countryISO))
    throw wrong(message('isOfUnknownList', { list: row.list }))
  if (!isThere) throw wrong(message('isAboutStrangeCommodity', { id: row.commodityId }))
  for (const id of row.typeIds ?? []) {
    if (findType(id)?.commodityId !== row.commodityId) throw wrong(message('namesStrangeType', { id }))
  }
  for (const id of row.gradeIds ?? []) {
    const grade = findGrade(id)
    if (grade?.countryISO !== row.countryISO || grade.commodityId !== row.commodityId)
      throw wrong(message('namesStrangeGrade', { id }))
  }
  for (const { id, name, min, max } of row.measures) {
    const measure = measures.get(id)
    if (measure?.name !== name) throw wrong(message('namesStrangeMeasure', { id, name }))
    const { lowest, highest } = measure
    if ((min ?? lowest) < lowest || (max ?? highest) > highest || (min ?? lowest) > (max ?? highest)) {
      throw wrong(message('hasImpossibleLimits', { name }))
    }
  }
}

function specificationsOf(
  countryISO: string,
  item: Commodity['items'][number],
  rows: readonly SpecificationRow[],
  measures: ReadonlyMap<number, MeasureRow>,
): DefaultSpecification[] {
  return item.types.flatMap((type) =>
    type.grades.flatMap((grade) => {
      const limits = limitsOf(rows, type.id, grade.id)
      if (limits.length === 0) return []
      const { id, name } = item
      const commodity = {
        id,
        name,
        type: { id: type.id, name: type.name },
        grade: { id: grade.id, name: grade.name },
      }
      return [{ commodity, measures: limits.map((limit) => measureOf(limit, measures, countryISO)) }]
    }),
  )
}

/** The limits of one grade: its own first, then its type's, then the commodity's; two of the same level must not both speak. */
function limitsOf(rows: readonly SpecificationRow[], typeId: number, gradeId: number) {
  const levels = [
    rows.filter((row) => row.gradeIds?.includes(gradeId)),
    rows.filter((row) => !row.gradeIds && row.typeIds?.includes(typeId)),
    rows.filter((row) => !row.gradeIds && !row.typeIds),
  ]
  const limits = new Map<number, SpecificationRow['measures'][number]>()
  for (const level of levels) {
    const ofLevel = new Map<number, SpecificationRow['measures'][number]>()
    for (const limit of level.flatMap((row) => row.measures)) {
      addUnique(ofLevel, limit.id, limit, FILE, 'measure', { grade: gradeId })
      if (!limits.has(limit.id)) limits.set(limit.id, limit)
    }
  }
  return [...limits.values()].sort((one, other) => one.id - other.id)
}

function measureOf(
  limit: SpecificationRow['measures'][number],
  measures: ReadonlyMap<number, MeasureRow>,
  countryISO: string,
) {
  const measure = measures.get(limit.id)
  if (!measure)
    throw new ReferenceDataError(FILE, message('thereIsNoData', { what: 'measure', id: String(limit.id) }))
  const { id, name, unit, lowest, highest } = measure
  const moistureBasis = measure.moistureBasis?.[countryISO]
  return {
    specification: { id, name, unit },
    min: limit.min ?? lowest,
    max: limit.max ?? highest,
    ...(moistureBasis !== undefined && { moistureBasis }),
  }
}

/**
 * A specification with the limits of what moisture dilutes, such as protein, stated at another moisture. A limit that nobody set stays.
 *
 * @example atMoistureBasis(breadWheat, 12) // protein of at least 13 % of the dry matter is one of at least 11.44 %
 */
export function atMoistureBasis(
  { commodity, measures }: DefaultSpecification,
  basis: number,
): DefaultSpecification {
  return {
    commodity,
    measures: measures.map((each) => {
      const { specification, min, max, moistureBasis } = each
      if (moistureBasis === undefined) return each
      const { lowest, highest } = knownMeasure(specification.id)
      const stated = (limit: number) =>
        limit === lowest || limit === highest ? limit : rounded(atMoisture(limit, moistureBasis, basis))
      return { specification, min: stated(min), max: stated(max), moistureBasis: basis }
    }),
  }
}

/** To a thousandth of a per cent, which no laboratory measures. */
function rounded(percentage: number): number {
  return Math.round(percentage * 1000) / 1000
}
