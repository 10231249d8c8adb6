import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type Configuration,
} from 'openid-client'
import type { DatabaseLog } from '../../db/log.ts'
import { Refusal } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { message } from '../../words/catalogue.ts'
import { unauthenticated } from '../access/rules.ts'
import { emailOf } from '../access/users.ts'
import { guardedFetch, type Reach } from './guarded-fetch.ts'
import type { ProvedClaims } from './rules.ts'

/** A provider as it is asked: the client's secret is open. */
export interface SignInProvider {
  issuer: string
  clientId: string
  clientSecret: string | undefined
}

export interface ProviderClient {
  reach: Reach
  log: Pick<DatabaseLog, 'warn'>
}

/** Values of a sign-in that the provider's answer has to fit. */
export interface Expected {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

/** The wish to go to the provider, and how. */
interface Going extends Expected {
  loginHint: string
  /** Asks the provider to have them show who they are, though they are signed in there. */
  isFresh: boolean
  now: Date
}

/**
 * The address at the provider where somebody signs in: authorization code flow with PKCE.
 *
 * @throws Refusal `unavailable` where the provider does not answer as one
 */
export async function authorizationUrl(
  client: ProviderClient,
  provider: SignInProvider,
  { redirectUri, state, nonce, verifier, loginHint, isFresh, now }: Going,
): Promise<string> {
  return asking(
    client,
    provider,
    now,
    async (configuration) =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        login_hint: loginHint,
        // `max_age` obliges the provider to say when it was.
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      }).href,
  )
}

/**
 * Exchanges a code for who has signed in. State, `iss`, nonce, audience, times and the signature by the provider's keys are checked.
 *
 * @throws Refusal `unauthenticated` for an answer that does not hold; `unavailable` where the provider does not answer
 */
export async function redeemCode(
  client: ProviderClient,
  provider: SignInProvider,
  {
    code,
    iss,
    redirectUri,
    state,
    nonce,
    verifier,
    now,
  }: Expected & { code: string; iss: string | undefined; now: Date },
): Promise<ProvedClaims> {
  return asking(client, provider, now, async (configuration) => {
    const returned = new URL(redirectUri)
    returned.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
    const answer = await authorizationCodeGrant(configuration, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = answer.claims()
    if (!claims || claims.sub === '') throw new Error('the provider named nobody')
    return provedClaims(claims)
  })
}

const MOST_NAME = 200

function provedClaims(claims: { sub: string; [name: string]: unknown }): ProvedClaims {
  const text = (name: string) =>
    typeof claims[name] === 'string' ? tidied(claims[name]).slice(0, MOST_NAME) : ''
  const { email } = claims
  return {
    subject: claims.sub,
    email: typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) ? emailOf(email) : undefined,
    isEmailVerified: claims['email_verified'] === true,
    givenName: text('given_name'),
    familyName: text('family_name'),
    authenticatedAt:
      typeof claims['auth_time'] === 'number' ? new Date(claims['auth_time'] * 1000) : undefined,
    all: claims,
  }
}

/** Discovers the provider, asks it, and says alike of all that it answers wrongly. The log says what it was. */
async function asking<Result>(
  { reach, log }: ProviderClient,
  { issuer, clientId, clientSecret }: SignInProvider,
  now: Date,
  ask: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  let isAway = false
  try {
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      // The clock of the service decides, and not that of the library.
      { [clockSkew]: Math.round((now.getTime() - Date.now()) / 1000) },
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      {
        execute: [enableNonRepudiationChecks, ...(reach.networks.isGiven ? [allowInsecureRequests] : [])],
        [customFetch]: async (url, asked) => {
          try {
            const answer = await guardedFetch(reach, url, asked)
            isAway = answer.status >= 500
            return answer
          } catch (error) {
            isAway = true
            throw error
          }
        },
      },
    ).catch((error: unknown) => {
      isAway = true
      throw error
    })
    ensureSafeEndpoints(configuration.serverMetadata())
    return await ask(configuration)
  } catch (error) {
    const { message: text, code } = error as Error & { code?: string }
    log.warn({ issuer, reason: code, problem: text }, 'a sign-in by a provider failed')
    if (isAway) throw new Refusal('unavailable', message('providerIsAway', {}))
    throw unauthenticated(message('providerAnswerIsWrong', {}))
  }
}

/**
 * Refuses a provider that would have people, codes or secrets go where others read along: of HTTP alone this machine's own addresses are taken.
 * What the service itself asks is judged at each connection, too.
 */
function ensureSafeEndpoints({
  authorization_endpoint: signIn,
  token_endpoint: token,
}: {
  authorization_endpoint?: string
  token_endpoint?: string
}): void {
  for (const [name, endpoint] of Object.entries({ authorization_endpoint: signIn, token_endpoint: token })) {
    const url = URL.parse(endpoint ?? '')
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
    if (!isSafe) throw new Error(`its ${name} is not HTTPS`)
  }
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
