import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { findGrade, gradeRank, MIXED_VARIETY } from '../../system/commodities/catalogue.ts'
import { openBalances } from '../ledger/ledger.ts'
import { blend, type BlendTerms, type Description, type Lot } from './blend-rules.ts'

/** What a parcel of stock is, apart from where it lies. Parcels that agree in all but the description may join. */
export interface ParcelKind {
  ownerId: string
  ownerName: string
  kind: 'crop' | 'produce'
  commodityId: number
  harvestYear: string
  segregation: string
}

/** Stock on its way into a place. */
export interface Arrival {
  kind: ParcelKind
  description: Description
  grams: number
  effectiveAt: Date
  /** For a parcel that is made here. */
  name: string
  source: 'intake' | 'existing' | 'movement' | 'trade'
  tags: string[]
}

export interface Joined {
  recordId: string
  isNew: boolean
  /** What the answer says of a blend: `the variety is now Mixed`; empty when like joined like. */
  changes: string[]
}

export const blendTerms: BlendTerms = {
  gradeRank,
  gradeName: (gradeId) => findGrade(gradeId)?.name ?? String(gradeId),
  mixedVariety: MIXED_VARIETY,
}

/** A place that stock can be put: a bay, or none. */
export interface Place {
  storageId: string | null
  bayId: number | null
}

/**
 * The records that arriving stock belongs to, one each: the one of its kind in the bay, which it joins and changes the
 * description of, or a new one. The bay has to be locked. A parcel that is empty when the stock arrives takes the
 * description of what arrives. Arrivals of one call join in their order.
 */
export async function joinParcels(
  trx: Transaction,
  actor: Actor,
  place: Place,
  arrivals: Arrival[],
): Promise<Joined[]> {
  const parcels = new Map<string, Lot & { recordId: string }>()
  const described = new Map<string, Description>()
  const joined: Joined[] = []
  for (const arrival of arrivals) {
    const key = JSON.stringify([arrival.kind, arrival.effectiveAt])
    const present =
      parcels.get(key) ?? (place.bayId === null ? undefined : await findParcel(trx, place.bayId, arrival))
    const arriving = { ...arrival.description, grams: arrival.grams }
    if (!present) {
      const recordId = await makeParcel(trx, actor, place, arrival)
      parcels.set(key, { ...arriving, recordId })
      joined.push({ recordId, isNew: true, changes: [] })
      continue
    }
    const { description, changes } =
      present.grams > 0
        ? blend(present, arriving, blendTerms)
        : { description: arrival.description, changes: [] }
    parcels.set(key, {
      ...description,
      grams: Math.max(present.grams, 0) + arrival.grams,
      recordId: present.recordId,
    })
    joined.push({ recordId: present.recordId, isNew: false, changes })
    // What is only planned does not change yet what lies there; see settlePlans.
    if (arrival.effectiveAt <= actor.now && !isSame(present, description))
      described.set(present.recordId, description)
  }
  for (const [recordId, description] of described) await describeRecord(trx, recordId, description, actor.now)
  return joined
}

function isSame(a: Description, b: Description): boolean {
  const said = ({ typeId, gradeId, variety, tagIds, quality }: Description) =>
    JSON.stringify([typeId, gradeId, variety, tagIds, quality])
  return said(a) === said(b)
}

/** Writes how a record is described from now on. */
export async function describeRecord(
  trx: Transaction,
  recordId: string,
  description: Description,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('records')
    .set({
      type_id: description.typeId,
      grade_id: description.gradeId,
      variety: description.variety,
      tag_ids: description.tagIds,
      quality: JSON.stringify(description.quality),
      updated_at: now,
    })
    .where('id', '=', recordId)
    .execute()
}

async function findParcel(trx: Transaction, bayId: number, { kind, effectiveAt }: Arrival) {
  const row = await trx
    .selectFrom('records')
    .select(['id', 'type_id', 'grade_id', 'variety', 'tag_ids', 'quality'])
    .select(sql<number>`ledger_balance_at(records.id, ${effectiveAt})`.as('grams'))
    .where('bay_id', '=', bayId)
    .where('owner_id', '=', kind.ownerId)
    .where('commodity_id', '=', kind.commodityId)
    .where('harvest_year', '=', kind.harvestYear)
    .where('segregation', '=', kind.segregation)
    .executeTakeFirst()
  if (!row) return undefined
  return { recordId: row.id, grams: row.grams, ...descriptionOf(row) }
}

/** A row's description. */
export function descriptionOf(row: {
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: unknown
}): Description {
  return {
    typeId: row.type_id,
    gradeId: row.grade_id,
    variety: row.variety,
    tagIds: row.tag_ids,
    quality: row.quality as Description['quality'],
  }
}

async function makeParcel(
  trx: Transaction,
  actor: Actor,
  place: Place,
  { kind, description, name, source, tags }: Arrival,
): Promise<string> {
  const id = newId(actor.now.getTime())
  await trx
    .insertInto('records')
    .values({
      id,
      keeper_id: actor.organisationId,
      owner_id: kind.ownerId,
      owner_name: kind.ownerName,
      storage_id: place.storageId,
      bay_id: place.bayId,
      name,
      kind: kind.kind,
      source,
      commodity_id: kind.commodityId,
      type_id: description.typeId,
      grade_id: description.gradeId,
      variety: description.variety,
      tag_ids: description.tagIds,
      quality: JSON.stringify(description.quality),
      harvest_year: kind.harvestYear,
      segregation: kind.segregation,
      tags,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await openBalances(trx, [id], actor.now)
  return id
}
