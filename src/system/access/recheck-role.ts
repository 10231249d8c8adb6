import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ensurePermitted, type Permission } from '../../kernel/permissions.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { credentialOf, keyById, personById, personBySession } from './credentials.ts'
import { admitKey, admitPerson, unauthenticated, type MemberStatus } from './rules.ts'
import { message } from '../../words/catalogue.ts'

/**
 * The caller in the role they have by now, behind a lock: who gives access and who takes it away take turns within an
 * organisation. Or somebody who is shut out while they invite would have left a way in behind.
 *
 * @throws Refusal `unauthenticated` or `forbidden` for what the caller was until a moment ago
 */
export async function lockAndRecheckRole(
  trx: Transaction,
  actor: Actor,
  permission: Permission,
): Promise<Actor> {
  await lockOrganisation(trx, actor.organisationId)
  return recheckRole(trx, actor, permission)
}

/**
 * The caller in the role they have by now: for work that commits in steps, so that somebody who is shut out meanwhile gets no further.
 *
 * @throws Refusal `unauthenticated` or `forbidden` for what the caller was until a moment ago
 */
export async function recheckRole(trx: Transaction, actor: Actor, permission: Permission): Promise<Actor> {
  const standing = { ...actor, ...(await standingNow(trx, actor)) }
  ensurePermitted(standing, permission)
  return standing
}

async function standingNow(trx: Transaction, actor: Actor): Promise<Partial<MemberStatus>> {
  const { userId, organisationId, now } = actor
  const credential = credentialOf(actor)
  if (credential.kind === 'command-line') return {}
  if (credential.kind === 'api-key') {
    const key = await keyById(trx, userId, now)
    if (!key) throw unauthenticated(message('apiKeyHasExpired', {}))
    return admitKey(key)
  }
  const person =
    credential.kind === 'session'
      ? await personBySession(trx, { sessionId: credential.sessionId, userId, organisationId }, now)
      : await personById(trx, userId, organisationId)
  if (!person) throw unauthenticated(message('sessionHasEnded', {}))
  return { role: admitPerson(person, { chosen: false }).role }
}
