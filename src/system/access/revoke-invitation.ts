import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'

/**
 * Takes an open invitation back.
 *
 * @throws Refusal `not_found`, also for one that was accepted
 */
export async function revokeInvitation(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ status: string; message: string }> {
  const revoked = isId(id)
    ? await trx
        .updateTable('invitations')
        .set({ revoked_at: actor.now })
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .returning('email')
        .executeTakeFirst()
    : undefined
  if (!revoked) throw notFound('open invitation', id)
  return { status: 'success', message: `The invitation of ${revoked.email} is taken back.` }
}

/** Takes back every open invitation that somebody made: they no longer stand behind them. */
export async function revokeInvitationsBy(trx: Transaction, actor: Actor, invitedBy: string): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('invited_by', '=', invitedBy)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
