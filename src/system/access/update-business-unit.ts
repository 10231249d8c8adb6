import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { tidied } from '../../kernel/names.ts'
import { appendChanges } from '../events/append-event.ts'
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
  const before = await getBusinessUnit(trx, actor, id)
  const changes = { ...(name !== undefined && { name: tidied(name) }), ...(type !== undefined && { type }) }
  if (Object.keys(changes).length === 0) return before
  await trx
    .updateTable('business_units')
    .set(changes)
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken(changes.name))
  const after = await getBusinessUnit(trx, actor, id)
  const event = { type: 'business_unit.updated', subject: id, data: changes } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}
