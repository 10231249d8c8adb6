import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { GoesAlone } from '../../http/write/group-commit.ts'
import { appendEvents, type NewEvent } from '../../system/events/append-event.ts'
import { sayLoad } from '../records/wire.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { outcomeToResponse, sayPlanned } from '../stock/effects.ts'
import { explainDayAlone, oddDates } from '../loads/dates.ts'
import { insertMovements } from '../loads/insert-loads.ts'
import { requestOfMany, requestOfOne, type MovementRequest } from './movement-request.ts'
import { planMovements, type PlannedRequest } from './plan-movements.ts'
import { findEnteredBefore, type SaidBefore } from '../loads/tickets/entered-before.ts'
import type { CreateMovementBody, CreateMovementsBody, MovementAcknowledgement } from './schema.ts'

/** Moves part of one record to a bay of the caller's own, or to another organisation (rules.md §4). */
export async function createMovement(
  trx: Transaction,
  actor: Actor,
  body: CreateMovementBody,
): Promise<MovementAcknowledgement> {
  return createOne(trx, actor, requestOfOne(actor, body))
}

/** The same for several records at once: all of them move, or none. */
export async function createMovements(
  trx: Transaction,
  actor: Actor,
  body: CreateMovementsBody,
): Promise<MovementAcknowledgement> {
  return createOne(trx, actor, requestOfMany(actor, body))
}

/**
 * Stores what several requests for one organisation ask for, as if they had come one after the other.
 *
 * @throws GoesAlone where one has to be stored before the next is decided; and the refusal of any of them
 */
export async function createMovementsTogether(
  trx: Transaction,
  asked: MovementRequest[],
): Promise<MovementAcknowledgement[]> {
  const [first] = asked
  return first ? createAll(trx, first.actor, asked) : []
}

async function createOne(
  trx: Transaction,
  actor: Actor,
  request: MovementRequest,
): Promise<MovementAcknowledgement> {
  const dates = [request.body.movementDateISO]
  const [answer] = await explainDayAlone(actor, dates, () => createAll(trx, actor, [request]))
  // One request has one answer.
  return answer as MovementAcknowledgement
}

async function createAll(
  trx: Transaction,
  actor: Actor,
  asked: MovementRequest[],
): Promise<MovementAcknowledgement[]> {
  const { requests, lock } = await planMovements(trx, actor, asked)
  const movements = requests.flatMap((request) => request.movements)
  const { outcome } = await changeStock(trx, actor, {
    lock,
    contractIds: movements.map(({ departure }) => departure.storageContract?.id ?? null),
    async *plan() {
      yield await insertMovements(trx, actor, movements)
    },
  })
  await appendEvents(
    trx,
    actor,
    requests.map((request) => eventOf(request, outcome)),
  )
  const before = await findEnteredBefore(
    trx,
    actor,
    requests.flatMap((request) =>
      idsOf(request).map((id) => ({ id, reference: request.body.driver?.loadReference })),
    ),
  )
  // Each is to be told what it does itself.
  if (requests.length > 1 && outcome.conflicts.length + outcome.recounts.length > 0) throw new GoesAlone()
  return requests.map((request) => respond(request.actor, request, outcome, before(idsOf(request))))
}

/** What listeners are told of the movements of a request. */
export function eventOf(request: PlannedRequest, { recomputed }: Pick<StockOutcome, 'recomputed'>): NewEvent {
  const ids = idsOf(request)
  const recordIds = [...new Set([...recordsOf(request), ...recomputed.keys()])]
  const data = { ids, type: request.destination.type, recordIds }
  return { type: 'movement.created', subject: ids.join(','), data, userId: request.actor.userId }
}

/** The answer to a request whose movements are stored. */
export function respond(
  actor: Actor,
  request: PlannedRequest,
  outcome: StockOutcome,
  before: Partial<ReturnType<SaidBefore>> = {},
): MovementAcknowledgement {
  const ids = idsOf(request)
  const { warnings, daysAlone } = oddDates(actor, [request.body.movementDateISO])
  const done = {
    message: sayMovements(actor, request),
    ids,
    at: request.effectiveAt,
    merged: request.movements.flatMap(({ joined }) => joined ?? []),
    arrivals: request.movements.map(({ stock }) => stock.destinationRecordId),
    daysAlone,
    ...before,
    warnings: [...warnings, ...(before.warnings ?? [])],
  }
  const countedGrams = new Map(ids.map((id) => [id, outcome.countedGrams.get(id) ?? 0]))
  return outcomeToResponse(actor, done, { ...outcome, countedGrams })
}

function idsOf({ departures }: PlannedRequest): number[] {
  return departures.map(({ id }) => id)
}

function recordsOf({ movements }: PlannedRequest): string[] {
  return movements.flatMap(({ departure, joined }) => [
    departure.source.id,
    ...(joined ? [joined.recordId] : []),
  ])
}

function sayMovements(actor: Actor, { departures, destination, effectiveAt }: PlannedRequest): string {
  const weight = sayLoad(departures.reduce((sum, { grams }) => sum + grams, 0))
  const where = destination.type === 'internal' ? destination.name : destination.receiver.name
  const many = departures.length === 1 ? 'Movement' : `${departures.length} movements`
  return `${many} stored: ${weight} to ${where}.${sayPlanned(actor, effectiveAt, departures.length)}`
}
