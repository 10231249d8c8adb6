import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import {
  findGrade,
  gradeRank,
  MIXED_TYPE,
  MIXED_VARIETY,
  segregationOf,
  typeName,
} from '../../system/commodities/catalogue.ts'
import { openBalances } from '../ledger/ledger.ts'
import {
  blend,
  changedFigures,
  changedNames,
  type BlendTerms,
  type Change,
  type Description,
  type Lot,
} from './blend-rules.ts'
import { describeRecords, noteMixed } from './describe-records.ts'
import { insertRecords, type NewRow } from './insert-records.ts'
import { noteComing } from './label-changes.ts'
import { noteLowering } from './lower-grades.ts'
import { stockNameAfter } from '../../system/commodities/stock-names.ts'
import { haveSameMergeKey, mergeKeyText, type MergeKey } from './merge-key.ts'

/** Stock on its way into a place. */
export interface Arrival {
  kind: MergeKey
  description: Description
  grams: number
  effectiveAt: Date
  /** For a parcel that is made here. */
  name: string
  source: 'intake' | 'existing' | 'movement' | 'trade'
  tags: string[]
  /** Why it may lower the grade of what it joins; '' or left out where nobody has said. */
  gradeReason?: string | undefined
}

export interface MergeResult {
  recordId: string
  isNew: boolean
  /** Changes that the response reports of a blend: `the variety is now Mixed`, or `stays Mixed`; see `Blend`. */
  changes: Change[]
  /** Description of the parcel until stock came that was there before all else in it. */
  calledUntil?: Description | undefined
  /** Measurements of the parcel until the stock came, where that was before now. */
  measuredUntil?: Description['quality'] | undefined
}

/**
 * Lists the changes that the response reports of stock that joined a parcel, once all is worked out anew that something came late to; see
 * `recomputeDescriptions`. Figures are those that the parcel has in the end. For stock that was there before all else, the names are only
 * those that now differ in the parcel: it may have been gone before the rest came.
 */
export function changesOf(
  { recordId, changes, calledUntil, measuredUntil }: Omit<MergeResult, 'isNew'>,
  recomputed: Map<string, Description>,
): Change[] {
  const description = recomputed.get(recordId)
  if (!description || !measuredUntil) return changes
  const names = calledUntil
    ? changedNames(calledUntil, description, description, blendTerms)
    : changes.filter(({ figure }) => figure === undefined)
  return [...names, ...changedFigures(measuredUntil, description.quality)]
}

export const blendTerms: BlendTerms = {
  gradeRank,
  gradeName: (gradeId) => (gradeId === null ? null : (findGrade(gradeId)?.name ?? String(gradeId))),
  typeName: (typeId) => typeName(typeId) ?? String(typeId),
  segregation: segregationOf,
  mixedType: MIXED_TYPE,
  mixedVariety: MIXED_VARIETY,
}

/** A place that stock can be put: a bay, or none. */
export interface MergePlace {
  storageId: string | null
  bayId: number | null
}

/** Stock on its way, and the place that it goes to. */
export interface IncomingStock {
  place: MergePlace
  arrival: Arrival
}

/** A parcel that a bay knows, as it is described, and what lies there when the stock arrives. */
export interface PresentParcel extends Lot {
  recordId: string
  /** When somebody last said something of it: what comes in before then changes only the rest. */
  statedAt: Date | null
}

/** The record that stock which arrives in a place belongs to; see `mergeStock`. */
export async function mergeOne(
  trx: Transaction,
  actor: Actor,
  place: MergePlace,
  arrival: Arrival,
): Promise<MergeResult> {
  const [joined] = await mergeStock(trx, actor, [{ place, arrival }])
  if (!joined) throw new Error('one arrival joins one parcel')
  return joined
}

/**
 * The records that arriving stock belongs to, one each: the one of its kind in the bay, which it joins and changes the description of, or a
 * new one. The bays have to be locked. A parcel that is empty when the stock arrives takes the description of what arrives. Arrivals of one
 * call join in their order. What is asked of the database and what is written takes as many statements for one arrival as for five hundred.
 *
 * @param known the parcels that the arrivals join, where the caller has found them already
 */
export async function mergeStock(
  trx: Transaction,
  actor: Actor,
  arriving: IncomingStock[],
  known?: (PresentParcel | undefined)[],
): Promise<MergeResult[]> {
  const found = known ?? (await findParcels(trx, arriving))
  const parcels = new Map<string, PendingParcel>()
  const joined = arriving.map(({ place, arrival }, index): MergeResult => {
    const kind = kindIn(place, arrival)
    const present = found[index]
    const known = parcels.get(kind) ?? (present && parcelState(present))
    const parcel = known ?? newParcel(place, arrival)
    parcels.set(kind, parcel)
    const grams = known ? gramsThen(known, arrival.effectiveAt, present?.grams ?? 0) : 0
    if (known && arrival.source !== 'existing')
      noteLowering(trx, actor.now, { recordId: known.recordId, present: known.description }, arrival)
    noteArrived(parcel, arrival)
    noteComing(trx, actor.now, parcel.recordId, arrival)
    if (!known) return { recordId: parcel.recordId, isNew: true, changes: [] }
    return { recordId: parcel.recordId, isNew: false, ...joinParcel(parcel, arrival, grams, actor.now) }
  })
  await writeParcels(trx, actor, [...parcels.values()])
  return joined
}

/** Writes parcels as what came into them leaves them: those that are made, and those that are called otherwise now. */
export async function writeParcels(trx: Transaction, actor: Actor, parcels: PendingParcel[]): Promise<void> {
  await makeParcels(
    trx,
    actor,
    parcels.flatMap((parcel) => describedRow(actor, parcel)),
  )
  const known = parcels.filter(({ row }) => !row)
  await describeRecords(
    trx,
    known.filter(({ isChanged }) => isChanged),
    actor.now,
  )
  noteMixed(
    trx,
    known.flatMap(({ recordId, isChanged, isMixed }) => (isMixed && !isChanged ? recordId : [])),
    actor.now,
  )
}

/** Returns a key that is the same for all that one bay knows as one parcel. */
function kindIn({ storageId, bayId }: MergePlace, { kind, effectiveAt }: Arrival): string {
  // Where there is no bay, nothing is joined that did not arrive at the same moment.
  const moment = bayId === null ? effectiveAt : null
  return JSON.stringify([storageId, bayId, moment, mergeKeyText(kind)])
}

/** A parcel that arrivals join before it is written. */
export interface PendingParcel {
  recordId: string
  /** Row of a parcel that the call makes: nothing but its arrivals has ever been in it. */
  row: NewRow | undefined
  description: Description
  statedAt: Date | null
  isChanged: boolean
  /** True if stock of another description than its own has come into it by now. */
  isMixed: boolean
  /** Descriptions at moments to come; see settlePlans. */
  planned: Map<number, Description>
  /** Grams by the moment that they arrived at. */
  arrived: Map<number, number>
}

/** A parcel that is made of what arrives. */
export function newParcel(place: MergePlace, arrival: Arrival): PendingParcel {
  const row = newRow(place, arrival)
  return { ...parcelState({ ...arrival.description, recordId: row.id, statedAt: null }), row }
}

/** A parcel that a bay knows. */
export function parcelState({
  recordId,
  statedAt,
  ...description
}: Description & Pick<PresentParcel, 'recordId' | 'statedAt'>): PendingParcel {
  return {
    recordId,
    statedAt,
    row: undefined,
    description,
    isChanged: false,
    isMixed: false,
    planned: new Map(),
    arrived: new Map(),
  }
}

/** Joins an arrival to a parcel in which so many grams lie when it comes. Answers what either is called otherwise now. */
export function joinParcel(
  parcel: PendingParcel,
  arrival: Arrival,
  grams: number,
  now: Date,
): Omit<MergeResult, 'recordId' | 'isNew'> {
  const { effectiveAt: at } = arrival
  // A load without a weight describes nothing until it has one.
  if (arrival.grams === 0) return { changes: [] }
  if (parcel.statedAt !== null && parcel.statedAt > at) return leftToHistory(parcel)
  const present = { ...(parcel.planned.get(at.getTime()) ?? parcel.description), grams }
  const lot = { ...arrival.description, grams: arrival.grams }
  const { description, changes } =
    grams > 0 ? blend(present, lot, blendTerms) : { description: arrival.description, changes: [] }
  // What is only planned does not change yet what lies there; see settlePlans.
  if (at > now) {
    parcel.planned.set(at.getTime(), description)
    return { changes: changes.map((change) => ({ ...change, isPlanned: true })) }
  }
  if (!isDescribedAlike(arrival.description, present)) parcel.isMixed = true
  if (!isDescribedAlike(present, description)) {
    parcel.description = description
    parcel.isChanged = true
  }
  if (at.getTime() === now.getTime()) return { changes }
  return { changes, calledUntil: grams <= 0 ? present : undefined, measuredUntil: present.quality }
}

/** Leaves open the changes by stock that comes in before a statement about the parcel: recomputing finds them (`recomputeDescriptions`). */
function leftToHistory({ description }: PendingParcel): Omit<MergeResult, 'recordId' | 'isNew'> {
  return { changes: [], calledUntil: description, measuredUntil: description.quality }
}

/** Computes the grams in a parcel at a moment: those stored, and those that arrived by then in the same call. */
function gramsThen({ arrived }: PendingParcel, moment: Date, storedGrams: number): number {
  const before = [...arrived].filter(([at]) => at <= moment.getTime())
  if (before.length === 0) return storedGrams
  return before.reduce((sum, [, grams]) => sum + grams, Math.max(storedGrams, 0))
}

function noteArrived({ arrived }: PendingParcel, { effectiveAt, grams }: Arrival): void {
  arrived.set(effectiveAt.getTime(), (arrived.get(effectiveAt.getTime()) ?? 0) + grams)
}

function describedRow({ countryISO, now }: Actor, { row, description, isMixed }: PendingParcel): NewRow[] {
  if (!row) return []
  const { commodity, harvestYear } = row
  const { typeId, gradeId, variety, tagIds, quality, uncleanedShare } = description
  const is = { ...commodity, typeId, gradeId, variety, tagIds }
  const name = stockNameAfter(countryISO, row.name, { ...commodity, harvestYear }, { ...is, harvestYear })
  return [{ ...row, name, commodity: is, quality, uncleanedShare, calledSince: isMixed ? now : null }]
}

/** True if two descriptions are alike. */
export function isDescribedAlike(a: Description, b: Description): boolean {
  const said = ({ typeId, gradeId, variety, tagIds, quality, uncleanedShare }: Description) =>
    JSON.stringify([typeId, gradeId, variety, tagIds, quality, uncleanedShare])
  return said(a) === said(b)
}

/** The parcels of the arrivals' kinds that their bays know, with what lies there when they arrive. */
export async function findParcels(
  trx: Transaction,
  arriving: IncomingStock[],
): Promise<(PresentParcel | undefined)[]> {
  const { rows } = await sql<ParcelRow>`
    select asked.place, r.id, r.type_id, r.grade_id, r.variety, r.tag_ids, r.quality, r.uncleaned_share, r.stated_at,
      ledger_balance_at(r.keeper_id, r.id, asked.effective_at) as grams
    from unnest(
      ${arriving.map(({ place }) => place.bayId)}::bigint[],
      ${arriving.map(({ arrival }) => arrival.kind.ownerId)}::text[],
      ${arriving.map(({ arrival }) => arrival.kind.commodityId)}::integer[],
      ${arriving.map(({ arrival }) => arrival.kind.harvestYear)}::text[],
      ${arriving.map(({ arrival }) => arrival.kind.segregation)}::text[],
      ${arriving.map(({ arrival }) => arrival.effectiveAt)}::timestamptz[]
    ) with ordinality as asked (bay_id, owner_id, commodity_id, harvest_year, segregation, effective_at, place)
    join bays on bays.id = asked.bay_id
    cross join lateral (
      select * from records found
      where found.keeper_id = bays.organisation_id and found.bay_id = bays.id and ${haveSameMergeKey(sql`found`, sql`asked`)} offset 0
    ) r`.execute(trx)
  const found = new Map(rows.map((row) => [row.place, row]))
  return arriving.map((_each, index) => {
    const row = found.get(index + 1)
    return row && { recordId: row.id, grams: row.grams, statedAt: row.stated_at, ...descriptionOf(row) }
  })
}

interface ParcelRow {
  /** Of the arrival, counted from 1. */
  place: number
  id: string
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: unknown
  uncleaned_share: number
  stated_at: Date | null
  grams: number
}

/** A row's description. */
export function descriptionOf(row: {
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: unknown
  uncleaned_share: number
}): Description {
  return {
    typeId: row.type_id,
    gradeId: row.grade_id,
    variety: row.variety,
    tagIds: row.tag_ids,
    quality: row.quality as Description['quality'],
    uncleanedShare: row.uncleaned_share,
  }
}

/** A description as the columns of a row have it. */
export function columnsOfDescription({
  typeId,
  gradeId,
  variety,
  tagIds,
  quality,
  uncleanedShare,
}: Description) {
  return {
    type_id: typeId,
    grade_id: gradeId,
    variety,
    tag_ids: tagIds,
    quality: quality as Selectable<Tables['records']>['quality'],
    uncleaned_share: uncleanedShare,
  }
}

function newRow(
  { storageId, bayId }: MergePlace,
  { kind, description, name, source, tags }: Arrival,
): NewRow {
  const { typeId, gradeId, variety, tagIds, quality, uncleanedShare } = description
  const { commodityId, segregation } = kind
  return {
    id: newId(),
    ownerId: kind.ownerId,
    storageId,
    bayId,
    name,
    kind: kind.kind,
    source,
    commodity: { commodityId, typeId, gradeId, variety, tagIds, segregation },
    harvestYear: kind.harvestYear,
    tags,
    quality,
    uncleanedShare,
  }
}

async function makeParcels(trx: Transaction, actor: Actor, rows: NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await insertRecords(trx, actor, rows)
  await openBalances(
    trx,
    rows.map(({ id }) => id),
    actor.now,
  )
}
