import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvent, appendEvents, type NewEvent } from '../events/append-event.ts'

/**
 * Takes an open invitation back.
 *
 * @throws Refusal `not_found`, also for one that was accepted or has expired
 */
export async function revokeInvitation(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const revoked = isId(id)
    ? await trx
        .updateTable('invitations')
        .set({ revoked_at: actor.now })
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', actor.now)
        .returning('email')
        .executeTakeFirst()
    : undefined
  if (!revoked) throw notFound('open invitation', id)
  await appendEvent(trx, actor, invitationRevoked({ id }))
  return { status: 'success', message: `The invitation of ${revoked.email} is taken back.` }
}

/**
 * Takes back every open invitation that a person or key made in an organisation, and those by keys of that person: nobody stands
 * behind them any longer.
 */
export async function revokeInvitationsBy(trx: Transaction, actor: Actor, makerIds: string[]): Promise<void> {
  const inOrganisation = sql<boolean>`organisation_id = ${actor.organisationId}`
  const revoked = await revokeMadeBy(trx, makerIds, inOrganisation, actor.now)
  await appendEvents(trx, actor, revoked.map(invitationRevoked))
}

/** The same in every organisation, for whom the operator keeps out of all of them. */
export async function revokeAllInvitationsBy(trx: Transaction, userId: string, now: Date): Promise<void> {
  await revokeMadeBy(trx, [userId], sql<boolean>`true`, now)
}

function revokeMadeBy(trx: Transaction, makerIds: string[], where: RawBuilder<boolean>, now: Date) {
  return trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where(where)
    .where((is) =>
      is.or([
        is('invited_by', 'in', makerIds),
        is('invited_by', 'in', (keys) =>
          keys
            .selectFrom('api_keys')
            .select('id')
            .whereRef('api_keys.organisation_id', '=', 'invitations.organisation_id')
            .where('created_by', 'in', makerIds),
        ),
      ]),
    )
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
}

/** What is told of an invitation that is taken back. */
export function invitationRevoked({ id }: { id: string }): NewEvent {
  return { type: 'user.invitation_revoked', subject: id, data: {} }
}
