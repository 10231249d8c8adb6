import type { NewEvent } from '../../../system/events/append-event.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import type { IntakeTerms } from '../../contracts/intake-terms.ts'
import { shrinkGrams } from '../../contracts/rules.ts'
import type { Party } from '../../partners/parties.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { measurementsOf } from '../../records/measurement-rules.ts'
import type { PlaceWithBays } from '../../records/find-places.ts'
import { messagesOfChanges, type Description } from '../../stock/blend-rules.ts'
import type { Arrived } from '../../stock/effects.ts'
import type { KnownCommodity } from '../../stock/insert-records.ts'
import { gradeReasonOf } from '../../load-texts.ts'
import type { MergeKey } from '../../stock/merge-key.ts'
import type { Arrival, MergeResult, MergePlace } from '../../stock/merge-stock.ts'
import type { NewChange } from '../../stock/note-change.ts'
import { driedTo } from '../../stock/quality-rules.ts'
import { message } from '../../../words/catalogue.ts'

/** A record to be made, with everything a body names looked up. */
export interface NewRecord {
  /** As it was sent, but for the harvest year, which is in the one form that is kept. */
  body: CreateRecordBody
  commodity: KnownCommodity
  owner: Party
  name: string
  effectiveAt: Date
  /** In which a moment without a zone is read. */
  timeZone: string
  places: NewPlace[]
}

/** Place of a record, or of a part of it, as a body gives it. */
export interface NewPlace extends MergePlace {
  own: PlaceWithBays | undefined
  /** Path at which the body names it, for faults. */
  path: string
  weightKilograms: number | undefined
  /** Of a lorry's net, where no weight is given. */
  share: number | null
  areaHectares: number | undefined
}

/** A record that stock was entered in. */
export interface Entered extends Arrived {
  recordId: string
  /** True if it is an intake into a record that was there. */
  isJoined?: boolean
  /** The movement that an intake made; null for what did not come in over a weighbridge. */
  intake: { movementId: number; effectiveAt: Date } | null
}

/** An intake is told as the movement that it is; a record, where it is new or was entered without a movement. */
export function eventsOfRecords(entered: Entered[], recordIds: string[]): NewEvent[] {
  const ids = entered.flatMap(({ recordId, isJoined }) => (isJoined ? [] : [recordId]))
  const movementIds = entered.flatMap(({ intake }) => intake?.movementId ?? [])
  const record: NewEvent = {
    type: 'record.created',
    subject: ids.join(','),
    data: { ids, movementIds, recordIds },
  }
  const movement: NewEvent = {
    type: 'movement.created',
    subject: movementIds.join(','),
    data: { ids: movementIds, type: 'intake', recordIds },
  }
  return [...(ids.length > 0 ? [record] : []), ...(movementIds.length > 0 ? [movement] : [])]
}

/** Stock as it comes into its bay, dried where its terms say so. */
export function arrivalOfNew(
  stock: NewRecord,
  grams: number,
  { drying, requiresCleaning }: Partial<IntakeTerms>,
): Arrival {
  const { body, commodity, owner, name, effectiveAt } = stock
  return {
    kind: kindNamed(owner.id, body, commodity),
    description: { ...driedTo(describedAs(stock), drying), uncleanedShare: requiresCleaning ? 1 : 0 },
    grams: grams - shrinkGrams(drying, grams),
    effectiveAt,
    name,
    source: body.source.intake ? 'intake' : 'existing',
    tags: body.tags ?? [],
    gradeReason: gradeReasonOf(body.source.intake),
  }
}

/** Returns the kind of stock that a body names, whoever owns it. */
export function kindNamed(
  ownerId: string,
  { type, harvestYear }: Pick<CreateRecordBody, 'type' | 'harvestYear'>,
  { commodityId, segregation }: KnownCommodity,
): MergeKey {
  return { ownerId, kind: type, commodityId, harvestYear, segregation }
}

/** As the body names it, and as the sample taken from the lorry regrades and measures it. */
export function describedAs({ body, commodity }: NewRecord): Description {
  const { typeId, variety, tagIds } = commodity
  const sample = body.source.intake?.sample
  return {
    typeId,
    gradeId: sample?.commodityGradeId || commodity.gradeId,
    variety,
    tagIds,
    quality: measurementsOf(sample?.fields ?? []),
    uncleanedShare: 0,
  }
}

/** Writes the timeline's line for stock that was there before the books began, once it is in a parcel. */
export function changeOf(
  stock: NewRecord,
  grams: number,
  { recordId, isNew, changes }: MergeResult,
): NewChange {
  const weight = kilogramsFromGrams(grams)
  const said = isNew
    ? message('isEnteredWith', { weight })
    : message('joinedWhatLay', { weight, changes: messagesOfChanges(changes) })
  return {
    recordId,
    type: isNew ? 'created' : 'merge',
    effectiveAt: stock.effectiveAt,
    message: said,
    details: {
      grams,
      description: describedAs(stock),
      ...(stock.body.adjustToZero === true && { clearsOtherYears: true }),
    },
  }
}
