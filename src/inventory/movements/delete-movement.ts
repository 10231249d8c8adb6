import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { appendEvents, type NewEvent } from '../../system/events/append-event.ts'
import { changeStock, type StockOutcome } from '../stock/change-stock.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import { noteChangedMovements, type ToldMovement } from './note-changed-movements.ts'
import { lockOwnMovement, recordsOf, type OwnMovement } from './own-movement.ts'

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
  const outcome = await reverseMovements(trx, actor, [movement])
  const message = sayDeleted(movement, actor.now)
  return outcomeToResponse(actor, { message, ids: [movement.id], at: movement.effective_at }, outcome)
}

function sayDeleted({ effective_at, source_record_id, weight_grams }: OwnMovement, now: Date): string {
  if (weight_grams === 0) return 'Movement deleted.'
  const weight = sayWeight(weight_grams)
  if (effective_at > now) return `Movement deleted: ${weight} are planned no more.`
  return `Movement deleted: ${weight} are ${source_record_id === null ? 'taken out of stock again' : 'back where they were'}.`
}

/**
 * The same for several at once, which the caller has locked: all or none.
 *
 * @throws Refusal as `deleteMovement`
 */
export async function reverseMovements(
  trx: Transaction,
  actor: Actor,
  movements: ToldMovement[],
): Promise<StockOutcome> {
  const ids = movements.map(({ id }) => id)
  const { outcome } = await changeStock(trx, actor, {
    // All of them at once: one after the other, two requests could each hold the bay that the other waits for.
    lock: { recordIds: movements.flatMap(recordsOf) },
    contractIds: movements.map(({ storage_contract_id: contractId }) => contractId),
    async *plan() {
      await trx
        .updateTable('movements')
        .set({
          status: 'deleted',
          deleted_at: actor.now,
          deleted_by: actor.userId,
          deleted_by_name: actor.userName,
        })
        .where('id', '=', anyOf(ids, 'bigint'))
        .execute()
      yield { reverse: ids, postings: [], loads: movements.map(loadOf) }
    },
  })
  await noteChangedMovements(
    trx,
    actor,
    movements.map((before) => ({ before, after: null })),
  )
  await appendEvents(trx, actor, deletedEvents(movements, outcome.recordIds))
  return outcome
}

function loadOf({ destination_record_id, effective_at, weight_grams }: ToldMovement) {
  return { destinationRecordId: destination_record_id, effectiveAt: effective_at, grams: weight_grams }
}

/** One event for each; what taking them back shows at besides their own records is told with the last. */
function deletedEvents(movements: ToldMovement[], changed: string[]): NewEvent[] {
  const own = new Set(movements.flatMap(recordsOf))
  const others = changed.filter((recordId) => !own.has(recordId))
  return movements.map((movement, index) => {
    const recordIds =
      index === movements.length - 1 ? [...recordsOf(movement), ...others] : recordsOf(movement)
    return { type: 'movement.deleted', subject: String(movement.id), data: { ids: [movement.id], recordIds } }
  })
}
