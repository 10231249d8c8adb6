import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { noteAudit } from '../../http/write/audit.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { unauthenticated } from './rules.ts'
import type { AccessTokens } from './access-tokens.ts'
import { challengeFor } from './factor-challenges.ts'
import { checkPassword, ensureUnchanged, inHashingTurn, type KnownUser } from './passwords.ts'
import { emailOf, membershipRefusal, openMemberships, type OpenMembership } from './users.ts'
import type { SignInResult } from './schema.ts'
import { openSession, type ByProvider, type SignInRequest } from './sessions.ts'
import type { Attempt } from './sign-in-limits.ts'
import { message } from '../../words/catalogue.ts'

interface SignIn {
  email: string
  password: string
  organisationId?: string | null
}

/**
 * The person whose e-mail and password go together.
 *
 * @throws Refusal `unauthenticated` alike for an unknown e-mail and a wrong password; `rate_limited` after too many failures,
 * or while too many passwords are being checked (rules.md §8)
 */
export function checkSignIn(
  db: Kysely<Tables>,
  request: PublicRequest,
  { email, password }: SignIn,
): Promise<KnownUser> {
  const attempt = attemptOf(request, { email })
  return inHashingTurn((hasher) => checkPassword(db, hasher, { attempt, password, wrong: wrong() }))
}

/**
 * Signs a person in whose password was checked, for one organisation. Somebody in several who names none is answered
 * the list to pick from and no tokens yet.
 *
 * @throws Refusal `unauthenticated` for somebody suspended; `forbidden` for an organisation that is not theirs (rules.md §8)
 */
export async function signIn(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  { checked, organisationId }: { checked: KnownUser; organisationId?: string | null | undefined },
): Promise<SignInResult> {
  const user = await ensureUnchanged(trx, checked, wrong())
  return enterByPassword(trx, tokens, user, { organisationId, request })
}

/**
 * Goes on for somebody whose password is known to be right: begins a session, or asks for the second factor of whoever has one. Until then not even
 * their organisations are told.
 *
 * @throws Refusal as `enter`
 */
export async function enterByPassword(
  trx: Transaction,
  tokens: AccessTokens,
  user: { id: string; status: string },
  { organisationId, request }: { organisationId?: string | null | undefined; request: PublicRequest },
): Promise<SignInResult> {
  if (user.status !== 'active') throw unauthenticated(message('accountIsSuspended', {}))
  const secondFactor = await challengeFor(trx, user.id, request)
  if (secondFactor) {
    noteAudit(trx, { actor: { id: user.id, name: '' }, subjectId: user.id })
    return { ...noTokens, organisations: [], secondFactor }
  }
  return enter(trx, tokens, user, { organisationId, request })
}

/**
 * Begins a session for somebody who has proved who they are, for the organisation named or their only one.
 *
 * @throws Refusal `unauthenticated` for somebody suspended; `forbidden` for an organisation that is not theirs
 */
export async function enter(
  trx: Transaction,
  tokens: AccessTokens,
  user: { id: string; status: string },
  {
    organisationId,
    request,
    provider,
  }: {
    organisationId?: string | null | undefined
    request: SignInRequest
    provider?: ByProvider | undefined
  },
): Promise<SignInResult> {
  if (user.status !== 'active') throw unauthenticated(message('accountIsSuspended', {}))
  const organisations = await openMemberships(trx, user.id, { isLocked: true })
  const organisation =
    organisationId == null ? onlyOne(organisations) : organisations.find(({ id }) => id === organisationId)
  if (organisation === undefined) {
    if (organisationId != null || organisations.length === 0)
      throw await membershipRefusal(trx, user.id, organisationId)
    noteAudit(trx, { actor: { id: user.id, name: '' }, subjectId: user.id })
    return { ...noTokens, organisations, secondFactor: null }
  }
  const opened = { userId: user.id, organisationId: organisation.id, request, provider }
  const pair = await openSession(trx, tokens, opened)
  return { ...pair, organisationId: organisation.id, organisations, secondFactor: null }
}

/** As whose a sign-in counts, or one that is answered once more from what was kept: that tells as much of the password. */
export function attemptOf({ now, address }: PublicRequest, { email }: { email: string }): Attempt {
  return { email: emailOf(email), address, now }
}

function wrong(): Refusal {
  return unauthenticated(message('emailAndPasswordDiffer', {}))
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  tokenType: 'Bearer',
  expiresIn: 0,
  organisationId: null,
}

function onlyOne(organisations: OpenMembership[]): OpenMembership | undefined {
  return organisations.length === 1 ? organisations[0] : undefined
}
