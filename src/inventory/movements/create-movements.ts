import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import { ensureOwnOrganisation, type Actor } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms, sayWeight } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { BAY_EMPTIED, findReason } from '../../system/reasons/reasons.ts'
import { post } from '../ledger/ledger.ts'
import { descriptionOf, joinParcels, type Arrival, type Joined } from '../records/parcels.ts'
import type { KeptRecord } from '../records/places.ts'
import { presentParcels, type Survey } from '../records/survey.ts'
import { answerMovements } from './answer.ts'
import type { Destination } from './destination.ts'
import { prepareGround, type Ground } from './ground.ts'
import { insertMovements, type Body, type Load, type NewMovement } from './insert-movements.ts'
import { factOf, isQuiet, type StockMovement } from './rules.ts'
import type { CreateMovementBody, CreateMovementsBody } from './schema.ts'

/** Moves part of one record to a bay of the caller's own, or to another organisation (domain.md §4). */
export async function createMovement(
  trx: Transaction,
  actor: Actor,
  body: Static<typeof CreateMovementBody>,
) {
  const { recordId, weight, adjustment, ...rest } = body
  return createAll(trx, actor, rest, [loadOf('', { id: recordId, weight, adjustment: adjustment ?? null })])
}

/** The same for several records at once: all of them move, or none. */
export async function createMovements(
  trx: Transaction,
  actor: Actor,
  body: Static<typeof CreateMovementsBody>,
) {
  const { records, ...rest } = body
  return createAll(
    trx,
    actor,
    rest,
    records.map((each, index) => loadOf(`records[${index}].`, each)),
  )
}

function loadOf(
  path: string,
  { id, weight, adjustment }: Static<typeof CreateMovementsBody>['records'][number],
): Load {
  return {
    path,
    recordId: id,
    grams: gramsFromKilograms(weight),
    adjustment: adjustment
      ? {
          grams: gramsFromKilograms(adjustment.weight),
          reasonId: adjustment.reason,
          notes: adjustment.notes ?? null,
        }
      : null,
  }
}

async function createAll(trx: Transaction, actor: Actor, body: Body, loads: Load[]) {
  const effectiveAt = checkInput(actor, body, loads)
  const ground = await prepareGround(
    trx,
    actor,
    body,
    {
      recordIds: loads.map(({ recordId }) => recordId),
      faultsOf: (sources, to) =>
        loads.flatMap((load, index) => sourceFaults(load, sources[index] as KeptRecord, body, to)),
    },
    effectiveAt,
  )
  const { destination, survey, ids, storageContractId } = ground
  const joined = await joinAll(trx, actor, ground, loads, effectiveAt)
  const made = loads.map((load, index): NewMovement => {
    const source = ground.sources[index] as KeptRecord
    const id = ids[index] as number
    return {
      load,
      source,
      movement: stockMovement(id, effectiveAt, source, load, body, destination, joined[index]),
    }
  })
  insertMovements(trx, actor, { ...body, storageContractId }, destination, made)
  const movements = made.map(({ movement }) => movement)
  const entries = await post(trx, { withdraw: [], facts: movements.map(factOf) }, actor.now, survey.held)
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: destination.type },
  })
  const weight = sayWeight(loads.reduce((sum, { grams }) => sum + grams, 0))
  const where = destination.type === 'internal' ? destination.name : destination.receiver.name
  const many = loads.length === 1 ? 'Movement' : `${loads.length} movements`
  const touched = movements.flatMap(({ source, destinationRecordId }) => [
    source?.recordId,
    destinationRecordId,
  ])
  const isQuiet =
    storageContractId === null && effectiveAt <= actor.now && causesNoConflict(survey, touched, entries)
  return answerMovements(trx, actor, {
    message: `${many} stored: ${weight} to ${where}.`,
    ids,
    recordIds: isQuiet ? [] : touched,
    changes: joined.flatMap(({ changes }) => changes),
    arrivals: movements.map(({ destinationRecordId }) => destinationRecordId),
  })
}

/** Whether it is clear from what was surveyed that no bay has a conflict, so that none need be looked for. */
function causesNoConflict(
  { records, held }: Survey,
  touched: (string | null | undefined)[],
  entries: { sourceRecordId: string | null; destinationRecordId: string | null; grams: number }[],
): boolean {
  const gained = new Map<string | null, number>()
  for (const { sourceRecordId, destinationRecordId, grams } of entries) {
    gained.set(sourceRecordId, (gained.get(sourceRecordId) ?? 0) - grams)
    gained.set(destinationRecordId, (gained.get(destinationRecordId) ?? 0) + grams)
  }
  return touched.every((id) => {
    const record = records.get(id ?? '')
    const before = held.locked.get(id ?? '')
    if (!record || !before) return !id
    return isQuiet({
      hasPlans: record.has_plans,
      hasNeighbours: before.hasNeighbours,
      capacityGrams: record.capacity_grams,
      grams: before.balanceGrams + (gained.get(record.id) ?? 0),
    })
  })
}

/** What can be seen from the body alone: every fault at once. Answers when it happens. */
function checkInput(actor: Actor, body: Body, loads: Load[]): Date {
  const effectiveAt = parseInstant(body.movementDateISO, actor.timeZone)
  const faults = [
    ...(effectiveAt ? [] : [dateFault('movementDateISO')]),
    ...loads.flatMap(({ path, grams, adjustment }) => [
      ...(grams > 0 ? [] : [fault(`${path}weight`, 'must be more than 0', 'minimum')]),
      ...(adjustment && !findReason('adjustment', adjustment.reasonId)
        ? [fault(`${path}adjustment.reason`, 'is not a managed adjustment reason', 'unknown_reason')]
        : []),
    ]),
  ]
  refuseFaults(faults)
  ensureOwnOrganisation(actor, body.organisationId)
  if (!effectiveAt) throw new Error('unreachable: a bad date was refused')
  return effectiveAt
}

function sourceFaults(
  { path, adjustment }: Load,
  source: KeptRecord,
  body: Body,
  destination: Destination,
): Fault[] {
  const isPlanting = source.source === 'planting'
  return [
    ...(isPlanting && adjustment
      ? [fault(`${path}adjustment`, 'is for stock; a standing crop has no weight to correct', 'not_stock')]
      : []),
    ...(isPlanting && body.adjustToZero
      ? [fault('adjustToZero', 'is for stock; a standing crop is not emptied', 'not_stock')]
      : []),
    ...(destination.type === 'internal' && source.bay_id === destination.bayId
      ? [fault('destination.substorageId', 'is the bay that the stock already lies in', 'same_bay')]
      : []),
  ]
}

async function joinAll(
  trx: Transaction,
  actor: Actor,
  { destination, sources, survey }: Ground,
  loads: Load[],
  effectiveAt: Date,
): Promise<Joined[]> {
  if (destination.type === 'outbound') return []
  const { storageId, bayId } = destination
  const arrivals = sources.map((source, index) =>
    arrivalOf(source, (loads[index] as Load).grams, effectiveAt),
  )
  return joinParcels(trx, actor, { storageId, bayId }, arrivals, presentParcels(survey, bayId, arrivals))
}

/** A record's stock on its way to another place of the same keeper. */
export function arrivalOf(source: KeptRecord, grams: number, effectiveAt: Date): Arrival {
  return {
    kind: {
      ownerId: source.owner_id,
      ownerName: source.owner_name,
      kind: source.kind as Arrival['kind']['kind'],
      commodityId: source.commodity_id,
      harvestYear: source.harvest_year,
      segregation: source.segregation,
    },
    description: descriptionOf(source),
    grams,
    effectiveAt,
    name: source.name,
    source: 'movement',
    tags: source.tags,
  }
}

function stockMovement(
  id: number,
  effectiveAt: Date,
  source: KeptRecord,
  { grams, adjustment }: Load,
  body: Body,
  destination: Destination,
  joined: Joined | undefined,
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
    emptiedReasonId: body.adjustToZero ? BAY_EMPTIED : null,
  }
}
