import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { watchBays } from '../conflicts.ts'
import { post } from '../ledger/ledger.ts'
import { describeAgain } from '../records/describe.ts'
import { lockBays } from '../records/places.ts'
import { answerMovements } from './answer.ts'
import { lockOwnMovement } from './own-movement.ts'

/**
 * Takes a movement back at its own date; it is kept, and listed only on request.
 *
 * @throws Refusal `insufficient_stock` where its grain has already gone on; `incompatible_stock` where other stock
 *   lies by now in the bay it came from
 */
export async function deleteMovement(
  trx: Transaction,
  actor: Actor,
  { id, recordId }: { id: string; recordId?: string | undefined },
) {
  const movement = await lockOwnMovement(trx, actor, id, recordId)
  const recordIds = [movement.source_record_id, movement.destination_record_id].filter(
    (each) => each !== null,
  )
  const findWorsened = await watchBays(trx, await lockBays(trx, { bayIds: [], recordIds }), actor.now)
  const { late } = await post(trx, { withdraw: [movement.id], facts: [] }, actor.now)
  await trx
    .updateTable('movements')
    .set({ status: 'deleted', deleted_at: actor.now })
    .where('id', '=', movement.id)
    .execute()
  await describeAgain(trx, late, actor.now)
  await appendEvent(trx, actor, { type: 'movement.deleted', subject: id, data: { ids: [movement.id] } })
  return answerMovements({
    message: `Movement deleted: ${sayWeight(movement.weight_grams)} are back where they were.`,
    ids: [movement.id],
    conflicts: await findWorsened(),
  })
}
