import type { FastifyBaseLogger } from 'fastify'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload, type RemoteJWKSet } from 'jose'
import { Refusal } from '../../kernel/errors.ts'
import { unauthenticated } from './admit.ts'

/** An OpenID Connect issuer whose tokens are taken, as the settings name it. */
export interface TrustedIssuer {
  /** Exactly as in the token's `iss`. */
  issuer: string
  /** What the token's `aud` must contain: the client id this service has at the issuer. */
  audience: string
  /** Where its keys are; left out, it is looked up in the issuer's discovery document. */
  jwksUri?: string | undefined
  /** The claim that carries the id of the organisation to act for, where the issuer sets one. */
  organisationClaim?: string | undefined
}

/** What a trusted issuer says of the bearer of a good token. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  /** In lower case, and only where the issuer says that it checked it. */
  verifiedEmail: string | undefined
  organisationId: string | undefined
}

export interface TrustedIssuers {
  /**
   * Who a token is for; undefined when its issuer is not one of the trusted, so that it may be one of ours.
   *
   * @throws Refusal `unauthenticated` for a bad token; `unavailable` when the issuer's keys cannot be fetched
   */
  verify(token: string, now: Date): Promise<ExternalIdentity | undefined>
  /** Fetches every key set anew when the next token comes. */
  forgetKeys(): void
}

const FETCH_TIMEOUT_MS = 5000
const KEYS_KEPT_MS = 600_000
const CLOCK_TOLERANCE_SECONDS = 30

// Signatures with a public key only: a shared-secret algorithm would let the published key sign.
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The trusted issuers of the settings. Keys are fetched when a first token comes, and kept for ten minutes. */
export function openTrustedIssuers(
  settings: TrustedIssuer[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): TrustedIssuers {
  const open = () => new Map(settings.map((each) => [each.issuer, { settings: each, keys: keySource(each) }]))
  let issuers = open()
  return {
    forgetKeys() {
      issuers = open()
    },
    async verify(token, now) {
      const trusted = issuers.get(issuerOf(token) ?? '')
      if (!trusted) return undefined
      const { audience, issuer, organisationClaim } = trusted.settings
      try {
        const { payload } = await jwtVerify(token, await trusted.keys(), {
          algorithms: ALGORITHMS,
          issuer,
          audience,
          currentDate: now,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp', 'sub'],
        })
        return identityFrom(payload, issuer, organisationClaim)
      } catch (error) {
        const refusal = refusalFor(error)
        if (refusal.code === 'unavailable')
          log.warn({ err: error, issuer }, 'the keys of a trusted issuer cannot be fetched')
        throw refusal
      }
    },
  }
}

/** The issuer a token claims to be from. Nothing is believed yet: it only decides whose keys must fit. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** Where the keys come from; a failed discovery is tried again with the next token. */
function keySource({ issuer, jwksUri }: TrustedIssuer): () => Promise<RemoteJWKSet> {
  let keys: Promise<RemoteJWKSet> | undefined
  return () => {
    keys ??= (jwksUri === undefined ? discover(issuer) : Promise.resolve(jwksUri)).then((uri) =>
      createRemoteJWKSet(new URL(uri), { timeoutDuration: FETCH_TIMEOUT_MS, cacheMaxAge: KEYS_KEPT_MS }),
    )
    keys.catch(() => (keys = undefined))
    return keys
  }
}

async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' })
  const document: unknown = answer.ok ? await answer.json() : undefined
  if (typeof document !== 'object' || document === null)
    throw new TypeError(`no discovery document at ${url}`)
  if (!('issuer' in document) || document.issuer !== issuer)
    throw new TypeError(`${url} names another issuer`)
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string')
    throw new TypeError(`${url} names no key set`)
  return document.jwks_uri
}

function identityFrom(
  payload: JWTPayload,
  issuer: string,
  organisationClaim: string | undefined,
): ExternalIdentity {
  const { sub, email, email_verified } = payload
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('The token names nobody.')
  const organisationId = organisationClaim === undefined ? undefined : payload[organisationClaim]
  return {
    issuer,
    subject: sub,
    verifiedEmail: email_verified === true && typeof email === 'string' ? email.toLowerCase() : undefined,
    organisationId: typeof organisationId === 'string' ? organisationId : undefined,
  }
}

/** A bad token is the caller's fault; keys that cannot be had are nobody's, and pass. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const isBadToken = error instanceof errors.JOSEError && !isAboutKeys(error)
  if (isBadToken) return unauthenticated('This token is not good here, or has expired. Sign in again.')
  return new Refusal(
    'unavailable',
    'The sign-in service that issued this token cannot be reached just now. Try again in a moment.',
  )
}

/** jose's plain error, a timeout and an unreadable key set all say that the keys could not be fetched. */
function isAboutKeys(error: errors.JOSEError): boolean {
  return (
    error.code === 'ERR_JOSE_GENERIC' ||
    error.code === 'ERR_JWKS_TIMEOUT' ||
    error.code === 'ERR_JWKS_INVALID'
  )
}
