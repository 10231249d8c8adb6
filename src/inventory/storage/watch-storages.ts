import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendChanges, type NewEvent } from '../../system/events/append-event.ts'
import { describeStorages } from './queries.ts'

/**
 * Looks at how places are described that a command has locked and is going to change.
 *
 * @returns to be called when it has: says of those that are described otherwise now that they were changed
 */
export async function watchStorages(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<(event: Omit<NewEvent, 'subject'>) => Promise<void>> {
  const before = await describeStorages(trx, ids)
  return async (event) => {
    const after = await describeStorages(trx, ids)
    const changed = await appendChanges(
      trx,
      actor,
      ids.map((id) => ({ before: before.get(id), after: after.get(id), event: { ...event, subject: id } })),
    )
    await trx
      .updateTable('storages')
      .set({ updated_at: actor.now })
      .where('id', '=', anyOf(changed, 'uuid'))
      .execute()
  }
}
