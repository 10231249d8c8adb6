import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import { findStoreOf, noInvitation, takeInvitation } from './accept-invitation.ts'
import { ensureSession } from './credentials.ts'
import { mailboxOf, makeInvitation } from './invitations.ts'
import { lockAndRecheckRole } from './recheck-role.ts'
import { userByEmail } from './passwords.ts'
import { forbidden } from './rules.ts'
import type { InvitationMade } from './schema.ts'

// Organisations of those who store grain with somebody else, made by the store for its owner to come in (docs/decisions/0081).

/**
 * The address that somebody is invited at, and the caller in the role they have by now, behind the lock of those who give access.
 *
 * @throws Refusal `invalid_input` for an address that no mail is sent to; `forbidden` for whoever may not invite any more
 */
export async function prepareOwnerInvitation(
  trx: Transaction,
  caller: Actor,
  address: string,
): Promise<{ actor: Actor; email: string }> {
  const email = mailboxOf(address)
  return { email, actor: await lockAndRecheckRole(trx, caller, 'users:write') }
}

/** An organisation here, and whether anybody belongs to it. */
export async function findMembership(
  db: Kysely<Tables>,
  organisationId: string,
): Promise<{ name: string; hasMembers: boolean } | undefined> {
  const row = await db
    .selectFrom('organisations as o')
    .select((select) => [
      'o.name',
      select
        .selectFrom('memberships as m')
        .whereRef('m.organisation_id', '=', 'o.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('members'),
    ])
    .where('o.id', '=', organisationId)
    .executeTakeFirst()
  return row && { name: row.name, hasMembers: Number(row.members) > 0 }
}

/** Makes an organisation without members, in the country and time zone of the caller's. Answers its id. */
export async function insertOwnerOrganisation(
  trx: Transaction,
  { organisationId, now }: Actor,
  name: string,
): Promise<string> {
  const id = newId()
  const like = await trx
    .selectFrom('organisations')
    .select(['country_iso', 'time_zone', 'locale'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('organisations')
    .values({ id, name, ...like, created_at: now })
    .execute()
  await trx
    .insertInto('business_units')
    .values({ id: newId(), organisation_id: id, name, type: 'farm', created_at: now })
    .execute()
  return id
}

/** Takes back all that still invites into an organisation. */
async function closeInvitations(trx: Transaction, organisationId: string, now: Date): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Invites somebody into such an organisation, in which they have every right. An earlier open invitation of theirs is replaced. */
export function inviteIntoOwnerOrganisation(
  trx: Transaction,
  { userId, userName, language, now }: Actor,
  { organisationId, email }: { organisationId: string; email: string },
  how: { byMail: boolean },
): Promise<InvitationMade> {
  return makeInvitation(
    trx,
    { organisationId, userId, userName, language, now },
    { email, role: 'owner' },
    how,
  )
}

/**
 * Accepts an invitation to see stored grain for the organisation that the caller acts for, in place of the one that the store has made: for whoever has one
 * already. Nobody joins anything.
 *
 * @returns the organisation that was made, and the store that made it with who invited
 * @throws Refusal `not_found` as `acceptSignedIn`, and for an invitation into an organisation that has people or is no such; `forbidden` for an address that
 *   nobody has proved, and for who may not give access to their organisation
 */
export async function acceptForOrganisation(
  trx: Transaction,
  caller: Actor,
  { token }: { token: string },
): Promise<{ actor: Actor; madeId: string; store: { id: string; name: string }; inviter: Inviter }> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const invitation = await takeInvitation(trx, token, actor.now)
  const { organisationId: madeId, inviter } = invitation
  const account = await userByEmail(trx, invitation.email, { isLocked: true })
  if (account?.id !== actor.userId) throw noInvitation()
  if (!account.isEmailProved) throw forbidden(message('accountIsNotProved', {}))
  const store = await findStoreOf(trx, madeId)
  if (!store || store.id === actor.organisationId) throw noInvitation()
  await trx
    .updateTable('invitations')
    .set({ accepted_at: actor.now })
    .where('id', '=', invitation.id)
    .execute()
  await closeInvitations(trx, madeId, actor.now)
  return { actor, madeId, store, inviter }
}

interface Inviter {
  userId: string
  userName: string
}
