import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JWTPayload,
  type FetchImplementation,
  type JSONWebKeySet,
  type RemoteJWKSet,
} from 'jose'
import type { DatabaseLog } from '../../db/log.ts'
import { Refusal } from '../../kernel/errors.ts'
import { readAtMost } from '../../kernel/web.ts'
import { unauthenticated } from './rules.ts'
import { emailOf } from './users.ts'
import { message } from '../../words/catalogue.ts'

/** An OpenID Connect issuer whose tokens are taken, as the settings name it. */
export interface TrustedIssuer {
  /** Exactly as in the token's `iss`. */
  issuer: string
  /** Value that the token's `aud` must contain: the client id this service has at the issuer. */
  audience: string
  /** Address of its keys; left out, it is looked up in the issuer's discovery document. */
  jwksUri?: string | undefined
  /** The claim that carries the id of the organisation to act for, where the issuer sets one. */
  organisationClaim?: string | undefined
}

/** Facts that a trusted issuer gives about the bearer of a good token. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  /** As `emailOf` writes it, and only where the issuer says that it checked it. */
  verifiedEmail: string | undefined
  organisationId: string | undefined
}

export interface TrustedIssuers {
  /**
   * Identifies the person a token is for; undefined when its issuer is not one of the trusted, so that it may be one of ours.
   *
   * @throws Refusal `unauthenticated` for a bad token; `unavailable` when the issuer's keys cannot be fetched
   */
  verify(token: string, now: Date): Promise<ExternalIdentity | undefined>
  /** Has the keys fetched that `verify` will want, so that it does not wait for them within a transaction. Throws nothing. */
  fetchKeysFor(token: string): Promise<void>
  /** Fetches every key set anew when the next token comes. */
  forgetKeys(): void
}

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

/** The trusted issuers of the settings. */
export function openTrustedIssuers(
  settings: TrustedIssuer[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): TrustedIssuers {
  const open = () =>
    new Map(settings.map((each) => [each.issuer, { settings: each, keys: openIssuerKeys(each, log) }]))
  let issuers = open()
  return {
    forgetKeys() {
      issuers = open()
    },
    async fetchKeysFor(token) {
      try {
        await issuers.get(issuerOf(token) ?? '')?.keys(decodeProtectedHeader(token))
      } catch {
        // Said by `verify`, which finds the same: an issuer that has just failed is not asked again.
      }
    },
    async verify(token, now) {
      const trusted = issuers.get(issuerOf(token) ?? '')
      if (!trusted) return undefined
      const { audience, issuer, organisationClaim } = trusted.settings
      try {
        const { payload } = await jwtVerify(token, trusted.keys, {
          algorithms: ALGORITHMS,
          issuer,
          audience,
          currentDate: now,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp', 'sub'],
        })
        return identityFrom(payload, issuer, organisationClaim)
      } catch (error) {
        throw refusalFor(error)
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

function identityFrom(
  payload: JWTPayload,
  issuer: string,
  organisationClaim: string | undefined,
): ExternalIdentity {
  const { sub, email, email_verified } = payload
  if (typeof sub !== 'string' || sub === '') throw unauthenticated(message('tokenNamesNobody', {}))
  const organisationId = organisationClaim === undefined ? undefined : payload[organisationClaim]
  return {
    issuer,
    subject: sub,
    verifiedEmail: email_verified === true && typeof email === 'string' ? emailOf(email) : undefined,
    organisationId: typeof organisationId === 'string' ? organisationId : undefined,
  }
}

/** A bad token is the caller's fault; keys that cannot be had are nobody's, and pass. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const isBadToken = error instanceof errors.JOSEError && !isAboutKeys(error)
  if (isBadToken) return unauthenticated(message('tokenIsNotGoodHere', {}))
  return new Refusal('unavailable', message('issuerIsAway', {}))
}

/** Of what jose says, these two are about what was fetched, and all else about the token. */
function isAboutKeys(error: errors.JOSEError): boolean {
  return error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JWKS_INVALID'
}

/** For the discovery document and the keys together. */
const FETCH_TIMEOUT_MS = 5000
/** For so long a key is good that the issuer has withdrawn. */
const KEYS_KEPT_MS = 600_000
/** For so long after they were fetched, keys that are not among them are not looked for. */
const COOLDOWN_MS = 30_000
/** For so long an issuer is left alone that failed: anybody can make tokens for which its keys are fetched. */
const PAUSE_MS = 1000
/** The longest discovery documents have some 10 kB, and a key set with its certificates as much for each key. */
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * The keys of an issuer: fetched when a first token comes, when they are ten minutes old, and for a key that is not among them.
 * Where they are is looked up as often, so that an issuer that moves them is followed.
 */
function openIssuerKeys({ issuer, jwksUri }: TrustedIssuer, log: Pick<DatabaseLog, 'warn'>): RemoteJWKSet {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const fetchKeys: FetchImplementation = async (_url, init) => {
    const uri = jwksUri ?? keysIn(await fetchJson(discovery, init), issuer)
    const keySet = await fetchJson(uri, init)
    // Throws where it is none. jose does as much, but only after this counts as done.
    createLocalJWKSet(keySet as JSONWebKeySet)
    return Response.json(keySet)
  }
  return createRemoteJWKSet(new URL(jwksUri ?? discovery), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: KEYS_KEPT_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: withPauses(fetchKeys, (err) =>
      log.warn({ err, issuer }, 'the keys of a trusted issuer cannot be fetched'),
    ),
  })
}

/** Fails as it did last time, for a while after it has. */
function withPauses(
  fetchKeys: FetchImplementation,
  onFailure: (error: unknown) => void,
): FetchImplementation {
  let failed: { error: unknown; at: number } | undefined
  return async (url, init) => {
    if (failed && performance.now() - failed.at < PAUSE_MS) throw failed.error
    try {
      return await fetchKeys(url, init)
    } catch (error) {
      failed = { error, at: performance.now() }
      onFailure(error)
      throw error
    }
  }
}

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  if (answer.status !== 200) throw new TypeError(`${url} answered ${answer.status}`)
  return JSON.parse(await readAtMost(MAX_ANSWER_BYTES, answer))
}

/** Finds the address of the keys in the discovery document. */
function keysIn(document: unknown, issuer: string): string {
  if (typeof document !== 'object' || document === null || !('issuer' in document))
    throw new TypeError(`the discovery document of ${issuer} is none`)
  if (document.issuer !== issuer)
    throw new TypeError(`the discovery document of ${issuer} is of another issuer`)
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string')
    throw new TypeError(`the discovery document of ${issuer} names no key set`)
  return document.jwks_uri
}
