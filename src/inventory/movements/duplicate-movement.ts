import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { nextPostingIds, post } from '../ledger/ledger.ts'
import { changedRecords, recomputeDescriptions } from '../stock/recompute-descriptions.ts'
import { changesOf } from '../stock/merge-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import { sayLoad } from '../records/wire.ts'
import { sayPlanned } from '../stock/effects.ts'
import { answerMovements } from './answer.ts'
import { ensureStillAlike } from './ensure-still-alike.ts'
import { joinedBefore, lockOwnMovement, recordsOf, stockMovementOf } from './own-movement.ts'
import {
  completionColumns,
  driverColumns,
  postingOf,
  missingActions,
  notWeighed,
  type StockMovement,
} from './rules.ts'
import type { DuplicateBody } from './schema.ts'

/**
 * Makes copies of a movement: same date, weight, places and contract, without driver and weighbridge, hence incomplete
 * where those are needed; its correction of the source is not made again (rules.md §4).
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
  const stock = onceMore(await stockMovementOf(trx, movement))
  const newConflicts = await snapshotConflicts(
    trx,
    await lockBaysAndApplyDuePlans(trx, actor.now, { bayIds: [], recordIds: recordsOf(movement) }),
    actor.now,
    [movement.storage_contract_id],
  )
  await ensureStillAlike(trx, movement)
  const to = movement.destination_record_id
  const present = to === null ? undefined : await joinedBefore(trx, actor, to, movement.effective_at)
  const ids = await nextPostingIds(trx, body.count)
  const withoutLorry = {
    ...movement,
    ...driverColumns(null),
    ...notWeighed,
    weighbridge_file_id: null,
  }
  const copy = {
    ...withoutLorry,
    ...completionColumns(missingActions(withoutLorry).outstanding === 0, actor.now),
    quality: JSON.stringify(movement.quality),
    carried: {},
    adjust_to_zero: false,
    is_joined: movement.effective_at <= actor.now,
    is_unlike: false,
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
  const facts = ids.map((copyId) => postingOf({ ...stock, id: copyId }))
  const { recordIds, late, recounts } = await post(trx, { withdraw: [], facts }, actor.now)
  const since = movement.effective_at
  // What a copy joins was not described when it was made, and what it is taken from may be called otherwise by now.
  const changedGrams = movement.weight_grams * body.count
  const joined = recordsOf(movement).map((recordId) => ({ recordId, since, changedGrams }))
  const recomputed = await recomputeDescriptions(
    trx,
    since <= actor.now ? [...late, ...joined] : late,
    actor.now,
  )
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: changedRecords(recordIds, recomputed) },
  })
  return answerMovements({
    message: sayCopies(body.count, movement.weight_grams) + sayPlanned(actor, since, body.count),
    ids,
    changes: present ? changesOf(present, recomputed) : [],
    arrivals: ids.map(() => to),
    recounts,
    conflicts: await newConflicts(),
  })
}

function sayCopies(count: number, grams: number): string {
  return count === 1
    ? `One copy stored: ${sayLoad(grams)}.`
    : `${count} copies stored: ${sayLoad(grams)} each.`
}

/** What a copy does to stock: it corrects and writes off nothing again. */
function onceMore(stock: StockMovement): StockMovement {
  return { ...stock, adjustment: null, emptiedReasonId: null, replacedRecordIds: [] }
}
