import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { NewEvent } from '../../system/events/append-event.ts'
import { explainDayAlone, oddDates } from '../loads/dates.ts'
import { enterAsked, type AskedLoads } from '../loads/enter-asked.ts'
import type { EnteredRequest } from '../loads/enter-loads.ts'
import type { EarlierEntry } from '../loads/tickets/entered-before.ts'
import { outcomeToResponse, planned } from '../stock/effects.ts'
import { loadsOfMovements, type PlacedRequest } from './movement-loads.ts'
import { requestOfMany, requestOfOne, type MovementRequest } from './movement-request.ts'
import type { CreateMovementBody, CreateMovementsBody } from './schema.ts'
import type { MovementAcknowledgement } from '../loads/schema.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'

/** Moves part of one record to a bay of the caller's own, or to another organisation (rules.md §4). */
export async function createMovement(
  trx: Transaction,
  actor: Actor,
  body: CreateMovementBody,
): Promise<MovementAcknowledgement> {
  const [answer] = await enterMovements(trx, [requestOfOne(actor, body)])
  // One request has one answer.
  return answer as MovementAcknowledgement
}

/** Moves stock of several records at once: all of them move, or none. */
export async function createMovements(
  trx: Transaction,
  actor: Actor,
  body: CreateMovementsBody,
): Promise<MovementAcknowledgement> {
  const [answer] = await enterMovements(trx, [requestOfMany(actor, body)])
  return answer as MovementAcknowledgement
}

/** Enters what requests for one organisation ask for, as if they had come one after the other; answers each. */
export async function enterMovements(
  trx: Transaction,
  requests: MovementRequest[],
): Promise<MovementAcknowledgement[]> {
  const [first] = requests
  if (!first) return []
  const { actor } = first
  const asked = await askMovements(trx, actor, requests)
  const dates = requests.map(({ body }) => body.movementDateISO)
  return explainDayAlone(actor, dates, () => enterAsked(trx, actor, asked))
}

/** Requests for movements, to be entered together. */
export async function askMovements(
  trx: Transaction,
  actor: Actor,
  requests: MovementRequest[],
): Promise<AskedLoads<MovementAcknowledgement>[]> {
  const asked = await loadsOfMovements(trx, actor, requests)
  return asked.map((each) => ({
    ...each,
    events: (its) => [eventOf(each.placed(), its)],
    answer: (its, before) => respond(each.placed(), its, before(idsOf(its))),
  }))
}

/** Builds the event for listeners about the movements of a request. */
function eventOf({ destination }: PlacedRequest, { entered, outcome }: EnteredRequest): NewEvent {
  const ids = idsOf({ entered })
  const touched = entered.flatMap(({ load: { stock }, joined }) => [
    ...(stock.source ? [stock.source.recordId] : []),
    ...(joined ? [joined.recordId] : []),
  ])
  const recordIds = [...new Set([...touched, ...outcome.recomputed.keys()])]
  const data = { ids, type: destination.type, recordIds }
  return { type: 'movement.created', subject: ids.join(','), data }
}

/** The answer to a request whose movements are stored. */
function respond(
  placed: PlacedRequest,
  { entered, outcome }: EnteredRequest,
  before: ReturnType<EarlierEntry>,
): MovementAcknowledgement {
  const { actor, body, effectiveAt } = placed
  const ids = idsOf({ entered })
  const { warnings, daysAlone } = oddDates(actor, [body.movementDateISO])
  const done = {
    said: stored(placed, entered),
    ids,
    at: effectiveAt,
    merged: entered.flatMap(({ joined }) => joined ?? []),
    arrivals: entered.map(({ joined }) => joined?.recordId ?? null),
    daysAlone,
    ...before,
    warnings: [...warnings, ...before.warnings],
  }
  const countedGrams = new Map(ids.map((id) => [id, outcome.countedGrams.get(id) ?? 0]))
  return outcomeToResponse(actor, done, { ...outcome, countedGrams })
}

function idsOf({ entered }: Pick<EnteredRequest, 'entered'>): number[] {
  return entered.map(({ id }) => id)
}

function stored(
  { actor, destination, effectiveAt }: PlacedRequest,
  entered: EnteredRequest['entered'],
): Message[] {
  const count = entered.length
  const weight = kilogramsFromGrams(entered.reduce((sum, { load }) => sum + load.stock.grams, 0))
  const isOut = destination.type === 'outbound'
  const place = isOut ? destination.receiver.name : destination.name
  return [message('movementsStored', { count, weight, place, isOut }), ...planned(actor, effectiveAt, count)]
}
