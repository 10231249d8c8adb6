import type { Wording } from '../../words/writing.ts'
import { dateFault, fault, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { contradictingTags, findGrade, findTag, gradeBelongsTo } from '../../system/commodities/catalogue.ts'
import { harvestYearIsValid, noHarvestYear } from '../../system/countries/countries.ts'
import type { UpdateRecordBody } from './bodies.ts'
import type { LockedStoredRecord } from './lock-record.ts'
import { message } from '../../words/catalogue.ts'
import type { ChangedField, DatePrecision } from '../../words/stock-terms.ts'

/** Rules of changing a record's description. Pure. */

type Parcel = Pick<LockedStoredRecord, 'source' | 'commodity_id' | 'type_id'>

/** Finds all faults in the changes that a body asks for. */
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
  LockedStoredRecord,
  | 'grade_id'
  | 'harvest_year'
  | 'tag_ids'
  | 'planted_on'
  | 'planted_on_precision'
  | 'expected_yield_grams_per_hectare'
>

/** Lists the changed fields of a record, for its timeline. */
export function changedFields(before: Described, changes: Partial<Described>): ChangedField[] {
  const after = { ...before, ...changes }
  const shown: ChangedField[] = [
    { field: 'grade', before: gradeNamed(before.grade_id), after: gradeNamed(after.grade_id) },
    { field: 'harvestYear', before: before.harvest_year, after: after.harvest_year },
    { field: 'tags', before: tagsNamed(before.tag_ids), after: tagsNamed(after.tag_ids) },
    { field: 'plantedOn', before: plantedOn(before), after: plantedOn(after) },
    { field: 'plantedPrecision', before: precisionOf(before), after: precisionOf(after) },
    { field: 'expectedYield', before: yieldOf(before), after: yieldOf(after) },
  ]
  return shown.filter(
    (each) => 'before' in each && JSON.stringify(each.before) !== JSON.stringify(each.after),
  )
}

/** Describes changes for the timeline. Empty where nothing changed. */
export function historyOfChanges(changes: ChangedField[]): Wording {
  return changes.length === 0 ? '' : message('recordIsChanged', { changes })
}

/** A grade by its name; null where stock has none. */
export function gradeNamed(gradeId: number | null): string | null {
  return gradeId === null ? null : (findGrade(gradeId)?.name ?? String(gradeId))
}

function tagsNamed(tagIds: number[]): string[] {
  return tagIds.map((id) => findTag(id)?.name ?? String(id))
}

/** The day that a planting is known by, as `2025-10-17`: of a month, its first, whichever day in it was said. */
export function dayPlanted(day: string | null, precision: string | null | undefined): string | null {
  return day !== null && precision === 'month' ? `${day.slice(0, 'yyyy-mm'.length)}-01` : day
}

function plantedOn({ planted_on, planted_on_precision }: Described): string | null {
  return dayPlanted(planted_on, planted_on_precision)
}

function precisionOf({ planted_on_precision: precision }: Described): DatePrecision {
  return precision === 'month' ? precision : 'date'
}

function yieldOf({ expected_yield_grams_per_hectare: grams }: Described): number | null {
  return grams ? kilogramsFromGrams(grams) : null
}
