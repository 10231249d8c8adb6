import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { getBusinessUnit } from './business-units.ts'

/**
 * Takes a business unit out of use. What carries it keeps it; its name becomes free. Archiving twice is no error.
 *
 * @throws Refusal `not_found`
 */
export async function archiveBusinessUnit(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  const unit = await getBusinessUnit(trx, actor, id)
  if (!unit.isArchived) {
    await trx.updateTable('business_units').set({ archived_at: actor.now }).where('id', '=', id).execute()
    await appendEvent(trx, actor, { type: 'business_unit.archived', subject: id, data: {} })
  }
  return { status: 'success', message: `${unit.name} is archived.` }
}
