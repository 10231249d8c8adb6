import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { forbidden } from './admit.ts'
import { getOrganisation } from './organisations.ts'
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
  const { name, isChanged } = await setStatus(trx, actor, id, 'suspended')
  const message = isChanged
    ? `${name} is suspended: its people and keys are shut out.`
    : `${name} is suspended already.`
  return { status: 'success', message }
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
  const { name, isChanged } = await setStatus(trx, actor, id, 'active')
  return { status: 'success', message: isChanged ? `${name} is let in again.` : `${name} is not suspended.` }
}

/** The one it has changes nothing, and nobody is told. */
async function setStatus(
  trx: Transaction,
  actor: Actor,
  id: string,
  status: 'active' | 'suspended',
): Promise<{ name: string; isChanged: boolean }> {
  const { name } = await getOrganisation(trx, id)
  const { numUpdatedRows } = await trx
    .updateTable('organisations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { name, isChanged: false }
  const type = status === 'active' ? 'organisation.reinstated' : 'organisation.suspended'
  // Told to those whom it concerns, not to the organisation of the platform admin.
  await appendEvent(trx, { ...actor, organisationId: id }, { type, subject: id, data: {} })
  return { name, isChanged: true }
}
