import { performance } from 'node:perf_hooks'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JSONWebKeySet,
  type RemoteJWKSet,
} from 'jose'
import type { DatabaseLog } from '../../db/log.ts'
import { readAtMost } from '../../kernel/read-at-most.ts'
import type { TrustedIssuer } from './trusted-issuers.ts'

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
export function openIssuerKeys(
  { issuer, jwksUri }: TrustedIssuer,
  log: Pick<DatabaseLog, 'warn'>,
): RemoteJWKSet {
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

/** Where the discovery document says that the keys are. */
function keysIn(document: unknown, issuer: string): string {
  if (typeof document !== 'object' || document === null || !('issuer' in document))
    throw new TypeError(`the discovery document of ${issuer} is none`)
  if (document.issuer !== issuer)
    throw new TypeError(`the discovery document of ${issuer} is of another issuer`)
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string')
    throw new TypeError(`the discovery document of ${issuer} names no key set`)
  return document.jwks_uri
}
