import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { noteAudit } from '../../http/write/audit.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { message } from '../../words/catalogue.ts'
import type { AccessTokens } from '../access/access-tokens.ts'
import { challengeFor } from '../access/factor-challenges.ts'
import { forbidden, unauthenticated } from '../access/rules.ts'
import { hashSecret, newSecret } from '../access/secrets.ts'
import type { SignInResult } from '../access/schema.ts'
import type { ByProvider } from '../access/sessions.ts'
import { enter } from '../access/sign-in.ts'
import { emailOf, insertMember, insertUserIfNew } from '../access/users.ts'
import { appendEvent } from '../events/append-event.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { authorizationUrl, redeemCode, type SignInProvider, type ProviderClient } from './provider-client.ts'
import {
  claimedRoles,
  decideSignIn,
  domainOf,
  roleByClaim,
  showsFactor,
  type AccountFacts,
  type ProvedClaims,
} from './rules.ts'
import type { ProviderSignInBegun, ReturnBody } from './schema.ts'
import { unsealClientSecret } from './seal-client-secrets.ts'
import { providerOf, redirectUriOf, rolesFrom } from './settings.ts'

export interface SignInServices {
  vault: Vault
  client: ProviderClient
  publicUrl: () => string
}

/** Long enough to find a password and a telephone. */
const GOOD_FOR_MINUTES = 10
/** So much the provider's clock may be behind. */
const CLOCKS_DIFFER_MS = 30_000
/** Begins the state of a sign-in for which the provider has to ask anew. */
const FRESH = 'fresh_'

/** The nonce and the PKCE verifier of a sign-in: made from the secret that the browser keeps, so that none of them is stored. */
const derived = (flow: string, use: string) =>
  createHash('sha256').update(`granary ${use} ${flow}`).digest('base64url')

/** A sign-in that was begun, as it is to be stored. */
export interface BegunSignIn extends ProviderSignInBegun {
  organisationId: string
  issuer: string
  state: string
  redirectUri: string
}

/**
 * Asks the provider of an e-mail's domain for the address to sign in at, before the transaction.
 *
 * @throws Refusal `invalid_input` for an address whose domain no organisation has proved; `unavailable`
 */
export async function prepareSignIn(
  db: Kysely<Tables>,
  { vault, client, publicUrl }: SignInServices,
  { now }: PublicRequest,
  body: { email: string; isFresh?: boolean },
): Promise<BegunSignIn> {
  const email = emailOf(body.email)
  const found = await db
    .selectFrom('sign_in_domains as d')
    .innerJoin('organisations as o', 'o.id', 'd.organisation_id')
    .select('d.organisation_id')
    .where('d.domain', '=', domainOf(email))
    .where('d.verified_at', 'is not', null)
    .where('o.status', '=', 'active')
    .executeTakeFirst()
  const provider = found && (await openProvider(db, vault, found.organisation_id))
  if (!found || !provider) refuseFaults([fault('email', message('isOfNoProvider', {}), 'unknown')])
  const { organisation_id: organisationId } = found
  const flow = newSecret('flow_')
  const isFresh = body.isFresh === true
  const state = newSecret(isFresh ? FRESH : '')
  const redirectUri = redirectUriOf(publicUrl(), organisationId)
  const url = await authorizationUrl(client, provider, {
    redirectUri,
    state,
    nonce: derived(flow, 'nonce'),
    verifier: derived(flow, 'verifier'),
    loginHint: email,
    isFresh,
    now,
  })
  return { organisationId, issuer: provider.issuer, state, redirectUri, flow, url }
}

/** Stores that a sign-in was begun, and sends the browser to the provider. */
export async function beginSignIn(
  trx: Transaction,
  { now }: PublicRequest,
  { organisationId, issuer, state, redirectUri, flow, url }: BegunSignIn,
): Promise<ProviderSignInBegun> {
  await trx
    .insertInto('provider_sign_ins')
    .values({
      state_hash: hashSecret(state),
      organisation_id: organisationId,
      flow_hash: hashSecret(flow),
      issuer,
      redirect_uri: redirectUri,
      expires_at: new Date(now.getTime() + GOOD_FOR_MINUTES * 60_000),
    })
    .execute()
  return { url, flow }
}

/** Somebody whom the provider of an organisation has proved. */
export interface ProvedPerson {
  organisationId: string
  issuer: string
  claims: ProvedClaims
}

/**
 * Exchanges what the provider sent back, before the transaction. A state is good once, however it ends.
 *
 * @throws Refusal `unauthenticated` for a state that is not this browser's, or an answer that does not hold; `unavailable`
 */
export async function checkReturn(
  db: Kysely<Tables>,
  { vault, client }: SignInServices,
  { now }: PublicRequest,
  { organisationId, flow, state, code, iss }: ReturnBody,
): Promise<ProvedPerson> {
  const begun = await inTransaction(db, (trx) =>
    trx
      .deleteFrom('provider_sign_ins')
      .where('state_hash', '=', hashSecret(state))
      .returning(['organisation_id', 'flow_hash', 'issuer', 'redirect_uri', 'expires_at'])
      .executeTakeFirst(),
  )
  const isOwn =
    begun !== undefined &&
    begun.expires_at > now &&
    begun.organisation_id === organisationId &&
    hashSecret(flow).equals(begun.flow_hash)
  if (!isOwn) throw unauthenticated(message('providerSignInIsGone', {}))
  const provider = await openProvider(db, vault, organisationId)
  if (!provider || provider.issuer !== begun.issuer)
    throw unauthenticated(message('providerSignInIsGone', {}))
  const claims = await redeemCode(client, provider, {
    code,
    iss: iss ?? undefined,
    redirectUri: begun.redirect_uri,
    state,
    nonce: derived(flow, 'nonce'),
    verifier: derived(flow, 'verifier'),
    now,
  })
  if (state.startsWith(FRESH)) ensureAskedAnew(claims, begun.expires_at)
  return { organisationId, issuer: provider.issuer, claims }
}

/** Refuses somebody whom the provider let through as signed in there already. One that does not say when it was is taken at its word. */
function ensureAskedAnew({ authenticatedAt }: ProvedClaims, expiresAt: Date): void {
  const begunAt = expiresAt.getTime() - GOOD_FOR_MINUTES * 60_000
  if (authenticatedAt && authenticatedAt.getTime() < begunAt - CLOCKS_DIFFER_MS)
    throw unauthenticated(message('providerDidNotAskAnew', {}))
}

/** The provider of an organisation with its secret, to be asked. */
async function openProvider(
  db: Kysely<Tables>,
  vault: Vault,
  organisationId: string,
): Promise<SignInProvider | undefined> {
  const row = isId(organisationId) ? await providerOf(db, organisationId) : undefined
  return (
    row && {
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret:
        row.sealed_secret === null ? undefined : unsealClientSecret(vault, organisationId, row.sealed_secret),
    }
  )
}

/**
 * Signs in whom the provider has proved: somebody it knows, a member whose account it may have, or somebody new by the rules for roles. The
 * session acts for this organisation alone.
 *
 * @throws Refusal `forbidden` with the reason of the rules; `unauthenticated` for somebody suspended
 */
export async function signInByProvider(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  person: ProvedPerson,
): Promise<SignInResult> {
  const { organisationId, issuer, claims } = person
  noteAudit(trx, { organisationIds: [organisationId], after: { issuer, subject: claims.subject } })
  await lockOrganisation(trx, organisationId)
  const provider = await providerOf(trx, organisationId)
  if (provider?.issuer !== issuer) throw unauthenticated(message('providerSignInIsGone', {}))
  const role = roleByClaim(
    {
      roleClaim: provider.role_claim,
      roles: rolesFrom(provider.roles),
      defaultRole: claimedRoles.find((each) => each === provider.default_role) ?? null,
    },
    claims.all,
  )
  const decision = decideSignIn({
    organisationId,
    domains: await provedDomains(trx, organisationId),
    claims,
    known: await accountBySubject(trx, person),
    byEmail: claims.isEmailVerified ? await accountByEmail(trx, person) : undefined,
    role,
  })
  if (decision.kind === 'refuse') throw forbidden(decision.said)
  const userId = decision.kind === 'join' ? await join(trx, request, person, decision) : decision.userId
  if (decision.kind !== 'enter') await bind(trx, person, userId, request.now)
  return enterByProvider(trx, tokens, request, {
    userId,
    organisationId,
    hasFactor: showsFactor(provider.factor_values, claims.all),
    provedAt: earlier(claims.authenticatedAt, request.now),
  })
}

async function enterByProvider(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  { userId, organisationId, ...provider }: ByProvider & { userId: string; organisationId: string },
): Promise<SignInResult> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (user.status !== 'active') throw unauthenticated(message('accountIsSuspended', {}))
  const secondFactor = provider.hasFactor ? undefined : await challengeFor(trx, userId, request)
  if (!secondFactor) return enter(trx, tokens, user, { organisationId, request, provider })
  await trx
    .updateTable('factor_challenges')
    .set({ provider_organisation_id: organisationId })
    .where('token_hash', '=', hashSecret(secondFactor.challenge))
    .execute()
  noteAudit(trx, { actor: { id: userId, name: '' }, subjectId: userId })
  const nothing = { accessToken: null, refreshToken: null, organisationId: null }
  return { ...nothing, tokenType: 'Bearer', expiresIn: 0, organisations: [], secondFactor }
}

/** A moment that the provider says, but none that is still to come. */
function earlier(said: Date | undefined, now: Date): Date | undefined {
  return said && new Date(Math.min(said.getTime(), now.getTime()))
}

/** Makes the account and the membership of somebody new. */
async function join(
  trx: Transaction,
  { now }: PublicRequest,
  { organisationId, claims }: ProvedPerson,
  { email, role }: { email: string; role: (typeof claimedRoles)[number] | 'owner' },
): Promise<string> {
  const { givenName, familyName } = claims
  const userId = await insertUserIfNew(trx, {
    email,
    givenName,
    familyName,
    passwordHash: null,
    isEmailProved: true,
    now,
  })
  // Somebody has made the account at this moment, elsewhere.
  if (userId === undefined) throw forbidden(message('accountIsNotOfProvider', {}))
  await insertMember(trx, { organisationId, userId, role, now })
  await appendEvent(
    trx,
    { organisationId, userId, now },
    { type: 'user.joined', subject: userId, data: { role } },
  )
  return userId
}

/** Notes by which subject the provider knows an account. */
async function bind(
  trx: Transaction,
  { organisationId, issuer, claims }: ProvedPerson,
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('provider_identities')
    .values({
      organisation_id: organisationId,
      issuer,
      subject: claims.subject,
      user_id: userId,
      created_at: now,
    })
    .execute()
}

/** Domains that an organisation has proved. */
export async function provedDomains(db: Kysely<Tables>, organisationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_in_domains')
    .select('domain')
    .where('organisation_id', '=', organisationId)
    .where('verified_at', 'is not', null)
    .execute()
  return rows.map(({ domain }) => domain)
}

async function accountBySubject(trx: Transaction, person: ProvedPerson): Promise<AccountFacts | undefined> {
  const row = await trx
    .selectFrom('provider_identities')
    .select('user_id')
    .where('organisation_id', '=', person.organisationId)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.claims.subject)
    .executeTakeFirst()
  return row && factsOf(trx, person, row.user_id)
}

async function accountByEmail(trx: Transaction, person: ProvedPerson): Promise<AccountFacts | undefined> {
  const { email } = person.claims
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email ?? '')
    .executeTakeFirst()
  return row && factsOf(trx, person, row.id)
}

async function factsOf(trx: Transaction, person: ProvedPerson, userId: string): Promise<AccountFacts> {
  const { organisationId, issuer, claims } = person
  const { rows } = await sql<{
    isPlatformAdmin: boolean
    organisationIds: string[]
    hasOtherSubject: boolean
  }>`
    select u.is_platform_admin as "isPlatformAdmin",
      array(select m.organisation_id::text from memberships m where m.user_id = u.id) as "organisationIds",
      exists (
        select from provider_identities i
        where i.organisation_id = ${organisationId} and i.issuer = ${issuer} and i.user_id = u.id and i.subject <> ${claims.subject}
      ) as "hasOtherSubject"
    from users u where u.id = ${userId} for share`.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error('an account has gone while it was looked at')
  return { id: userId, ...facts }
}

/** Clears out sign-ins that nobody came back from. */
export async function purgeProviderSignIns(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInPieces(db, 'provider_sign_ins', sql`expires_at < ${now}`)
}
