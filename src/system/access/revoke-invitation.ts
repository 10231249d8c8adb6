import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'

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
  return { status: 'success', message: `The invitation of ${revoked.email} is taken back.` }
}

/**
 * Takes back every open invitation that a person or key made, and those by keys of that person: nobody stands behind
 * them any longer.
 *
 * @param organisationId the organisation whose invitations are meant; of all of them where it is left out
 */
export async function revokeInvitationsBy(
  trx: Transaction,
  { organisationId, now }: { organisationId?: string; now: Date },
  makerIds: string[],
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .$if(organisationId !== undefined, (update) => update.where('organisation_id', '=', organisationId ?? ''))
    .where((where) =>
      where.or([
        where('invited_by', 'in', makerIds),
        where('invited_by', 'in', (keys) =>
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
    .execute()
}
