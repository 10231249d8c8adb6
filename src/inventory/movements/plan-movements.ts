import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { GoesAlone } from '../../http/write/group-commit.ts'
import { paired } from '../../kernel/paired.ts'
import { BAY_EMPTIED, CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import { presentParcels, type LockedStock } from '../stock/lock-stock.ts'
import {
  descriptionOf,
  isDescribedAlike,
  mergeStock,
  type Arrival,
  type IncomingStock,
  type MergeResult,
} from '../stock/merge-stock.ts'
import { gradeReasonOf } from '../stock/lower-grades.ts'
import { arrivalOf } from '../stock/stored-records.ts'
import type { Destination } from './destination.ts'
import { describedColumns, type NewMovement } from '../loads/insert-loads.ts'
import { loadAndLock, type Departure, type PlacedRequest } from './movement-context.ts'
import type { MovementRequest } from './movement-request.ts'
import { driverColumns, isQuiet, type StockMovement } from '../loads/rules.ts'
import { isTakenIn } from './storage-contract.ts'
import { insertTicket, ticketColumns } from '../loads/tickets/insert-ticket.ts'

/** A load that has been decided on. */
export interface PlannedMovement extends NewMovement {
  departure: Departure
  /** The parcel that it joins; none where it leaves. */
  joined: MergeResult | undefined
}

/** A request with its movements. */
export interface PlannedRequest extends PlacedRequest {
  movements: PlannedMovement[]
}

/**
 * Locks what new movements touch and decides what they do: which parcels their stock joins, and what their rows say.
 *
 * @returns the requests; what is locked, with the bays that may have a conflict once they are stored
 * @throws Refusal as `loadAndLock`
 * @throws GoesAlone where one of several has to be stored before the next is decided
 */
export async function planMovements(
  trx: Transaction,
  actor: Actor,
  asked: MovementRequest[],
): Promise<{ requests: PlannedRequest[]; lock: { held: number[]; stock: LockedStock } }> {
  const { placed, lockedStock: stock } = await loadAndLock(trx, actor, asked)
  const joined = await joinAll(trx, actor, placed, stock)
  ensureOneMaker(placed, joined)
  const requests = placed.map((request) => planRequest(trx, actor, request, joined))
  return { requests, lock: { held: baysToWatch(actor, requests, stock), stock } }
}

/** Only movements and events are noted with whoever asked for them: a parcel that is made, and a file that is shared, with one person. */
function ensureOneMaker(placed: PlacedRequest[], joined: Map<Departure, MergeResult>): void {
  const isOfOne = new Set(placed.map(({ actor }) => actor.userId)).size === 1
  const hasMore = placed.some(
    ({ ticket, departures }) =>
      ticket !== null ||
      departures.some((each) => each.weighbridge.file !== null || joined.get(each)?.isNew === true),
  )
  if (!isOfOne && hasMore) throw new GoesAlone()
}

/** The parcels that stock joins on its way within the caller's own places. */
async function joinAll(
  trx: Transaction,
  actor: Actor,
  placed: PlacedRequest[],
  lockedStock: LockedStock,
): Promise<Map<Departure, MergeResult>> {
  const arriving = placed.flatMap(({ body, destination, departures, effectiveAt }) => {
    if (destination.type === 'outbound') return []
    const place = { storageId: destination.storageId, bayId: destination.bayId }
    return departures.map((departure) => ({
      departure,
      place,
      arrival: {
        ...arrivalOfLoad(departure, destination, effectiveAt),
        gradeReason: gradeReasonOf(body),
      },
    }))
  })
  if (placed.length > 1) ensureOrderIsAllOne(placed, arriving, lockedStock)
  const joined = await mergeStock(trx, actor, arriving, presentParcels(lockedStock, arriving))
  return new Map(paired(arriving, joined).map(([{ departure }, parcel]) => [departure, parcel]))
}

/**
 * What a parcel is described as was read before any of these requests: it must not change where another of them takes its stock
 * from, and what is weighed in a blend must not have gone with another.
 */
function ensureOrderIsAllOne(
  placed: PlacedRequest[],
  arriving: IncomingStock[],
  lockedStock: LockedStock,
): void {
  const sources = new Set(placed.flatMap(({ departures }) => departures.map(({ source }) => source.id)))
  const present = presentParcels(lockedStock, arriving)
  if (!present) throw new GoesAlone()
  for (const [index, { arrival }] of arriving.entries()) {
    const parcel = present[index]
    if (parcel && sources.has(parcel.recordId) && !isDescribedAlike(parcel, arrival.description))
      throw new GoesAlone()
  }
}

/**
 * Whether a load has to be cleaned as it comes off a field under a contract, and which share of it is uncleaned: all of that, nothing of
 * what was cleaned just before it left, and else as much as of the heap that it is taken from.
 */
function cleaningOf({ source, adjustment, storageContract }: Departure, destination: Destination) {
  const requiresCleaning =
    storageContract !== null &&
    storageContract.cleaningAgreed &&
    isTakenIn(storageContract, source, destination)
  const isCleaned = adjustment?.reasonId === CLEANING_LOSS
  return { requiresCleaning, uncleanedShare: requiresCleaning ? 1 : isCleaned ? 0 : source.uncleaned_share }
}

/** The stock of a load as it comes into another bay. */
export function arrivalOfLoad(departure: Departure, destination: Destination, effectiveAt: Date): Arrival {
  const arrival = arrivalOf(departure.source, departure.grams, effectiveAt)
  const { uncleanedShare } = cleaningOf(departure, destination)
  return { ...arrival, description: { ...arrival.description, uncleanedShare } }
}

/** What the movements of a request do and what their rows say, given the parcels that their stock joins. */
export function planRequest(
  trx: Transaction,
  actor: Actor,
  request: PlacedRequest,
  joined: ReadonlyMap<Departure, MergeResult>,
): PlannedRequest {
  const ticketId = request.ticket && insertTicket(trx, actor, request.ticket)
  // Of several loads of one record the last empties it.
  const lasts = new Map(request.departures.map((departure) => [departure.source.id, departure]))
  const movements = request.departures.map((departure, index) => {
    const parcel = joined.get(departure)
    const empties = request.body.adjustToZero === true && lasts.get(departure.source.id) === departure
    return {
      departure,
      joined: parcel,
      stock: stockMovement(request, departure, parcel, empties),
      row: { ...rowOf(request, departure), ...ticketColumns(ticketId, index, departure.share) },
      recordedBy: request.actor,
      ticketFor: { ownerId: departure.source.owner_id, path: 'weighbridge.file' },
    }
  })
  return { ...request, movements }
}

function rowOf({ body, destination }: PlacedRequest, departure: Departure) {
  const { source, adjustment, storageContract, weighbridge } = departure
  const { file, ...scales } = weighbridge
  const { requiresCleaning, uncleanedShare } = cleaningOf(departure, destination)
  return {
    type: destination.type,
    commodity_id: source.commodity_id,
    ...describedColumns(descriptionOf(source)),
    ...driverColumns(body.driver),
    ...scales,
    weighbridge_file_id: file?.id ?? null,
    receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
    contract_id: body.contractId ?? null,
    contract_reference: body.contractReference ?? null,
    storage_contract_id: storageContract?.id ?? null,
    requires_cleaning: requiresCleaning,
    uncleaned_share: uncleanedShare,
    adjustment_notes: adjustment?.notes ?? null,
    grade_reason: gradeReasonOf(body),
  }
}

function stockMovement(
  { destination, effectiveAt }: PlacedRequest,
  { id, source, grams, adjustment }: Departure,
  joined: MergeResult | undefined,
  empties: boolean,
): StockMovement {
  return {
    id,
    effectiveAt,
    source: { recordId: source.id, isPlanting: source.source === 'planting' },
    destinationRecordId: joined?.recordId ?? null,
    senderId: null,
    receiverId: destination.type === 'outbound' ? destination.receiver.id : null,
    grams,
    sold: destination.type === 'outbound' && destination.sold,
    adjustment,
    emptiedReasonId: empties ? BAY_EMPTIED : null,
  }
}

/** The bays that may have a conflict once this is stored: none where it is clear from what was locked that they have not. */
function baysToWatch(actor: Actor, requests: PlannedRequest[], lockedStock: LockedStock): number[] {
  const isSettled = requests.every(
    ({ departures, effectiveAt }) =>
      effectiveAt <= actor.now && departures.every(({ storageContract }) => storageContract === null),
  )
  const isCleared = requests.some(
    ({ destination, effectiveAt }) =>
      destination.type === 'internal' && isClearedSince(lockedStock, destination.bayId, effectiveAt),
  )
  const movements = requests.flatMap((request) => request.movements)
  if (isSettled && !isCleared && causesNoConflict(movements, lockedStock)) return []
  const left = movements.flatMap(({ departure }) => departure.source.bay_id ?? [])
  const reached = requests.flatMap(({ destination }) =>
    destination.type === 'internal' ? [destination.bayId] : [],
  )
  return [...new Set([...left, ...reached])]
}

/** Whether what comes into a bay then may have to be written off again, since the bay was said to be empty later. */
function isClearedSince({ bays }: LockedStock, bayId: number, effectiveAt: Date): boolean {
  const clearedAt = bays.get(bayId)?.lastClearedAt
  return clearedAt != null && clearedAt >= effectiveAt
}

function causesNoConflict(movements: PlannedMovement[], { records, held }: LockedStock): boolean {
  if (movements.some(({ stock }) => stock.grams === 0 && stock.destinationRecordId !== null)) return false
  const gained = new Map<string | null, number>()
  for (const { departure, stock } of movements) {
    const { source, grams, adjustment } = departure
    // Standing crop is not stock.
    const left = source.source === 'planting' ? 0 : grams - (adjustment?.grams ?? 0)
    gained.set(source.id, (gained.get(source.id) ?? 0) - left)
    const to = stock.destinationRecordId
    gained.set(to, (gained.get(to) ?? 0) + grams)
  }
  return [...gained].every(([id, grams]) => {
    const record = records.get(id ?? '')
    const before = held.locked.get(id ?? '')
    if (!record || !before) return id === null
    return isQuiet({
      hasPlans: record.has_plans,
      hasIncompatible: record.has_incompatible,
      hasNeighbours: before.hasNeighbours,
      hasUnweighedBeside: record.has_unweighed_beside,
      capacityGrams: record.capacity_grams,
      grams: before.balanceGrams + grams,
    })
  })
}
