import type { Kysely } from 'kysely'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { message } from '../../words/catalogue.ts'
import { ensureSession } from '../access/credentials.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { appendEvent } from '../events/append-event.ts'
import { urlFaults, type PrivateNetworks } from '../webhooks/addresses.ts'
import { domainsOf } from './domains.ts'
import { claimedRoles } from './rules.ts'
import { SingleSignOnBody, type SingleSignOn } from './schema.ts'
import { sealClientSecret } from './seal-client-secrets.ts'

export interface SettingsServices {
  vault: Vault
  networks: PrivateNetworks
  /** Address at which people reach the service. */
  publicUrl: () => string
}

/** The redirect URI of an organisation's provider: one for each, so that no provider answers for another. */
export function redirectUriOf(publicUrl: string, organisationId: string): string {
  return `${publicUrl.replace(/\/$/, '')}/sign-in/return/${organisationId}`
}

/** Reads the provider of the caller's organisation; without one, all that it would have is null or empty. */
export function getSingleSignOn(
  db: Kysely<Tables>,
  services: Pick<SettingsServices, 'vault' | 'publicUrl'>,
  { organisationId }: Actor,
): Promise<SingleSignOn> {
  return inOneMoment(db, (moment) => readSingleSignOn(moment, services, organisationId))
}

async function readSingleSignOn(
  db: Kysely<Tables>,
  { vault, publicUrl }: Pick<SettingsServices, 'vault' | 'publicUrl'>,
  organisationId: string,
): Promise<SingleSignOn> {
  const row = await providerOf(db, organisationId)
  return {
    issuer: row?.issuer ?? null,
    clientId: row?.client_id ?? null,
    hasClientSecret: row?.sealed_secret != null,
    roleClaim: row?.role_claim ?? null,
    roles: rolesFrom(row?.roles ?? []),
    defaultRole: claimedRoles.find((each) => each === row?.default_role) ?? null,
    factorValues: row?.factor_values ?? [],
    isEnforced: row?.is_enforced ?? false,
    breakGlassUserId: row?.break_glass ?? null,
    redirectUri: redirectUriOf(publicUrl(), organisationId),
    domains: await domainsOf(db, vault, organisationId),
  }
}

/** The stored provider of an organisation. */
export function providerOf(db: Kysely<Tables>, organisationId: string) {
  return db
    .selectFrom('identity_providers')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
}

/** The rules for roles, as they are stored. */
export function rolesFrom(stored: unknown): SingleSignOnBody['roles'] {
  return Value.Parse(Type.Index(SingleSignOnBody, ['roles']), stored)
}

/**
 * Registers the provider of the caller's organisation, or changes it. Only a person may: whoever has the provider has every account of it.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function changeSingleSignOn(
  trx: Transaction,
  services: SettingsServices,
  caller: Actor,
  body: SingleSignOnBody,
): Promise<SingleSignOn> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId, now } = actor
  const before = await providerOf(trx, organisationId)
  refuseFaults([
    ...issuerFaults(body.issuer, services.networks),
    ...secretFaults(body, before),
    ...(await enforcementFaults(trx, services.vault, organisationId, body)),
  ])
  const secret = body.clientSecret ?? undefined
  const row = {
    issuer: body.issuer,
    client_id: body.clientId,
    ...(secret !== undefined && { sealed_secret: sealClientSecret(services.vault, organisationId, secret) }),
    is_enforced: body.isEnforced,
    break_glass: body.breakGlassUserId,
    role_claim: body.roleClaim,
    roles: JSON.stringify(body.roles),
    default_role: body.defaultRole,
    factor_values: body.factorValues,
    updated_at: now,
  }
  await trx
    .insertInto('identity_providers')
    .values({ organisation_id: organisationId, created_at: now, ...row })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
    .execute()
  await appendChange(trx, actor, { isEnforced: body.isEnforced, issuer: body.issuer })
  return getSingleSignOn(trx, services, actor)
}

/** Takes the provider away, with its domains and whom it knows. Members stay, and sign in with a password once they have one. */
export async function removeSingleSignOn(trx: Transaction, caller: Actor): Promise<Acknowledgement> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'organisation:write')
  const { organisationId } = actor
  await trx.deleteFrom('provider_identities').where('organisation_id', '=', organisationId).execute()
  const removed = await trx
    .deleteFrom('identity_providers')
    .where('organisation_id', '=', organisationId)
    .returning('issuer')
    .executeTakeFirst()
  if (!removed) return acknowledge(actor, message('hasNoProvider', {}))
  await appendChange(trx, actor, { issuer: null, isEnforced: false })
  return acknowledge(actor, message('providerIsRemoved', {}))
}

async function appendChange(
  trx: Transaction,
  actor: Actor,
  singleSignOn: { issuer: string | null; isEnforced: boolean },
): Promise<void> {
  const { organisationId } = actor
  await appendEvent(trx, actor, {
    type: 'organisation.updated',
    subject: organisationId,
    data: { singleSignOn },
  })
}

function issuerFaults(issuer: string, networks: PrivateNetworks): Fault[] {
  const faults = urlFaults(issuer, networks).map((each) => ({ ...each, path: 'issuer' }))
  if (faults.length > 0) return faults
  return URL.parse(issuer)?.search === '' ? [] : [fault('issuer', message('isNoIssuer', {}), 'url')]
}

/** A secret is for the provider that it was given for: it is not sent to another. */
function secretFaults(
  { issuer, clientSecret }: SingleSignOnBody,
  before: { issuer: string; sealed_secret: string | null } | undefined,
): Fault[] {
  const isMissing = clientSecret == null && before?.sealed_secret != null && before.issuer !== issuer
  return isMissing ? [fault('clientSecret', message('isNeededForIssuer', {}), 'required')] : []
}

async function enforcementFaults(
  trx: Transaction,
  vault: Vault,
  organisationId: string,
  { isEnforced, breakGlassUserId }: SingleSignOnBody,
): Promise<Fault[]> {
  const faults: Fault[] = []
  if (breakGlassUserId !== null && !(await isActiveOwner(trx, organisationId, breakGlassUserId)))
    faults.push(fault('breakGlassUserId', message('isNoOwner', {}), 'unknown'))
  if (!isEnforced) return faults
  if (breakGlassUserId === null)
    faults.push(fault('breakGlassUserId', message('isNeededToEnforce', {}), 'required'))
  const domains = await domainsOf(trx, vault, organisationId)
  if (!domains.some(({ verifiedAtUTC }) => verifiedAtUTC !== null))
    faults.push(fault('isEnforced', message('needsVerifiedDomain', {}), 'contradiction'))
  return faults
}

async function isActiveOwner(trx: Transaction, organisationId: string, userId: string): Promise<boolean> {
  if (!isId(userId)) return false
  const found = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.organisation_id', '=', organisationId)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .where('u.password_hash', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
