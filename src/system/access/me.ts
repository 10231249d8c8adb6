import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isPermitted, permissions } from '../../kernel/permissions.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { credentialOf } from './credentials.ts'
import { getMember, sayRevokedKeys, takeOut } from './members.ts'
import { forbidden, ensureOwnerRemains } from './rules.ts'
import { openMemberships, nameOfUser } from './users.ts'

/** Who the caller is, what they may do, and where else they could act. */
export async function me(db: Kysely<Tables>, actor: Actor) {
  const isKey = credentialOf(actor).kind === 'api-key'
  const user = isKey
    ? undefined
    : await db
        .selectFrom('users')
        .select(['email', 'given_name', 'family_name', nameOfUser('users').as('name')])
        .where('id', '=', actor.userId)
        .executeTakeFirst()
  const { organisationId, organisationName, countryISO, timeZone } = actor
  return {
    kind: isKey ? ('api-key' as const) : ('person' as const),
    userId: actor.userId,
    userName: user?.name ?? actor.userName,
    givenName: user?.given_name ?? null,
    familyName: user?.family_name ?? null,
    email: user?.email ?? null,
    role: actor.role,
    isPlatformAdmin: actor.isPlatformAdmin,
    permissions: permissions.filter((each) => isPermitted(actor, each)),
    organisation: { id: organisationId, name: organisationName, countryISO, timeZone },
    organisations: isKey
      ? [{ id: organisationId, name: organisationName, role: actor.role }]
      : await openMemberships(db, actor.userId),
  }
}

/**
 * Gives the caller another name, which all their organisations see. What they did before keeps the name that they had then.
 *
 * @returns who they are from now on
 * @throws Refusal `forbidden` for an API key
 */
export async function changeName(
  trx: Transaction,
  actor: Actor,
  { givenName, familyName }: { givenName?: string; familyName?: string },
) {
  const { userId, now, isMachine } = actor
  if (isMachine) throw forbidden('This is for people: an API key keeps the name it was made with.')
  const before = await trx
    .selectFrom('users')
    .select(['given_name', 'family_name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const name = {
    given_name: givenName === undefined ? before.given_name : tidied(givenName),
    family_name: familyName === undefined ? before.family_name : tidied(familyName),
  }
  // What is sent again as it is already is no news.
  if (name.given_name !== before.given_name || name.family_name !== before.family_name) {
    await trx.updateTable('users').set(name).where('id', '=', userId).execute()
    for (const { id } of await openMemberships(trx, userId)) {
      const event = { type: 'user.renamed', subject: userId, data: {} } as const
      await appendEvent(trx, { organisationId: id, userId, now }, event)
    }
  }
  return me(trx, actor)
}

/**
 * Takes the caller out of one of their organisations, as if somebody there had removed them.
 *
 * @throws Refusal `not_found` for an organisation that is not theirs; `in_use` for its last owner; `forbidden` for an API key
 */
export async function leaveOrganisation(
  trx: Transaction,
  actor: Actor,
  organisationId: string,
): Promise<Acknowledgement> {
  if (actor.isMachine) throw forbidden('An API key leaves nothing: revoke it instead.')
  if (!isId(organisationId)) throw notFound('organisation', organisationId, 'of yours')
  // Or the last two owners could leave at once.
  await lockOrganisation(trx, organisationId)
  const theirs = await trx
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select('o.name')
    .where('m.user_id', '=', actor.userId)
    .where('m.organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!theirs) throw notFound('organisation', organisationId, 'of yours')
  // To leave takes no role.
  const leaving: Actor = { ...actor, organisationId, role: 'owner' }
  ensureOwnerRemains((await getMember(trx, leaving, actor.userId)).activeOwners, actor.userId)
  const revokedKeys = await takeOut(trx, leaving, actor.userId)
  return {
    status: 'success',
    message: `You no longer belong to ${theirs.name}.${sayRevokedKeys(revokedKeys)}`,
  }
}
