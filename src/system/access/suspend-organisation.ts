import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { forbidden } from './admit.ts'
import { appendEvent } from '../events/append-event.ts'

/**
 * Shuts everybody of an organisation out, people and machines, at once. Nothing of theirs is changed.
 *
 * @throws Refusal `not_found`; `forbidden` for the organisation one acts for, from which nobody could lift it
 */
export async function suspendOrganisation(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  if (id === actor.organisationId) throw forbidden('You act for this organisation, so you cannot suspend it.')
  const name = await setStatus(trx, actor, id, 'suspended')
  return { status: 'success', message: `${name} is suspended: its people and keys are shut out.` }
}

/**
 * Lets the people and machines of a suspended organisation in again.
 *
 * @throws Refusal `not_found`
 */
export async function reinstateOrganisation(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  const name = await setStatus(trx, actor, id, 'active')
  return { status: 'success', message: `${name} is let in again.` }
}

async function setStatus(
  trx: Transaction,
  actor: Actor,
  id: string,
  status: 'active' | 'suspended',
): Promise<string> {
  const row = isId(id)
    ? await trx
        .updateTable('organisations')
        .set({ status })
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('organisation', id)
  const type = status === 'active' ? 'organisation.reinstated' : 'organisation.suspended'
  // Told to those whom it concerns, not to the organisation of the platform admin.
  await appendEvent(trx, { ...actor, organisationId: id }, { type, subject: id, data: {} })
  return row.name
}
