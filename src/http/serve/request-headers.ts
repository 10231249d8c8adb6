import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'

/** A name or an IPv4 address, or an IPv6 address in brackets; perhaps with a port. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Refuses requests whose `Host` is sent twice or is no host (RFC 9112, section 3.2): what stands in front may have read another one of them than
 * this service does.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const sent = raw.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    ).length
    if (sent > 1) throw new Refusal('invalid_input', message('hasSeveralHosts', {}))
    const { host } = raw.headers
    // HTTP/1.0 has none; of HTTP/1.1 Node refuses that.
    if (host !== undefined && !HOST.test(host)) throw new Refusal('invalid_input', message('isNoHost', {}))
  })
}

/**
 * Makes a list of addresses of what proxies have written into `X-Forwarded-For`: of each the address alone, without its port, and of
 * the list what stands behind the last entry that is no address. Each proxy appends whom it got a request from, so what stands before
 * that is anybody's invention, and the proxy that passed it on is the one that is known. Undefined where nothing is left.
 *
 * @example addressesIn('198.51.100.7:4711, [2001:db8::1]:443') // '198.51.100.7, 2001:db8::1'
 */
export function addressesIn(header: string): string | undefined {
  const entries = header.split(',').map(addressOf)
  const known = entries.slice(entries.lastIndexOf(undefined) + 1)
  return known.length > 0 ? known.join(', ') : undefined
}

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([^:]*):\d{1,5}$/

/** Undefined for what is no address. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim()
  const address = BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * Has `X-Forwarded-For` say addresses before anybody asks for `request.ip`: a port would make another caller of each connection, and
 * so would whatever somebody makes up. Register it before all that reads an address.
 */
export function registerForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { headers } = raw
    const header = headers['x-forwarded-for']
    if (header === undefined) return
    const addresses = addressesIn(String(header))
    if (addresses === undefined) delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = addresses
  })
}

const SAFE = /^[\w.:/+=-]{1,100}$/

/** The caller's X-Request-Id where it is short and plain, else a new one: it goes into logs and headers. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SAFE.test(given) ? given : newId()
}
