import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import { ensureOwnOrganisation, isPermitted, type Actor } from '../../http/actor.ts'
import { collectFaults, dateFault, fault, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { BAY_EMPTIED } from '../../system/reasons/reasons.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { post } from '../ledger/ledger.ts'
import { changedRecords, recomputeDescriptions, backdatedUnweighed } from '../stock/recompute-descriptions.ts'
import { ensureMayAdjust } from '../records/ensure-may-adjust.ts'
import { nameAfter } from '../stock/name-of-stock.ts'
import { noteIncompatible } from '../stock/note-incompatible.ts'
import { mergeKeyColumns, kindOf } from '../stock/merge-key.ts'
import { changesOf, descriptionOf, mergeOne, type Arrival, type MergeResult } from '../stock/merge-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import { sayLoad } from '../records/wire.ts'
import { answerMovements, sayEmptied } from './answer.ts'
import { ownFaults, resolveDestination, sameBayFaults, type Destination } from './destination.ts'
import { watchLost } from './ensure-no-more-lost.ts'
import { ensureStillAlike } from './ensure-still-alike.ts'
import {
  getMoved,
  joinedBefore,
  lockOwnMovement,
  recordsOf,
  stockMovementOf,
  type OwnMovement,
} from './own-movement.ts'
import { noteChangedMovements, type SaidChanges } from './note-changed-movements.ts'
import { intakeTermColumns, type IntakeTerms } from '../contracts/intake-terms.ts'
import { shrinkGrams } from '../contracts/rules.ts'
import { resolveEditedTerms } from './storage-contract.ts'
import {
  completionColumns,
  driverColumns,
  emptyingFaults,
  postingOf,
  missingActions,
  netGrams,
  type StockMovement,
} from './rules.ts'
import type { EditMovementBody } from './schema.ts'

type Body = Static<typeof EditMovementBody>

/**
 * Replaces what a movement says: the old entries are reversed at their own date and the new ones posted (rules.md §2).
 * Driver, weighbridge, contract and storage contract stay where the body leaves them out, and so does whether what leaves is
 * sold; a weighed net stays the weight.
 */
export async function editMovement(trx: Transaction, actor: Actor, id: string, body: Body) {
  ensureOwnOrganisation(actor, body.organisationId)
  const movement = await collectFaults(valueFaults(actor, body), () =>
    lockOwnMovement(trx, actor, id, body.recordId),
  )
  if (!movement) throw new Error('unreachable: a movement is there, or refused')
  if (body.adjustToZero && !movement.adjust_to_zero) ensureMayAdjust(actor)
  // What a manager has said of the bay stays said while an operator puts the load right.
  const unsaid = isPermitted(actor, 'adjustments:write') ? false : movement.adjust_to_zero
  const empties = body.adjustToZero ?? unsaid
  const before = await stockMovementOf(trx, movement)
  const { effectiveAt, destination, terms } = await judge(trx, actor, movement, before, body)
  const grams = netGrams(movement) ?? gramsOf(body)

  const bayIds = await lockBaysAndApplyDuePlans(trx, actor.now, {
    bayIds: destination.type === 'internal' ? [destination.bayId] : [],
    recordIds: recordsOf(movement),
  })
  const contractIds = [movement.storage_contract_id, terms.contractId]
  const newConflicts = await snapshotConflicts(trx, bayIds, actor.now, contractIds)
  const ensureNoMoreLost = await watchLost(trx, actor, before)
  const joined =
    destination.type === 'internal'
      ? await joinAgain(
          trx,
          actor,
          movement,
          destination,
          grams - shrinkGrams(terms.drying, grams),
          effectiveAt,
        )
      : undefined
  const after = {
    ...before,
    effectiveAt,
    grams,
    destinationRecordId: joined?.recordId ?? null,
    receiverId: destination.type === 'outbound' ? destination.receiver.id : null,
    sold: destination.type === 'outbound' && destination.sold,
    emptiedReasonId: empties ? BAY_EMPTIED : null,
    // What an intake replaced in one bay is still there where it went to another.
    replacedRecordIds: joined?.recordId === before.destinationRecordId ? before.replacedRecordIds : [],
    drying: terms.drying,
  }
  const saved = await saveMovement(trx, actor, movement, body, { destination, terms, after })
  const posted = await post(trx, { withdraw: [movement.id], facts: [postingOf(after)] }, actor.now)
  ensureNoMoreLost(after, posted)
  const late = [...posted.late, ...backdatedUnweighed([before, after], actor.now, grams)]
  const recomputed = await recomputeDescriptions(trx, late, actor.now)
  const [said] = await noteChangedMovements(trx, actor, [{ before: movement, after: saved }])
  const isCompleted = movement.completed_at === null && saved.completed_at !== null
  const told = {
    subject: id,
    data: { ids: [movement.id], recordIds: changedRecords(posted.recordIds, recomputed) },
  }
  const types = ['movement.updated', ...(isCompleted ? ['movement.completed' as const] : [])] as const
  await appendChanges(
    trx,
    actor,
    types.map((type) => ({ before: movement, after: saved, event: { type, ...told } })),
  )
  return answerMovements({
    message: sayEdited(actor, movement, { body, after, said }) + sayEmptied(actor, posted, [after]),
    ids: [movement.id],
    changes: joined ? changesOf(joined, recomputed) : [],
    arrivals: [after.destinationRecordId],
    recounts: posted.recounts,
    conflicts: await newConflicts(),
  })
}

/** What the movement weighs, what else it says otherwise now, and whether its stock moves because of that. */
function sayEdited(
  { now }: Actor,
  { effective_at: was }: OwnMovement,
  {
    body,
    after,
    said = new Map<string, string>(),
  }: { body: Body; after: StockMovement; said: SaidChanges | undefined },
): string {
  const isWeighed = after.grams !== gramsOf(body)
  const weight = `${sayLoad(after.grams)}${isWeighed ? ', as weighed' : ''}`
  const others = [...said].flatMap(([what, words]) => (what === 'weight' ? [] : [words]))
  const [wasPlanned, isPlanned] = [was > now, after.effectiveAt > now]
  const moves = isPlanned
    ? ' It is a plan now: its stock moves then.'
    : ' It is no longer a plan: its stock has moved.'
  return `Movement changed: ${[weight, ...others].join('; ')}.${wasPlanned === isPlanned ? '' : moves}`
}

/** Of a load that is not weighed, 0: it is shown as null, which may come back. */
function gramsOf({ weight }: Body): number {
  return gramsFromKilograms(weight ?? 0)
}

/** What is wrong with a body by itself. Where the movement is known, a load that nobody has weighed may stay so. */
function valueFaults({ timeZone }: Actor, body: Body, before?: StockMovement): Fault[] {
  return [
    ...(parseInstant(body.movementDateISO, timeZone) ? [] : [dateFault('movementDateISO')]),
    ...(gramsOf(body) > 0 || before?.grams === 0 ? [] : [fault('weight', 'must be more than 0', 'minimum')]),
  ]
}

/** What a body means, or all that is wrong with it: `valueFaults`, and what the movement makes of it. */
async function judge(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  before: StockMovement,
  body: Body,
): Promise<{ effectiveAt: Date; destination: Destination; terms: IntakeTerms }> {
  const effectiveAt = parseInstant(body.movementDateISO, actor.timeZone)
  const leaves = !body.destination.storageId?.trim()
  const moved = await getMoved(trx, movement)
  const { source } = before
  const faults = [
    ...valueFaults(actor, body, before),
    ...(body.adjustToZero ? emptyingFaults(source) : []),
    ...(leaves ? ownFaults(moved, body) : []),
  ]
  const sold = body.sold ?? (leaves && movement.type === 'outbound' ? movement.sold : undefined)
  const destination = await collectFaults(faults, () =>
    resolveDestination(trx, actor, { ...body, sold }, faults),
  )
  if (movement.type === 'intake' && destination?.type === 'outbound') {
    throw new Refusal(
      'destination_ambiguous',
      'An intake arrives in a bay of your own: give destination.storageId.',
    )
  }
  if (source && destination?.type === 'internal')
    faults.push(...sameBayFaults(moved.bay_id, destination.bayId))
  const at = effectiveAt ?? movement.effective_at
  const terms = await collectFaults(faults, () =>
    resolveEditedTerms(trx, actor, movement, {
      storageContractId: body.storageContractId,
      effectiveAt: at,
      destination,
    }),
  )
  refuseFaults(faults)
  if (!effectiveAt || !destination || !terms) throw new Error('unreachable: the faults were refused')
  return { effectiveAt, destination, terms }
}

/** The parcel it goes to: the same one while the bay stays the same. */
async function joinAgain(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  { storageId, bayId }: { storageId: string; bayId: number },
  grams: number,
  effectiveAt: Date,
): Promise<MergeResult> {
  const present = movement.destination_record_id
  const known = await trx
    .selectFrom('records')
    .select(['id', ...mergeKeyColumns, 'type_id', 'owner_name', 'kind', 'name', 'tags'])
    .where('id', '=', movement.source_record_id ?? movement.record_id)
    .executeTakeFirstOrThrow()
  const lies =
    present === null
      ? undefined
      : await trx.selectFrom('records').select('bay_id').where('id', '=', present).executeTakeFirst()
  if (present !== null && lies?.bay_id === bayId) {
    const wasPlanned = movement.effective_at > actor.now
    if (wasPlanned && effectiveAt <= actor.now) await ensureStillAlike(trx, movement)
    return joinedBefore(trx, actor, present, effectiveAt)
  }
  const kind = kindOf(known)
  const carried = descriptionOf(movement)
  const name = nameAfter(
    actor.countryISO,
    known.name,
    { ...kind, typeId: known.type_id },
    { ...kind, ...carried },
  )
  const arrival: Arrival = {
    kind,
    description: carried,
    grams,
    effectiveAt,
    name,
    source: movement.type === 'intake' ? 'intake' : 'movement',
    tags: known.tags,
  }
  return mergeOne(trx, actor, { storageId, bayId }, arrival)
}

async function saveMovement(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  body: Body,
  { destination, terms, after }: { destination: Destination; terms: IntakeTerms; after: StockMovement },
): Promise<OwnMovement> {
  const driver = body.driver ? driverColumns(body.driver) : {}
  const said = {
    ...movement,
    ...driver,
    type: movement.type === 'intake' ? movement.type : destination.type,
  }
  // What never had to be weighed has to be, once it leaves by lorry.
  const staysComplete = movement.completed_at !== null && movement.type === said.type
  const isComplete = staysComplete || missingActions(said).outstanding === 0
  const saved = await trx
    .updateTable('movements')
    .set({
      ...driver,
      type: said.type,
      ...completionColumns(isComplete, movement.completed_at ?? actor.now),
      effective_at: after.effectiveAt,
      record_id:
        movement.type === 'intake' ? (after.destinationRecordId ?? movement.record_id) : movement.record_id,
      destination_record_id: after.destinationRecordId,
      receiver_id: after.receiverId,
      receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
      weight_grams: after.grams,
      ...(body.contractId !== undefined && { contract_id: body.contractId }),
      ...(body.contractReference !== undefined && { contract_reference: body.contractReference }),
      ...intakeTermColumns(terms, after.grams),
      sold: after.sold,
      adjust_to_zero: after.emptiedReasonId !== null,
      is_joined: after.effectiveAt <= actor.now,
      is_unlike: movement.is_unlike && after.destinationRecordId === movement.destination_record_id,
    })
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const to = after.destinationRecordId
  // What has come and is a plan again may have been set apart since.
  if (to !== null && to === movement.destination_record_id) await noteIncompatible(trx, to, actor.now)
  // A sample of the load lies where the load lies.
  if (to !== null && to !== movement.destination_record_id)
    await trx.updateTable('samples').set({ record_id: to }).where('movement_id', '=', movement.id).execute()
  return saved
}
