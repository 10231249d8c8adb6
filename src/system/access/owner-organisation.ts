import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { mailboxOf, makeInvitation } from './invitations.ts'
import { lockAndRecheckRole } from './recheck-role.ts'
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
