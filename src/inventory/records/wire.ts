import type { Actor } from '../../http/actor.ts'
import { stockNameFor } from '../../system/commodities/stock-names.ts'
import type { Static } from 'typebox'
import type {
  FileRef as FileRefSchema,
  ScaleWeight as ScaleWeightSchema,
} from '../../http/validate/schema.ts'
import { kilogramsFromGrams, weightFromGrams, type WeightUnit } from '../../kernel/weight.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { findSpecifications } from '../../system/commodities/reads.ts'
import type { DefaultSpecification } from '../../system/commodities/schema.ts'
import { brokenLimits } from '../stock/specification-rules.ts'
import { namedCommodity, namedGrade, namedTags, namedType } from '../../system/commodities/named-ids.ts'
import { reasonOfDifference } from '../../system/reasons/reasons.ts'
import type { RecordTotals } from '../ledger/ledger.ts'
import { nowhere } from '../../system/locations/schema.ts'
import type { FieldOfOrigin } from './field-of-origin.ts'
import { lastCountToWire } from './last-count.ts'
import { reasonOfLoss } from './loss-reasons.ts'
import type { PlaceRow, RecordRow } from './rows.ts'
import type {
  CommodityDetail,
  FullRecord,
  Sample,
  ShortPlace,
  ShortRecord,
  StockAdjustment,
  TimelineEntry,
  Yield,
} from './schema.ts'
import { dayPlanted } from './update-rules.ts'

/** A part of a timeline, oldest first, and how many entries the whole has. */
export interface Timeline {
  entries: TimelineEntry[]
  total: number
}

// The row → wire functions of records: one for each form, and what they share.

/** For whom a record is shown: its grain is called as the country and the language call it. */
type Seeing = Pick<Actor, 'countryISO' | 'language'>

/** A record in short form, as searches answer it. Grams become kilograms here. */
export function shortRecord(
  actor: Seeing,
  row: RecordRow,
  totals: RecordTotals,
  origin: FieldOfOrigin | undefined,
): ShortRecord {
  const storage = row.place
    ? shortPlace(row.place)
    : { ...noPlace, businessUnitIds: row.business_units.map(({ id }) => id) }
  return { ...recordFields(actor, row, totals, origin), storage }
}

/** A record in full: the short form with all of its place, whether anything there is in conflict, and its timeline. */
export function fullRecord(
  actor: Seeing,
  row: RecordRow,
  totals: RecordTotals,
  {
    timeline,
    origin,
    ...seen
  }: {
    origin: FieldOfOrigin | undefined
    isConflicted: boolean
    bayCount: number
    timeline: Timeline
  },
): FullRecord {
  return {
    ...recordFields(actor, row, totals, origin),
    storage: fullPlace(row, seen),
    brokenLimits: brokenLimits(row.quality, specificationsOf(actor.countryISO, row)),
    timeline: timeline.entries,
    timelineCount: timeline.total,
  }
}

/** The default specifications that stock is judged by: of its grade, or of all grades of its type. */
export function specificationsOf(
  countryISO: string,
  row: Pick<RecordRow, 'commodity_id' | 'type_id' | 'grade_id'>,
): readonly DefaultSpecification[] {
  const all = findSpecifications({ countryISO, commodityId: row.commodity_id, typeId: row.type_id })
  return row.grade_id === null ? all : all.filter(({ commodity }) => commodity.grade.id === row.grade_id)
}

function recordFields(
  actor: Seeing,
  row: RecordRow,
  totals: RecordTotals,
  origin: FieldOfOrigin | undefined,
): Omit<ShortRecord, 'storage'> {
  const { countryISO } = actor
  const unit = readingUnit(countryISO, row.commodity_id)
  const figures = yieldOf(row, totals)
  const currentGrams = row.source === 'planting' ? (row.remaining_grams ?? 0) : totals.balanceGrams
  const soldGrams = Math.max(totals.soldGrams, row.sold_ahead_grams ?? 0)
  const toLeaveGrams = Math.max(totals.plannedSoldGrams, soldGrams - totals.soldGrams)
  return {
    id: row.id,
    organisationId: row.owner_id,
    organisationName: row.owner_name,
    name: stockNameFor(row.name, actor),
    status: row.is_empty ? 'empty' : 'active',
    owned: row.owner_id === row.keeper_id,
    // The table's check allows no other.
    ...(row.confirmation !== null && { confirmation: row.confirmation as 'pending' | 'declined' }),
    soldTo: row.sold_to ?? '',
    soldWeight: kilogramsFromGrams(soldGrams),
    soldWeightOnline: 0,
    soldValueOnline: 0,
    position: kilogramsFromGrams(currentGrams - toLeaveGrams),
    source: row.source,
    type: row.kind,
    commodity: commodityDetail(countryISO, row, currentGrams),
    quality: qualityOf(row),
    harvestYear: row.harvest_year,
    ...lastCountToWire(row, unit),
    uncleanedWeight: weightFromGrams(Math.max(0, Math.round(row.uncleaned_share * currentGrams)), unit),
    isRecordInStorage: row.bay_id !== null,
    yield: figures,
    harvest: harvestOf(row, origin),
    tags: row.tags,
    planting: plantingOf(row),
  }
}

/** rules.md §2: what a record's figures are, and how a standing crop's differ. */
function yieldOf(row: RecordRow, totals: RecordTotals): Yield {
  const isPlanting = row.source === 'planting'
  const currentGrams = isPlanting ? (row.remaining_grams ?? 0) : totals.balanceGrams
  return {
    unit: 'kg',
    current: kilogramsFromGrams(currentGrams),
    loss: kilogramsFromGrams(totals.lossGrams),
    sold: kilogramsFromGrams(totals.soldGrams),
    initial: kilogramsFromGrams(isPlanting ? (row.expected_grams ?? 0) : totals.initialGrams),
    harvested: kilogramsFromGrams(totals.harvestedGrams),
    total: kilogramsFromGrams(isPlanting ? totals.harvestedGrams + currentGrams : totals.receivedGrams),
  }
}

/** As a sample shows its fields. */
function qualityOf({ quality }: RecordRow): ShortRecord['quality'] {
  return Object.entries(quality).map(([name, { value, metric }]) => ({ name, value: String(value), metric }))
}

/** The field that a crop stands in, or that all of a parcel came off; empty of other stock. */
function harvestOf(
  { source, area_hectares, harvest_plan_id, place }: RecordRow,
  origin: FieldOfOrigin | undefined,
): ShortRecord['harvest'] {
  if (source !== 'planting') {
    const { hectares = 0, planId, fieldId = '', fieldName = '' } = origin ?? {}
    return { area: hectares, harvestPlanId: planId ?? '', fieldId, fieldName }
  }
  return {
    area: Number(area_hectares ?? 0),
    harvestPlanId: harvest_plan_id ?? '',
    fieldId: place?.id ?? '',
    fieldName: place?.name ?? '',
  }
}

function plantingOf(row: RecordRow): ShortRecord['planting'] {
  return {
    plantingAtUTC: dayPlanted(row.planted_on, row.planted_on_precision) ?? '',
    plantingAtDateType: row.planted_on === null ? '' : (row.planted_on_precision ?? 'date'),
    expectedYield: kilogramsFromGrams(row.expected_yield_grams_per_hectare ?? 0),
    areaRemaining: Number(row.remaining_area_hectares ?? 0),
  }
}

/** Describes a parcel for people, with a weight of it in the unit that the caller's country reads it in. */
export function commodityDetail(
  countryISO: string,
  row: Pick<RecordRow, 'commodity_id' | 'type_id' | 'grade_id' | 'tag_ids' | 'variety'>,
  grams: number,
): CommodityDetail {
  return {
    commodity: namedCommodity(countryISO, row.commodity_id),
    tags: namedTags(row.tag_ids),
    grade: namedGrade(row.grade_id),
    type: namedType(row.type_id),
    variety: row.variety,
    weight: weightFromGrams(grams, readingUnit(countryISO, row.commodity_id)),
  }
}

/** A sample as it is stored, but for who took it of what. */
export interface StoredSample {
  id: number
  fields: Sample['fields']
  file_ids: string[]
  grade_id: number | null
}

/** The one row → wire function of samples. The first of the files stands alone as well. */
export function sampleToWire(
  { id, fields, file_ids, grade_id }: StoredSample,
  files: ReadonlyMap<string, Static<typeof FileRefSchema>>,
): Sample {
  const own = file_ids.flatMap((fileId) => files.get(fileId) ?? [])
  return { id, fields, file: own[0] ?? null, files: own, commodityGradeId: grade_id ?? 0 }
}

/** Stock that was found (positive) or lost: why, and who bears a loss. */
export function adjustmentOf(grams: number, given: number, notes = ''): StockAdjustment {
  const { reasonId, reason, payer } = reasonOfLoss(reasonOfDifference(given, grams))
  return { reasonId, reason, difference: kilogramsFromGrams(grams), payer: grams < 0 ? payer : '', notes }
}

/** A weight that nobody weighed is said to be just that, never shown as 0 (rules.md §4). */
export function scaleWeight(grams: number | null, unit: WeightUnit): Static<typeof ScaleWeightSchema> {
  if (grams === null) return { name: 'not weighed', conversion: 1, weight: null }
  return { ...unit, weight: kilogramsFromGrams(grams) }
}

/** Returns the weight of a load. Nothing is booked only for a lorry whose weight is still to come. */
export function loadWeightToWire(grams: number, unit: WeightUnit): Static<typeof ScaleWeightSchema> {
  return scaleWeight(grams === 0 ? null : grams, unit)
}

export const noPlace: ShortPlace = {
  area: 0,
  description: '',
  name: '',
  organisationId: '',
  businessUnitIds: [],
  storageId: '',
  substorageId: 0,
  type: '',
  regionISO: '',
}

/** A place as records, movements and timelines show it; empty for stock that lies in none. */
export function shortPlace(place: PlaceRow | null): ShortPlace {
  if (!place) return noPlace
  return {
    area: place.area,
    description: nameOfPlace(place),
    name: place.name,
    organisationId: place.organisationId,
    businessUnitIds: place.businessUnits.map(({ id }) => id),
    storageId: place.id,
    substorageId: place.bayId,
    type: place.type,
    regionISO: place.location.address.regionISO,
  }
}

/** `North Store, Bay 1` */
function nameOfPlace({ name, bayName }: PlaceRow): string {
  return bayName === '' ? name : `${name}, ${bayName}`
}

function fullPlace(
  { place, business_units }: RecordRow,
  { isConflicted, bayCount }: { isConflicted: boolean; bayCount: number },
): FullRecord['storage'] {
  return {
    id: place?.id ?? '',
    organisationId: place?.organisationId ?? '',
    businessUnits: place?.businessUnits ?? business_units,
    name: place?.name ?? '',
    area: place?.area ?? 0,
    type: place?.type ?? '',
    isConflicted,
    location: place?.location ?? nowhere,
    substorageCount: bayCount,
    substorageId: place?.bayId ?? 0,
    substorageName: place?.bayName ?? '',
  }
}
