import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { basePathOf } from './base-path.ts'
import { message } from '../../words/catalogue.ts'

/**
 * A secret that an operation gives to a browser, and reads from it, in a cookie that no script sees. Only what the browser does for
 * pages of this service reaches such an operation (`ensureSameSite`), so no other page can use the cookie in its user's name.
 */
export interface SecretCookie {
  name: string
  /** Path to which the browser sends it back, below the path of the service. */
  path: string
  /** The member of the result that goes into the cookie and is left out of the body; null takes the cookie away. */
  member: string
  maxAgeSeconds: number
  /** A request is known again by its secret, as by an Idempotency-Key; one without is answered 204. */
  isKey?: boolean
}

/** Reads the secret in a request's cookie, or undefined. */
export function secretIn(request: FastifyRequest, cookie: SecretCookie): string | undefined {
  const name = nameOf(request, cookie)
  for (const each of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = each.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

/**
 * Over TLS the name says that nothing without TLS can have set the cookie, and the browser sees to it: such a one would come before ours. The
 * other prefix, `__Host-`, allows no path but the whole host.
 */
function nameOf({ protocol }: FastifyRequest, { name }: SecretCookie): string {
  return protocol === 'https' ? `__Secure-${name}` : name
}

/** Derives the idempotency key of a secret: a second request with the same secret gets the first one's answer. */
export function keyOfSecret(secret: string): string {
  return hash('sha256', `granary cookie ${secret}`)
}

/**
 * Refuses what a page of somewhere else had the browser send. Browsers say so by `Sec-Fetch-Site`, over TLS and on localhost, and by
 * `Origin` everywhere; programs say nothing, and have no cookie that is not theirs.
 *
 * @throws Refusal `forbidden`
 */
export function ensureSameSite({ headers, host, protocol }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isOwn =
    site !== undefined
      ? site === 'same-origin'
      : origin === undefined || hostOf(origin) === hostOf(`${protocol}://${host}`)
  if (!isOwn) throw new Refusal('forbidden', message('isForOwnPages', {}))
}

/** The host of an address, without the port that its scheme has anyway. */
function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host
}

/** Puts the secret of a result into the cookie, and answers the result without it. */
export function giveSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: SecretCookie,
  result: unknown,
  basePath: string | undefined,
): unknown {
  if (typeof result !== 'object' || result === null || !Object.hasOwn(result, cookie.member)) return result
  const { path, member, maxAgeSeconds } = cookie
  const { [member]: secret, ...rest } = result as Record<string, unknown>
  const isGiven = typeof secret === 'string'
  const attributes = [
    `${nameOf(request, cookie)}=${isGiven ? secret : ''}`,
    `Path=${basePathOf(request, basePath)}${path}`,
    `Max-Age=${isGiven ? maxAgeSeconds : 0}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ]
  reply.header('Set-Cookie', attributes.join('; '))
  return rest
}
