import { dateFault, fault, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { contradictingTags, findGrade, findTag, gradeBelongsTo } from '../../system/commodities/catalogue.ts'
import { harvestYearIsValid, noHarvestYear } from '../../system/countries/countries.ts'
import type { UpdateRecordBody } from './bodies.ts'
import type { OwnRecord } from './own-record.ts'
import { message } from '../../words/catalogue.ts'

/** Rules of changing a record's description. Pure. */

type Parcel = Pick<OwnRecord, 'source' | 'commodity_id' | 'type_id'>

/** What is wrong with the changes that a body asks for, all at once. */
export function updateFaults(
  record: Parcel,
  body: UpdateRecordBody,
  actor: { countryISO: string; timeZone: string },
): Fault[] {
  return [
    ...gradeFaults(record, body.commodityGrade, 'commodityGrade'),
    ...(body.harvestYear === undefined || harvestYearIsValid(body.harvestYear, actor.countryISO)
      ? []
      : [fault('harvestYear', noHarvestYear(actor.countryISO), 'harvest_year')]),
    ...tagFaults(body.tags ?? []),
    ...plantingFaults(record, body, actor.timeZone),
  ]
}

/** A grade has to be one of the record's own commodity and type; none, and 0, are "ungraded". */
export function gradeFaults(record: Parcel, gradeId: number | null | undefined, path: string): Fault[] {
  if (!gradeId || gradeBelongsTo(gradeId, record.commodity_id, record.type_id)) return []
  return [fault(path, message('isNoGrade', { id: gradeId }), 'unknown')]
}

function tagFaults(tagIds: number[]): Fault[] {
  const unknown = tagIds.flatMap((id, index) =>
    findTag(id) ? [] : [fault(`tags[${index}]`, message('isUnknownTag', { id }), 'unknown')],
  )
  if (unknown.length > 0) return unknown
  const clash = contradictingTags(tagIds)
  return clash
    ? [
        fault(
          'tags',
          message('excludeEachOther', { one: clash[0].name, other: clash[1].name }),
          'contradiction',
        ),
      ]
    : []
}

const plantingFields = ['plantingAtUTC', 'plantingAtDateType', 'plantingExpectedYield'] as const

function plantingFaults(record: Parcel, body: UpdateRecordBody, timeZone: string): Fault[] {
  // Of stock an answer has them too, with nothing in them.
  const given = plantingFields.filter((field) => body[field])
  if (record.source !== 'planting')
    return given.map((field) => fault(field, message('isForPlanting', {}), 'not_a_planting'))
  return body.plantingAtUTC && !parseInstant(body.plantingAtUTC, timeZone) ? [dateFault('plantingAtUTC')] : []
}

type Described = Pick<
  OwnRecord,
  | 'grade_id'
  | 'harvest_year'
  | 'tag_ids'
  | 'planted_on'
  | 'planted_on_precision'
  | 'expected_yield_grams_per_hectare'
>

/** What changed, in a sentence for the timeline; empty where nothing did. */
export function sayChanges(before: Described, changes: Partial<Described>): string {
  const after = { ...before, ...changes }
  const shown = [
    ['grade', sayGrade(before.grade_id), sayGrade(after.grade_id)],
    ['harvest year', before.harvest_year, after.harvest_year],
    ['tags', sayTags(before.tag_ids), sayTags(after.tag_ids)],
    ['planting date', sayPlanted(before), sayPlanted(after)],
    [
      'precision of the planting date',
      before.planted_on_precision ?? 'date',
      after.planted_on_precision ?? 'date',
    ],
    ['expected yield', sayYield(before), sayYield(after)],
  ] as const
  const changed = shown
    .filter(([, was, is]) => was !== is)
    .map(([field, was, is]) => `${field} from ${was} to ${is}`)
  return changed.length === 0 ? '' : `Changed ${changed.join(', ')}.`
}

/** A grade by its name, for timelines: “none” where stock has none. */
export function sayGrade(gradeId: number | null): string {
  return gradeId === null ? 'none' : (findGrade(gradeId)?.name ?? String(gradeId))
}

function sayTags(tagIds: number[]): string {
  const names = tagIds.map((id) => findTag(id)?.name ?? String(id))
  return names.length === 0 ? 'none' : names.join(' and ')
}

/** The day that a planting is known by, as `2025-10-17`: of a month, its first, whichever day in it was said. */
export function dayPlanted(day: string | null, precision: string | null | undefined): string | null {
  return day !== null && precision === 'month' ? `${day.slice(0, 'yyyy-mm'.length)}-01` : day
}

function sayPlanted({ planted_on, planted_on_precision }: Described): string {
  return dayPlanted(planted_on, planted_on_precision) ?? 'none'
}

function sayYield({ expected_yield_grams_per_hectare: grams }: Described): string {
  return grams ? `${kilogramsFromGrams(grams)} kg/ha` : 'none'
}
