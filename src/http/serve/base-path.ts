import type { FastifyRequest } from 'fastify'

const PREFIX = /^(\/[\w.~-]+)+$/

/**
 * The path below which a proxy in front serves this service, such as `/granary`, or '' where it is served at the root. A proxy that is
 * trusted says so by `X-Forwarded-Prefix`; otherwise it is the path of PUBLIC_URL.
 */
export function basePathOf(request: FastifyRequest, configured = ''): string {
  const header = request.headers['x-forwarded-prefix']
  const given = typeof header === 'string' ? header.replace(/\/+$/, '') : ''
  // The list has more than the peer itself only where the peer is trusted.
  const isTrusted = (request.ips?.length ?? 0) > 1
  return isTrusted && PREFIX.test(given) ? given : configured
}

/** The path of the address at which people reach the service, without `/` at its end. */
export function pathOfUrl(url: string | undefined): string {
  const path = url === undefined ? '' : new URL(url).pathname.replace(/\/+$/, '')
  return PREFIX.test(path) ? path : ''
}
