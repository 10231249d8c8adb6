import { fault, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import {
  contradictingTags,
  findCommodity,
  findGrade,
  findTag,
  findType,
  gradeBelongsTo,
  MIXED_TYPE,
  segregationOf,
} from '../../system/commodities/catalogue.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'
import { harvestYearIn, harvestYearIsValid, noHarvestYear } from '../../system/countries/countries.ts'
import type { KnownCommodity } from '../stock/insert-records.ts'
import type { CommodityInput } from './bodies.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Finds the faults in a commodity as a body names it: ids that are not in the catalogue, or do not belong together, and
 * tags that contradict each other.
 *
 * @param mayBeMixed true for stock, of which several types may lie together; a crop or a contract is of one
 */
export function commodityFaults(
  input: CommodityInput,
  kind: CommodityKind,
  path: string,
  { mayBeMixed = false } = {},
): Fault[] {
  const commodity = findCommodity(input.id)
  const unknownTags = (input.tags ?? []).filter((id) => !findTag(id))
  const clash = unknownTags.length === 0 ? contradictingTags(input.tags ?? []) : undefined
  return [
    ...(commodity
      ? kindFaults(commodity, input, kind, path, mayBeMixed)
      : [fault(`${path}.id`, message('isUnknownCommodity', { id: input.id }), 'unknown')]),
    ...unknownTags.map((id) => fault(`${path}.tags`, message('isUnknownTag', { id }), 'unknown')),
    ...(clash
      ? [
          fault(
            `${path}.tags`,
            message('excludeEachOther', { one: clash[0].name, other: clash[1].name }),
            'contradiction',
          ),
        ]
      : []),
  ]
}

/** A grade is judged by the commodity alone where the type is wrong: it may well be right. */
function kindFaults(
  commodity: { name: string; kind: CommodityKind },
  input: CommodityInput,
  kind: CommodityKind,
  path: string,
  mayBeMixed: boolean,
): Fault[] {
  const grade = input.grade ? findGrade(input.grade) : undefined
  const isType = typeIsKnown(input) && (mayBeMixed || input.type !== MIXED_TYPE)
  const isGrade =
    grade?.commodityId === input.id && (gradeBelongsTo(grade.id, input.id, input.type) || !isType)
  return [
    ...(commodity.kind === kind
      ? []
      : [
          fault(
            `${path}.id`,
            message('isOtherKind', { name: commodity.name, actual: commodity.kind, kind }),
            'wrong_kind',
          ),
        ]),
    ...(isType
      ? []
      : [fault(`${path}.type`, message('isNoTypeId', { name: commodity.name, id: input.type }), 'unknown')]),
    ...(input.grade && !isGrade
      ? [fault(`${path}.grade`, message('isNoGrade', { id: input.grade }), 'unknown')]
      : []),
  ]
}

/** True if a body names an existing commodity, and a type of it, or mixed types. */
export function typeIsKnown({ id, type }: Pick<CommodityInput, 'id' | 'type'>): boolean {
  return type === MIXED_TYPE ? findCommodity(id) !== undefined : findType(type)?.commodityId === id
}

/** The commodity of a body that `commodityFaults` found nothing wrong with. */
export function knownCommodity(input: CommodityInput): KnownCommodity {
  const tagIds = [...new Set(input.tags ?? [])].sort((a, b) => a - b)
  return {
    commodityId: input.id,
    typeId: input.type,
    gradeId: input.grade || null,
    variety: tidied(input.variety ?? ''),
    tagIds,
    segregation: segregationOf(tagIds),
  }
}

/** Finds the faults in the harvest year, which a body may name twice. */
export function harvestYearFaults(
  { harvestYear, commodity }: { harvestYear: string; commodity: CommodityInput },
  countryISO: string,
  path: string,
): Fault[] {
  if (!harvestYearIsValid(harvestYear, countryISO)) {
    return [fault(`${path}harvestYear`, noHarvestYear(countryISO), 'harvest_year')]
  }
  const said = commodity.harvestYear ?? ''
  return said !== '' && harvestYearIn(said, countryISO) !== harvestYearIn(harvestYear, countryISO)
    ? [
        fault(
          `${path}commodity.harvestYear`,
          message('isAnotherHarvestYear', { harvestYear }),
          'contradiction',
        ),
      ]
    : []
}
