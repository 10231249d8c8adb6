import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { GoesAlone } from '../../http/write/group-commit.ts'
import { isId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { dayAlone, skippedTimes } from '../../kernel/time.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { BAY_EMPTIED, CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import { sayLoad } from '../records/wire.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import type { Backdated } from '../ledger/ledger.ts'
import { kindOf } from '../stock/merge-key.ts'
import {
  descriptionOf,
  isDescribedAlike,
  mergeStock,
  type Arrival,
  type IncomingStock,
  type MergeResult,
} from '../stock/merge-stock.ts'
import type { StoredRecord } from '../stock/stored-records.ts'
import { presentParcels, type LockedStock } from '../stock/lock-stock.ts'
import { outcomeToResponse, sayPlanned } from '../stock/effects.ts'
import { explainDayAlone } from './day-alone.ts'
import { loadAndLock, type Departure, type PlacedRequest } from './movement-context.ts'
import { insertMovements, shareTickets, type MadeRequest, type NewMovement } from './insert-movements.ts'
import { bayNamed, requestOfMany, requestOfOne, type MovementRequest } from './movement-request.ts'
import type { Destination } from './destination.ts'
import { isTakenIn } from './storage-contract.ts'
import { postingOf, isQuiet, type StockMovement } from './rules.ts'
import type { CreateMovementBody, CreateMovementsBody, MovementAcknowledgement } from './schema.ts'

type Answer = Static<typeof MovementAcknowledgement>

/** Moves part of one record to a bay of the caller's own, or to another organisation (rules.md §4). */
export async function createMovement(
  trx: Transaction,
  actor: Actor,
  body: Static<typeof CreateMovementBody>,
): Promise<Answer> {
  return createOne(trx, actor, requestOfOne(actor, body))
}

/** The same for several records at once: all of them move, or none. */
export async function createMovements(
  trx: Transaction,
  actor: Actor,
  body: Static<typeof CreateMovementsBody>,
): Promise<Answer> {
  return createOne(trx, actor, requestOfMany(actor, body))
}

/**
 * Stores what several requests of one caller ask for, as if they had come one after the other.
 *
 * @throws GoesAlone where one has to be stored before the next is decided; and the refusal of any of them
 */
export async function createMovementsTogether(
  trx: Transaction,
  actor: Actor,
  bodies: Static<typeof CreateMovementBody>[],
): Promise<Answer[]> {
  return createAll(
    trx,
    actor,
    bodies.map((body) => requestOfOne(actor, body)),
  )
}

/**
 * The record and the bay that a body names, if it names all that it means, so that it can be stored together with others in as many
 * round trips.
 */
export function touchedBy(body: Static<typeof CreateMovementBody>): unknown[] | undefined {
  const bayId = bayNamed(body)
  if (!isId(body.recordId) || bayId === undefined) return undefined
  return bayId === null ? [body.recordId] : [body.recordId, bayId]
}

async function createOne(trx: Transaction, actor: Actor, request: MovementRequest): Promise<Answer> {
  const dates = [request.body.movementDateISO]
  const [answer] = await explainDayAlone(actor, dates, () => createAll(trx, actor, [request]))
  // One request has one answer.
  return answer as Answer
}

async function createAll(trx: Transaction, actor: Actor, requests: MovementRequest[]): Promise<Answer[]> {
  const { placed, lockedStock } = await loadAndLock(trx, actor, requests)
  const joined = await joinAll(trx, actor, placed, lockedStock)
  const made = placed.map((request) => makeMovements(request, joined))
  const contractIds = made.flatMap(({ departures }) =>
    departures.map(({ storageContract }) => storageContract?.id ?? null),
  )
  const { outcome } = await changeStock(trx, actor, {
    lock: { held: baysToWatch(actor, made, lockedStock), preloaded: lockedStock.held },
    contractIds,
    async *plan() {
      insertMovements(trx, actor, made)
      await shareTickets(trx, actor, made)
      yield {
        postings: made.flatMap(({ movements }) => movements.map(({ movement }) => postingOf(movement))),
        backdated: [...beforeStatements(made, lockedStock), ...cleanedBy(made, actor.now)],
        loads: made.flatMap(({ movements }) => movements.map(({ movement }) => movement)),
      }
    },
  })
  await appendEvents(
    trx,
    actor,
    made.map((request) => {
      const ids = idsOf(request.departures)
      const recordIds = [...new Set([...recordsOfRequest(request), ...outcome.recomputed.keys()])]
      const data = { ids, type: request.destination.type, recordIds }
      return { type: 'movement.created', subject: ids.join(','), data }
    }),
  )
  // Each is to be told what it does itself.
  if (requests.length > 1 && outcome.conflicts.length + outcome.recounts.length > 0) throw new GoesAlone()
  return made.map((request) => respond(actor, request, outcome))
}

function respond(actor: Actor, request: MadeRequest, outcome: StockOutcome): Answer {
  const ids = idsOf(request.departures)
  const done = {
    message: sayMovements(actor, request),
    ids,
    at: request.effectiveAt,
    merged: request.movements.flatMap(({ joined }) => joined ?? []),
    arrivals: request.movements.map(({ movement }) => movement.destinationRecordId),
    warnings: skippedTimes(request.body.movementDateISO, actor.timeZone),
    daysAlone: dayAlone(request.body.movementDateISO, actor.timeZone),
  }
  const countedGrams = new Map(ids.map((id) => [id, outcome.countedGrams.get(id) ?? 0]))
  return outcomeToResponse(actor, done, { ...outcome, countedGrams })
}

/** Where stock leaves, or joins, at a time before somebody has said something of what lies there. */
function beforeStatements(made: MadeRequest[], { records }: LockedStock): Backdated[] {
  return made.flatMap(({ effectiveAt: since, movements }) =>
    movements.flatMap(({ departure: { source, grams: changedGrams }, movement }) =>
      [source.id, movement.destinationRecordId].flatMap((recordId) => {
        const statedAt = records.get(recordId ?? '')?.stated_at ?? null
        return recordId !== null && statedAt !== null && statedAt > since
          ? [{ recordId, since, changedGrams }]
          : []
      }),
    ),
  )
}

/** Sources that are clean from now on, since a cleaning loss is noted with a load that leaves them. */
function cleanedBy(made: MadeRequest[], now: Date): Backdated[] {
  return made.flatMap(({ effectiveAt: since, departures }) =>
    departures.flatMap(({ source, adjustment, grams }) =>
      adjustment?.reasonId === CLEANING_LOSS && since <= now
        ? [{ recordId: source.id, since, changedGrams: grams + Math.abs(adjustment.grams) }]
        : [],
    ),
  )
}

function idsOf(departures: Departure[]): number[] {
  return departures.map(({ id }) => id)
}

function recordsOfRequest({ movements }: MadeRequest): string[] {
  return movements.flatMap(({ departure, joined }) => [
    departure.source.id,
    ...(joined ? [joined.recordId] : []),
  ])
}

function sayMovements(actor: Actor, { departures, destination, effectiveAt }: MadeRequest): string {
  const weight = sayLoad(departures.reduce((sum, { grams }) => sum + grams, 0))
  const where = destination.type === 'internal' ? destination.name : destination.receiver.name
  const many = departures.length === 1 ? 'Movement' : `${departures.length} movements`
  return `${many} stored: ${weight} to ${where}.${sayPlanned(actor, effectiveAt, departures.length)}`
}

/** The bays that may have a conflict once this is stored: none where it is clear from what was lockedStocked that they have not. */
function baysToWatch(actor: Actor, made: MadeRequest[], lockedStock: LockedStock): number[] {
  const isSettled = made.every(
    ({ departures, effectiveAt }) =>
      effectiveAt <= actor.now && departures.every(({ storageContract }) => storageContract === null),
  )
  const isCleared = made.some(
    ({ destination, effectiveAt }) =>
      destination.type === 'internal' && isClearedSince(lockedStock, destination.bayId, effectiveAt),
  )
  const movements = made.flatMap((request) => request.movements)
  if (isSettled && !isCleared && causesNoConflict(movements, lockedStock)) return []
  const left = movements.flatMap(({ departure }) => departure.source.bay_id ?? [])
  const reached = made.flatMap(({ destination }) =>
    destination.type === 'internal' ? [destination.bayId] : [],
  )
  return [...new Set([...left, ...reached])]
}

/** Whether what comes into a bay then may have to be written off again, since the bay was said to be empty later. */
function isClearedSince({ bays }: LockedStock, bayId: number, effectiveAt: Date): boolean {
  const clearedAt = bays.get(bayId)?.lastClearedAt
  return clearedAt != null && clearedAt >= effectiveAt
}

function causesNoConflict(movements: NewMovement[], { records, held }: LockedStock): boolean {
  if (movements.some(({ movement }) => movement.grams === 0 && movement.destinationRecordId !== null))
    return false
  const gained = new Map<string | null, number>()
  for (const { departure, movement } of movements) {
    const { source, grams, adjustment } = departure
    // Standing crop is not stock.
    const left = source.source === 'planting' ? 0 : grams - (adjustment?.grams ?? 0)
    gained.set(source.id, (gained.get(source.id) ?? 0) - left)
    const to = movement.destinationRecordId
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

/** The parcels that stock joins on its way within the caller's own places. */
async function joinAll(
  trx: Transaction,
  actor: Actor,
  placed: PlacedRequest[],
  lockedStock: LockedStock,
): Promise<Map<Departure, MergeResult>> {
  const arriving = placed.flatMap(({ destination, departures, effectiveAt }) => {
    if (destination.type === 'outbound') return []
    const place = { storageId: destination.storageId, bayId: destination.bayId }
    return departures.map((departure) => ({
      departure,
      place,
      arrival: withShare(
        arrivalOf(departure.source, departure.grams, effectiveAt),
        cleaningOf(departure, destination).uncleanedShare,
      ),
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

function withShare(arrival: Arrival, uncleanedShare: number): Arrival {
  return { ...arrival, description: { ...arrival.description, uncleanedShare } }
}

/** A record's stock on its way to another place of the same keeper. */
export function arrivalOf(source: StoredRecord, grams: number, effectiveAt: Date): Arrival {
  return {
    kind: kindOf(source),
    description: descriptionOf(source),
    grams,
    effectiveAt,
    name: source.name,
    source: 'movement',
    tags: source.tags,
  }
}

function makeMovements(request: PlacedRequest, joined: Map<Departure, MergeResult>): MadeRequest {
  // Of several loads of one record the last empties it.
  const lasts = new Map(request.departures.map((departure) => [departure.source.id, departure]))
  const movements = request.departures.map((departure) => {
    const parcel = joined.get(departure)
    const empties = request.body.adjustToZero === true && lasts.get(departure.source.id) === departure
    const movement = stockMovement(request, departure, parcel, empties)
    return { departure, joined: parcel, movement, ...cleaningOf(departure, request.destination) }
  })
  return { ...request, movements }
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
