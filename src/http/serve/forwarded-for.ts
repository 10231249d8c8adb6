import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
