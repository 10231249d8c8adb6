import type { Transaction } from '../../db/transaction.ts'
import type { Actor, Role } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { isAbove } from './admit.ts'
import { getMember } from './get-member.ts'
import { lockStanding } from './lock-standing.ts'
import { ensureMayGrant, ensureOwnerRemains } from './member-rules.ts'
import { revokeInvitationsBy } from './revoke-invitation.ts'

/**
 * Gives a member another role, at once: on open sessions too, and as the bound of the API keys they made. The role they have changes
 * nothing.
 *
 * @throws Refusal `forbidden` for a role above the caller's own; `in_use` for the last owner; `not_found`
 */
export async function changeRole(
  trx: Transaction,
  caller: Actor,
  userId: string,
  { role }: { role: Role },
): Promise<Acknowledgement> {
  const actor = await lockStanding(trx, caller, 'users:write')
  ensureMayGrant(actor.role, role)
  const member = await getMember(trx, actor, userId)
  if (member.role === role) return { status: 'success', message: `${member.name} is ${role} already.` }
  if (role !== 'owner') ensureOwnerRemains(member.activeOwners, userId)
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
  // Somebody who may no longer grant a role has not granted it to anybody still on the way.
  if (isAbove(member.role, role)) await revokeInvitationsBy(trx, actor, [userId])
  await appendEvent(trx, actor, {
    type: 'user.role_changed',
    subject: userId,
    data: { from: member.role, to: role },
  })
  return { status: 'success', message: `${member.name} was ${member.role} and is now ${role}.` }
}
