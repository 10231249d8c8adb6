import type { Static } from 'typebox'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { watchBays } from '../conflicts.ts'
import { post } from '../ledger/ledger.ts'
import { describeAgain } from '../records/describe.ts'
import { lockBays } from '../records/places.ts'
import { answerMovements } from './answer.ts'
import { nextFactIds } from './fact-ids.ts'
import { lockOwnMovement, stockMovementOf, type MovementRow } from './own-movement.ts'
import { factOf, missingActions } from './rules.ts'
import type { DuplicateBody } from './schema.ts'

/**
 * Makes copies of a movement: same date, weight, places and contract, without driver and weighbridge, hence incomplete
 * where those are needed; its correction of the source is not made again (domain.md §4).
 *
 * @throws Refusal `insufficient_stock`; `incompatible_stock` where the two places hold stock of different kinds by now
 */
export async function duplicateMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof DuplicateBody>,
) {
  const movement = await lockOwnMovement(trx, actor, id, body.recordId)
  const stock = { ...(await stockMovementOf(trx, movement)), adjustment: null, emptiedReasonId: null }
  const recordIds = [movement.source_record_id, movement.destination_record_id].filter(
    (each) => each !== null,
  )
  const findWorsened = await watchBays(trx, await lockBays(trx, { bayIds: [], recordIds }), actor.now)
  await ensureStillAlike(trx, movement)
  const ids = await nextFactIds(trx, body.count)
  const missing = missingActions({
    type: movement.type as 'internal',
    driverName: null,
    vehicleRegistration: null,
    emptyGrams: null,
    fullGrams: null,
  })
  const isComplete = missing.outstanding === 0
  const copy = {
    ...movement,
    quality: JSON.stringify(movement.quality),
    status: isComplete ? 'complete' : 'incomplete',
    completed_at: isComplete ? actor.now : null,
    driver_name: null,
    vehicle_registration: null,
    load_reference: null,
    empty_grams: null,
    full_grams: null,
    weighbridge_file_id: null,
    adjust_to_zero: false,
    is_joined: movement.effective_at <= actor.now,
    adjustment_grams: null,
    adjustment_reason_id: null,
    adjustment_notes: null,
    recorded_by: actor.userId,
    recorded_by_name: actor.userName,
    recorded_at: actor.now,
  }
  await trx
    .insertInto('movements')
    .values(ids.map((copyId) => ({ ...copy, id: copyId })))
    .execute()
  const facts = ids.map((copyId) => factOf({ ...stock, id: copyId }))
  const { late } = await post(trx, { withdraw: [], facts }, actor.now)
  const since = movement.effective_at
  const joined =
    movement.destination_record_id === null ? [] : [{ recordId: movement.destination_record_id, since }]
  await describeAgain(trx, since <= actor.now ? [...late, ...joined] : late, actor.now)
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type },
  })
  return answerMovements({
    message: `${body.count === 1 ? 'One copy' : `${body.count} copies`} stored: ${sayWeight(movement.weight_grams)} each.`,
    ids,
    conflicts: await findWorsened(),
  })
}

/** A copy is stock on its way once more: it may not join what by now, after a correction, it may not be mixed with (domain.md §3). */
async function ensureStillAlike(
  trx: Transaction,
  { source_record_id: from, destination_record_id: to }: MovementRow,
): Promise<void> {
  if (from === null || to === null) return
  const kinds = await trx
    .selectFrom('records')
    .select(['owner_id', 'commodity_id', 'harvest_year', 'segregation'])
    .distinct()
    .where('id', '=', anyOf([from, to], 'uuid'))
    .execute()
  if (kinds.length === 1) return
  throw new Refusal(
    'incompatible_stock',
    'What it was taken from, or what it went to, has been given another harvest year or status since, and the two may not be mixed.',
    { details: { recordId: from, otherRecordId: to } },
  )
}
