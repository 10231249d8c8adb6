import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvents } from '../events/append-event.ts'
import { getMember } from './get-member.ts'
import { lockStanding } from './lock-standing.ts'
import { ensureOwnerRemains } from './member-rules.ts'
import { keyRevoked } from './revoke-api-key.ts'
import { revokeInvitationsBy } from './revoke-invitation.ts'
import { endSessions } from './sessions.ts'

/**
 * Takes a member out of the organisation, at once. What they did keeps their name; their account in other
 * organisations stays. API keys they made are revoked for good, so that inviting them again brings none back.
 *
 * @throws Refusal `forbidden` for a role above one's own; `in_use` for the last owner; `not_found`
 */
export async function removeMember(
  trx: Transaction,
  caller: Actor,
  userId: string,
): Promise<Acknowledgement> {
  const actor = await lockStanding(trx, caller, 'users:write')
  const member = await getMember(trx, actor, userId)
  ensureOwnerRemains(member.activeOwners, userId)
  const revokedKeys = await takeOut(trx, actor, userId)
  const message = `${member.name} no longer belongs to the organisation.${sayRevokedKeys(revokedKeys)}`
  return { status: 'success', message }
}

/** Ends a membership in the actor's organisation with all ways in that hang on it. @returns how many API keys were revoked */
export async function takeOut(trx: Transaction, actor: Actor, userId: string): Promise<number> {
  await trx
    .deleteFrom('memberships')
    .where('organisation_id', '=', actor.organisationId)
    .where('user_id', '=', userId)
    .execute()
  await endSessions(trx, { userId, organisationId: actor.organisationId, now: actor.now })
  await revokeInvitationsBy(trx, actor, [userId])
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  await appendEvents(trx, actor, [
    { type: 'user.removed', subject: userId, data: {} },
    ...revoked.map(keyRevoked),
  ])
  return revoked.length
}

/** What became of the keys that somebody who is out had made; empty where there were none. */
export function sayRevokedKeys(count: number): string {
  return count === 0
    ? ''
    : ` ${count} API ${count === 1 ? 'key they made is' : 'keys they made are'} revoked.`
}
