import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound, fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { pageOf, type PageRequest } from '../../kernel/page.ts'
import { isPermitted, permissions } from '../../kernel/permissions.ts'
import { appendEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { credentialOf, ensureSession } from './credentials.ts'
import { getMember, takeOut } from './members.ts'
import { proveEmail } from './passwords.ts'
import { forbidden, ensureOwnerRemains, unauthenticated } from './rules.ts'
import type { LinkedIdentityView } from './schema.ts'
import type { ExternalIdentity, TrustedIssuers } from './trusted-issuers.ts'
import { openMemberships, nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

/** Describes the caller: their identity, what they may do, and where else they could act. */
export async function me(db: Kysely<Tables>, actor: Actor) {
  const isKey = credentialOf(actor).kind === 'api-key'
  const user = isKey
    ? undefined
    : await db
        .selectFrom('users')
        .select(['email', 'given_name', 'family_name', nameOfUser('users').as('name')])
        .where('id', '=', actor.userId)
        .executeTakeFirst()
  const { organisationId, organisationName, countryISO, timeZone, units } = actor
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
    organisation: { id: organisationId, name: organisationName, countryISO, timeZone, units },
    organisations: isKey
      ? [{ id: organisationId, name: organisationName, role: actor.role }]
      : await openMemberships(db, actor.userId),
    secondFactor: await secondFactorOf(db, actor),
  }
}

async function secondFactorOf(db: Kysely<Tables>, { organisationId, factors, lacksFactor }: Actor) {
  const { second_factor: wish, second_factor_from: from } = await db
    .selectFrom('organisations')
    .select(['second_factor', 'second_factor_from'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    has: [...(factors ?? [])],
    neededFromUTC: wish === 'required' ? (from?.toISOString() ?? null) : null,
    isMissing: lacksFactor ?? false,
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
  if (isMachine) throw forbidden(message('keyKeepsItsName', {}))
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
  if (actor.isMachine) throw forbidden(message('keyLeavesNothing', {}))
  if (!isId(organisationId)) throw notFound('organisation', organisationId, { within: 'yours' })
  // Or the last two owners could leave at once.
  await lockOrganisation(trx, organisationId)
  const theirs = await trx
    .selectFrom('memberships as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select('o.name')
    .where('m.user_id', '=', actor.userId)
    .where('m.organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!theirs) throw notFound('organisation', organisationId, { within: 'yours' })
  // To leave takes no role.
  const leaving: Actor = { ...actor, organisationId, role: 'owner' }
  ensureOwnerRemains((await getMember(trx, leaving, actor.userId)).activeOwners, actor.userId)
  const keys = await takeOut(trx, leaving, actor.userId)
  return acknowledge(actor, message('hasLeft', { organisation: theirs.name, keys }))
}

/** The identities by which trusted issuers sign the caller in, the one linked last first. An API key has none. */
export async function listIdentities(
  db: Kysely<Tables>,
  actor: Actor,
  query: Partial<PageRequest>,
): Promise<LinkedIdentityView[]> {
  const { limit, offset } = pageOf(query)
  const rows = await db
    .selectFrom('external_identities')
    .select(['id', 'issuer', 'subject', 'created_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ created_at, ...identity }) => ({ ...identity, createdAtUTC: created_at.toISOString() }))
}

/**
 * Lets the caller sign in through a trusted OpenID Connect issuer from now on. They show a token of that issuer
 * while signed in here, which proves that both are the same person; nobody can link for somebody else. Where the issuer has verified the very
 * address of the account, it is proved from then on.
 *
 * @throws Refusal `invalid_input` for a token of no trusted issuer; `already_exists` when it belongs to another user; `unauthenticated`
 * when the session ends meanwhile
 */
export async function linkIdentity(
  trx: Transaction,
  issuers: TrustedIssuers,
  actor: Actor,
  { token }: { token: string },
): Promise<Acknowledgement> {
  const sessionId = ensureSession(actor)
  const identity = await issuers.verify(token, actor.now)
  if (!identity) refuseFaults([fault('token', message('isOfNoIssuer', {}), 'issuer')])
  await lockSession(trx, sessionId)
  const { issuer, subject } = identity
  await trx
    .insertInto('external_identities')
    .values({ id: newId(), issuer, subject, user_id: actor.userId, created_at: actor.now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
  const { user_id } = await trx
    .selectFrom('external_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  if (user_id !== actor.userId) throw new Refusal('already_exists', message('identityIsTaken', {}))
  await proveIfVerified(trx, actor, identity)
  return acknowledge(actor, message('canSignInThrough', { issuer }))
}

async function proveIfVerified(
  trx: Transaction,
  { userId, now }: Actor,
  { verifiedEmail }: ExternalIdentity,
): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (email === verifiedEmail) await proveEmail(trx, userId, now)
}

/** Locks the session, so that an end of all sessions finds the new identity and takes it too, or this finds the session ended. */
async function lockSession(trx: Transaction, id: string): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!session) throw unauthenticated(message('sessionHasEnded', {}))
}

/**
 * Takes an identity of the caller's away again: its issuer no longer signs them in by it.
 *
 * @throws Refusal `not_found`, also for somebody else's
 */
export async function unlinkIdentity(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const unlinked = await trx
    .deleteFrom('external_identities')
    .where('id', '=', isId(id) ? id : null)
    .where('user_id', '=', actor.userId)
    .returning('issuer')
    .executeTakeFirst()
  if (!unlinked) throw notFound('identity', id)
  return acknowledge(actor, message('identityIsUnlinked', { issuer: unlinked.issuer }))
}
