import type { Transaction } from '../../db/transaction.ts'
import type { PublicRequest } from '../../http/operation.ts'
import { unauthenticated } from './admit.ts'
import type { AccessTokens } from './access-tokens.ts'
import { checkPassword } from './check-password.ts'
import { emailOf } from './email.ts'
import { membershipRefusal, openMemberships, type OpenMembership } from './memberships.ts'
import type { SignInResult } from './schema.ts'
import { openSession } from './sessions.ts'
import type { Attempt } from './sign-in-limits.ts'

/**
 * Signs a person in with e-mail and password, for one organisation. Somebody in several who names none is answered
 * the list to pick from and no tokens yet.
 *
 * @throws Refusal `unauthenticated` alike for an unknown e-mail and a wrong password, and, once the password was right,
 * for somebody suspended; `rate_limited` after too many failures; `forbidden` for an organisation that is not theirs
 * (rules.md §8)
 */
export async function signIn(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  { email, password, organisationId }: { email: string; password: string; organisationId?: string | null },
): Promise<SignInResult> {
  const { now } = request
  const user = await checkPassword(
    trx,
    attemptOf(request, { email }),
    password,
    unauthenticated('E-mail and password do not go together.'),
  )
  if (user.status !== 'active') throw unauthenticated('This account is suspended.')

  const organisations = await openMemberships(trx, user.id, { isLocked: true })
  const organisation =
    organisationId == null ? onlyOne(organisations) : organisations.find(({ id }) => id === organisationId)
  if (organisation === undefined) {
    if (organisationId != null || organisations.length === 0)
      throw await membershipRefusal(trx, user.id, organisationId)
    return { ...noTokens, organisations }
  }
  const pair = await openSession(trx, tokens, { userId: user.id, organisationId: organisation.id, now })
  return { ...pair, organisationId: organisation.id, organisations }
}

/** As whose a sign-in counts, or one that is answered once more from what was kept: that tells as much of the password. */
export function attemptOf({ now, address }: PublicRequest, { email }: { email: string }): Attempt {
  return { email: emailOf(email), address, now }
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
