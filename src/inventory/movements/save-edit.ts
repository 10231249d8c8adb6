import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { tagsKeptApart } from '../../system/commodities/catalogue.ts'
import { intakeTermColumns } from '../contracts/intake-terms.ts'
import { shrinkGrams, type Drying } from '../contracts/rules.ts'
import { noteCleared } from '../stock/clearings.ts'
import { mergeKeyColumns, kindOf } from '../stock/merge-key.ts'
import { descriptionOf, mergeOne, type Arrival, type MergeResult } from '../stock/merge-stock.ts'
import { driedTo } from '../stock/quality-rules.ts'
import { nameAfter } from '../stock/name-of-stock.ts'
import { noteIncompatible } from '../stock/note-incompatible.ts'
import { ensureStillAlike } from './ensure-still-alike.ts'
import { joinedBefore, type OwnMovement } from './own-movement.ts'
import type { PreparedEdit } from './prepare-edit.ts'
import { completionColumns, driverColumns, missingActions, type StockMovement } from './rules.ts'

/** The parcel it goes to: the same one while the bay stays the same. */
export async function joinAgain(
  trx: Transaction,
  actor: Actor,
  movement: OwnMovement,
  { storageId, bayId }: { storageId: string; bayId: number },
  { grams, drying, effectiveAt }: { grams: number; drying: Drying | undefined; effectiveAt: Date },
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
  // What it joins by is what it is shown as, whatever stood on its ticket.
  const ticket = descriptionOf(movement)
  const carried = { ...ticket, tagIds: tagsKeptApart(kind.segregation, ticket.tagIds) }
  const name = nameAfter(
    actor.countryISO,
    known.name,
    { ...kind, typeId: known.type_id },
    { ...kind, ...carried },
  )
  const arrival: Arrival = {
    kind,
    description: driedTo(carried, drying),
    grams: grams - shrinkGrams(drying, grams),
    effectiveAt,
    name,
    source: movement.type === 'intake' ? 'intake' : 'movement',
    tags: known.tags,
  }
  return mergeOne(trx, actor, { storageId, bayId }, arrival)
}

/** Writes what a movement says from now on. */
export async function saveMovement(
  trx: Transaction,
  actor: Actor,
  { movement, body, destination, terms }: PreparedEdit,
  after: StockMovement,
): Promise<OwnMovement> {
  const driver = body.driver ? driverColumns(body.driver) : {}
  const said = {
    ...movement,
    ...driver,
    type: movement.type === 'intake' ? movement.type : destination.type,
  }
  // What never had to be weighed has to be, once it leaves by lorry.
  const staysComplete = movement.completed_at !== null && movement.type === said.type
  const isComplete = staysComplete || missingActions({ ...said, weight_grams: after.grams }).outstanding === 0
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
      empty_grams: movement.empty_grams,
      full_grams: movement.full_grams,
      ticket_share: movement.ticket_share,
      ...(body.contractId !== undefined && { contract_id: body.contractId }),
      ...(body.contractReference !== undefined && { contract_reference: body.contractReference }),
      ...intakeTermColumns(terms, after.grams),
      // What comes out of a bay is as clean as what lay there.
      ...(after.source && !after.source.isPlanting && { uncleaned_share: movement.uncleaned_share }),
      sold: after.sold,
      adjust_to_zero: after.emptiedReasonId !== null,
      is_joined: after.effectiveAt <= actor.now,
      clears_other_years:
        movement.clears_other_years && after.destinationRecordId === movement.destination_record_id,
      is_unlike: movement.is_unlike && after.destinationRecordId === movement.destination_record_id,
    })
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const to = after.destinationRecordId
  // What has come and is a plan again may have been set apart since.
  if (to !== null && to === movement.destination_record_id) await noteIncompatible(trx, to, actor.now)
  if (saved.clears_other_years && destination.type === 'internal')
    await noteCleared(trx, destination.bayId, after.effectiveAt)
  // A sample of the load lies where the load lies.
  if (to !== null && to !== movement.destination_record_id)
    await trx.updateTable('samples').set({ record_id: to }).where('movement_id', '=', movement.id).execute()
  return saved
}
