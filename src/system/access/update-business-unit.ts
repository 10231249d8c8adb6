import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvent } from '../events/append-event.ts'
import { getBusinessUnit, refuseTaken } from './business-units.ts'
import type { BusinessUnitView } from './schema.ts'

/**
 * Changes a business unit of the caller's.
 *
 * @throws Refusal `not_found`; `already_exists` for a name in use
 */
export async function updateBusinessUnit(
  trx: Transaction,
  actor: Actor,
  id: string,
  { name, type }: { name?: string; type?: string },
): Promise<BusinessUnitView> {
  await getBusinessUnit(trx, actor, id)
  const changes = { ...(name !== undefined && { name: name.trim() }), ...(type !== undefined && { type }) }
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable('business_units')
      .set(changes)
      .where('id', '=', id)
      .execute()
      .catch(refuseTaken(changes.name))
    await appendEvent(trx, actor, { type: 'business_unit.updated', subject: id, data: changes })
  }
  return getBusinessUnit(trx, actor, id)
}
