import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { appendEvents, type NewEvent } from '../../system/events/append-event.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { post, type NamedConflict, type Recount } from '../ledger/ledger.ts'
import { changedRecords, recomputeDescriptions, backdatedUnweighed } from '../stock/recompute-descriptions.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import { answerMovements } from './answer.ts'
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
  return answerMovements({
    message: sayDeleted(movement, actor.now),
    ids: [movement.id],
    ...(await reverseMovements(trx, actor, [movement])),
  })
}

function sayDeleted({ effective_at, source_record_id, weight_grams }: OwnMovement, now: Date): string {
  if (weight_grams === 0) return 'Movement deleted.'
  const weight = sayWeight(weight_grams)
  if (effective_at > now) return `Movement deleted: ${weight} are planned no more.`
  return `Movement deleted: ${weight} are ${source_record_id === null ? 'taken out of stock again' : 'back where they were'}.`
}

/**
 * The same for several at once, which the caller has locked: all or none. Answers the counts that they came before, and the conflicts that this makes worse.
 *
 * @throws Refusal as `deleteMovement`
 */
export async function reverseMovements(
  trx: Transaction,
  actor: Actor,
  movements: ToldMovement[],
): Promise<{ recounts: Recount[]; conflicts: NamedConflict[] }> {
  const ids = movements.map(({ id }) => id)
  // All of them first: one after the other, two requests could each hold the bay that the other waits for.
  const bayIds = await lockBaysAndApplyDuePlans(trx, actor.now, {
    bayIds: [],
    recordIds: movements.flatMap(recordsOf),
  })
  const contractIds = movements.map(({ storage_contract_id: contractId }) => contractId)
  const newConflicts = await snapshotConflicts(trx, bayIds, actor.now, contractIds)
  const posted = await post(trx, { withdraw: ids, facts: [] }, actor.now)
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
  const unweighed = backdatedUnweighed(movements.map(loadOf), actor.now)
  const recomputed = await recomputeDescriptions(trx, [...posted.late, ...unweighed], actor.now)
  await noteChangedMovements(
    trx,
    actor,
    movements.map((before) => ({ before, after: null })),
  )
  await appendEvents(trx, actor, deletedEvents(movements, changedRecords(posted.recordIds, recomputed)))
  return { recounts: posted.recounts, conflicts: await newConflicts() }
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
