import type { Actor } from '../../http/actor.ts'
import type { CommodityInput } from '../records/bodies.ts'
import { ourId } from '../partners/parties.ts'
import { findGrade, findTag, typeName } from '../../system/commodities/catalogue.ts'
import {
  findCommodityNamed,
  findGradeNamed,
  findTagNamed,
  gradeNamedWith,
  onlyTypeOf,
  commodityProblem,
  writtenCommodity,
} from '../../system/commodities/names.ts'
import { gradesOf, readType, typesGrown } from '../../system/commodities/read-type.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'
import {
  harvestYear,
  joinList,
  list,
  problemAt,
  text,
  type ExportRow,
  type Problem,
  type Row,
  type Values,
} from '../../system/imports/imports.ts'
import { message } from '../../words/catalogue.ts'
import { cropWords } from './header-words.ts'

/** Columns for the commodity of stock and crops. */
export const commodityColumns = {
  commodity: text('Commodity', { aliases: cropWords.commodity, isRequired: true }),
  type: text('Type', { aliases: cropWords.type }),
  grade: text('Grade', { aliases: cropWords.grade }),
  variety: text('Variety', { aliases: cropWords.variety }),
  commodityTags: list('Commodity tags', { aliases: ['Assurance'] }),
  harvestYear: harvestYear('Harvest year', { aliases: cropWords.harvestYear, isRequired: true }),
}

/** Columns for the owner of stock that is not the caller's own. */
export const ownerColumns = {
  ownerId: text('Owner id', { aliases: cropWords.ownerId }),
  ownerName: text('Owner', { aliases: cropWords.owner }),
}

/** Which columns the paths of a record's body come from. */
export const commodityPaths: Record<string, string> = {
  'commodity.id': 'commodity',
  'commodity.type': 'type',
  'commodity.grade': 'grade',
  'commodity.variety': 'variety',
  'commodity.tags': 'commodityTags',
  harvestYear: 'harvestYear',
  'source.owner.id': 'ownerId',
  'source.owner.name': 'ownerName',
  name: 'name',
  tags: 'tags',
}

/** Winter wheat, where a row names nothing that is known: so that the rest of the row can be judged. */
const STAND_IN = { id: 1, type: 101 }

/** A commodity as a body says it. */
interface ReadCommodity {
  commodity: CommodityInput
  kind: CommodityKind
  /** False where nobody knows what the row names, and something else stands for it. */
  isKnown: boolean
  problems: Problem[]
}

/**
 * Looks up a row's commodity by the names of the caller's country. Unknown names are left out and are a problem.
 *
 * @param options `mayBeAny`: a row that names no type means any of them, which is type 0
 */
export function readCommodity(
  row: Row<typeof commodityColumns>,
  reader: Pick<Actor, 'countryISO' | 'language'>,
  options: { mayBeMixed?: boolean; mayBeAny?: boolean } = {},
): ReadCommodity {
  const { values } = row
  const { countryISO } = reader
  const problems: Problem[] = []
  const found = values.commodity === undefined ? undefined : findCommodityNamed(values.commodity, countryISO)
  if (values.commodity !== undefined && !found)
    problems.push(problemAt(row, 'commodity', commodityProblem(values.commodity, reader), 'unknown'))
  const { type: saidType, problems: typeProblems } = readType(row, reader, found, options)
  problems.push(...typeProblems)
  const isAny = options.mayBeAny === true && values.type === undefined && values.grade === undefined
  const isOpen = found && values.type === undefined && !isAny
  const type = saidType ?? (isOpen ? onlyTypeOf(found.commodity.id, countryISO) : undefined)
  if (isOpen && !type)
    problems.push(
      problemAt(row, 'type', message('typeIsNeeded', { types: typesGrown(reader, found.commodity.id) })),
    )
  const grade =
    type && found && values.grade === undefined
      ? gradeNamedWith(countryISO, type.id, found)
      : type && values.grade !== undefined
        ? findGradeNamed(countryISO, type, values.grade)
        : undefined
  if (type && values.grade !== undefined && !grade)
    problems.push(problemAt(row, 'grade', message('isNoGradeOfType', { grades: gradesOf(reader, type) })))
  const tags = (values.commodityTags ?? []).flatMap((name) => {
    const tag = findTagNamed(name)
    if (!tag) problems.push(problemAt(row, 'commodityTags', message('isNoCommodityTag', { name })))
    return tag ? [tag.id] : []
  })
  return {
    commodity: {
      id: found?.commodity.id ?? STAND_IN.id,
      type: type?.id ?? (isAny ? 0 : STAND_IN.type),
      ...(grade && { grade: grade.id }),
      ...(values.variety !== undefined && { variety: values.variety }),
      tags: [...new Set([...tags, ...(found?.tagIds ?? [])])],
    },
    kind: found?.commodity.kind ?? 'crop',
    isKnown: found !== undefined,
    problems,
  }
}

/** The owner as a body says it. */
export function readOwner(
  { ownerId, ownerName }: Values<typeof ownerColumns>,
  { organisationId }: Pick<Actor, 'organisationId'>,
): { owned: boolean; owner: { id?: string; name?: string } } {
  return {
    owned: ourId(ownerId ?? '') === organisationId || (ownerId === undefined && ownerName === undefined),
    owner: {
      ...(ownerId !== undefined && { id: ownerId }),
      ...(ownerName !== undefined && { name: ownerName }),
    },
  }
}

/** The cells of stock or a crop that is there. */
export function commodityCells(
  { countryISO }: Pick<Actor, 'countryISO'>,
  row: {
    commodity_id: number
    type_id: number
    grade_id: number | null
    variety: string
    tag_ids: number[]
    harvest_year: string
  },
): ExportRow<typeof commodityColumns> {
  const grade = row.grade_id === null ? undefined : findGrade(row.grade_id)
  return {
    commodity: writtenCommodity(countryISO, row.commodity_id),
    type: typeName(row.type_id) ?? String(row.type_id),
    // A grade of another country has no name here.
    grade: grade?.countryISO === countryISO ? grade.name : (row.grade_id ?? null),
    variety: row.variety,
    commodityTags: joinList(row.tag_ids.map((id) => findTag(id)?.name ?? String(id))),
    harvestYear: row.harvest_year,
  }
}
