import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { forbidden } from './admit.ts'
import { getMember } from './get-member.ts'
import { lockStanding } from './lock-standing.ts'
import { ensureOwnerRemains } from './member-rules.ts'
import { revokeInvitationsBy } from './revoke-invitation.ts'
import { endSessions } from './sessions.ts'

/**
 * Shuts a member out of the organisation at once: sessions end, and API keys they made stop until they are back.
 * Other organisations of theirs are not touched. Somebody who is shut out already stays so.
 *
 * @throws Refusal `forbidden` for oneself or a role above one's own; `in_use` for the last owner; `not_found`
 */
export async function suspendMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockStanding(trx, caller, 'users:write')
  const member = await getMember(trx, actor, userId)
  if (userId === actor.userId) throw forbidden('You cannot suspend yourself.')
  if (member.isSuspended) return { status: 'success', message: `${member.name} is suspended already.` }
  ensureOwnerRemains(member.activeOwners, userId)
  await setStatus(trx, actor, userId, 'suspended')
  await endSessions(trx, { userId, organisationId: actor.organisationId, now: actor.now })
  await revokeInvitationsBy(trx, actor, [userId])
  await appendEvent(trx, actor, { type: 'user.suspended', subject: userId, data: {} })
  return {
    status: 'success',
    message: `${member.name} is suspended; API keys they made have stopped with them.`,
  }
}

/**
 * Lets a suspended member in again; they sign in anew. An account that is suspended everywhere stays so.
 *
 * @throws Refusal `forbidden` for a role above one's own; `not_found`
 */
export async function reinstateMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockStanding(trx, caller, 'users:write')
  const { name, isSuspended, isAccountSuspended } = await getMember(trx, actor, userId)
  if (isSuspended) {
    await setStatus(trx, actor, userId, 'active')
    await appendEvent(trx, actor, { type: 'user.reinstated', subject: userId, data: {} })
  }
  const here = isSuspended
    ? `${name} may sign in again; API keys they made work again.`
    : `${name} is not suspended.`
  const message = isAccountSuspended
    ? `${name} is not suspended in this organisation any more, but everywhere: ask whoever runs the service.`
    : here
  return { status: 'success', message }
}

async function setStatus(
  trx: Transaction,
  actor: Actor,
  userId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ status })
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
}
