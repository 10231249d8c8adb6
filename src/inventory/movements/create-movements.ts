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
import { getKeptRecords, lockBays } from '../records/places.ts'
import { answerMovements } from './answer.ts'
import { resolveDestination, type Destination } from './destination.ts'
import { resolveContract } from './edit-contract.ts'
import { nextFactIds } from './fact-ids.ts'
import { factOf, missingActions, type StockMovement } from './rules.ts'
import type { CreateMovementBody, CreateMovementsBody } from './schema.ts'

type Body = Omit<Static<typeof CreateMovementsBody>, 'records'>
type Source = Awaited<ReturnType<typeof getKeptRecords>>[number]

/** One movement to be made, as far as it differs from the others of its request. */
interface Load {
  path: string
  recordId: string
  grams: number
  adjustment: { grams: number; reasonId: number; notes: string | null } | null
}

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
  const sources = await getKeptRecords(
    trx,
    actor,
    loads.map(({ recordId }) => recordId),
  )
  const destination = await resolveDestination(trx, actor, body)
  refuseFaults(
    loads.flatMap((load, index) => sourceFaults(load, sources[index] as Source, body, destination)),
  )
  const storageContractId = await resolveContract(trx, actor, body.storageContractId, sources)

  await lockBays(trx, {
    bayIds: destination.type === 'internal' ? [destination.bayId] : [],
    recordIds: sources.map(({ id }) => id),
  })
  const joined = await joinAll(trx, actor, destination, sources, loads, effectiveAt)
  const ids = await nextFactIds(trx, loads.length)
  const movements = loads.map((load, index) =>
    stockMovement(
      ids[index] as number,
      effectiveAt,
      sources[index] as Source,
      load,
      body,
      destination,
      joined[index],
    ),
  )
  await insertMovements(trx, actor, { ...body, storageContractId }, destination, loads, sources, movements)
  await post(trx, { withdraw: [], facts: movements.map(factOf) }, actor.now)
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: destination.type },
  })
  const weight = sayWeight(loads.reduce((sum, { grams }) => sum + grams, 0))
  const where = destination.type === 'internal' ? destination.name : destination.receiver.name
  const many = loads.length === 1 ? 'Movement' : `${loads.length} movements`
  return answerMovements(trx, actor, {
    message: `${many} stored: ${weight} to ${where}.`,
    ids,
    recordIds: movements.flatMap(({ source, destinationRecordId }) => [
      source?.recordId,
      destinationRecordId,
    ]),
    changes: joined.flatMap(({ changes }) => changes),
    arrivals: movements.map(({ destinationRecordId }) => destinationRecordId),
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
  source: Source,
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
  destination: Destination,
  sources: Source[],
  loads: Load[],
  effectiveAt: Date,
): Promise<Joined[]> {
  if (destination.type === 'outbound') return []
  const arrivals = sources.map((source, index) =>
    arrivalOf(source, (loads[index] as Load).grams, effectiveAt),
  )
  return joinParcels(trx, actor, { storageId: destination.storageId, bayId: destination.bayId }, arrivals)
}

/** A record's stock on its way to another place of the same keeper. */
export function arrivalOf(source: Source, grams: number, effectiveAt: Date): Arrival {
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
  source: Source,
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

async function insertMovements(
  trx: Transaction,
  actor: Actor,
  body: Body,
  destination: Destination,
  loads: Load[],
  sources: Source[],
  movements: StockMovement[],
): Promise<void> {
  const driver = {
    driver_name: body.driver?.name?.trim() || null,
    vehicle_registration: body.driver?.vehicleRegistration?.trim() || null,
    load_reference: body.driver?.loadReference?.trim() || null,
  }
  const rows = movements.map((movement, index) => {
    const source = sources[index] as Source
    const { adjustment } = loads[index] as Load
    const missing = missingActions({
      type: destination.type,
      driverName: driver.driver_name,
      vehicleRegistration: driver.vehicle_registration,
      emptyGrams: null,
      fullGrams: null,
    })
    const isComplete = missing.outstanding === 0
    return {
      id: movement.id,
      organisation_id: actor.organisationId,
      type: destination.type,
      status: isComplete ? 'complete' : 'incomplete',
      effective_at: movement.effectiveAt,
      record_id: source.id,
      source_record_id: source.id,
      destination_record_id: movement.destinationRecordId,
      receiver_id: movement.receiverId,
      receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
      weight_grams: movement.grams,
      commodity_id: source.commodity_id,
      type_id: source.type_id,
      grade_id: source.grade_id,
      variety: source.variety,
      tag_ids: source.tag_ids,
      quality: JSON.stringify(source.quality),
      ...driver,
      contract_id: body.contractId ?? null,
      contract_reference: body.contractReference ?? null,
      storage_contract_id: body.storageContractId ?? null,
      sold: movement.sold,
      adjust_to_zero: body.adjustToZero ?? false,
      is_joined: movement.effectiveAt <= actor.now,
      adjustment_grams: adjustment?.grams ?? null,
      adjustment_reason_id: adjustment?.reasonId ?? null,
      adjustment_notes: adjustment?.notes ?? null,
      completed_at: isComplete ? actor.now : null,
      recorded_by: actor.userId,
      recorded_by_name: actor.userName,
      recorded_at: actor.now,
    }
  })
  await trx.insertInto('movements').values(rows).execute()
}
