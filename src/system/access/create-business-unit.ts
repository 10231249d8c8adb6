import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import { refuseTaken } from './business-units.ts'
import type { BusinessUnitView } from './schema.ts'

/**
 * Makes a business unit: a farm or a site whose stock is told apart within the organisation.
 *
 * @throws Refusal `already_exists` for a name in use
 */
export async function createBusinessUnit(
  trx: Transaction,
  actor: Actor,
  input: { name: string; type?: string | null },
): Promise<BusinessUnitView> {
  const id = newId()
  const unit = { name: tidied(input.name), type: input.type ?? 'farm' }
  await trx
    .insertInto('business_units')
    .values({ id, organisation_id: actor.organisationId, ...unit, created_at: actor.now })
    .execute()
    .catch(refuseTaken(unit.name))
  await appendEvent(trx, actor, { type: 'business_unit.created', subject: id, data: unit })
  return { id, ...unit, isArchived: false }
}
