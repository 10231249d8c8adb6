import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any name: it says nothing of anybody, and whoever asks may know the machine by another one. */
    isForAnyHost?: boolean
  }
}

/** Routes of balancers. */
export const FOR_ANY_HOST: FastifyContextConfig = { isForAnyHost: true }

/**
 * Makes the function that says under which hosts the service is reached: addresses, `localhost`, these names and those of its
 * certificate. Whoever makes a page on the internet can have a name of their own lead to this machine (DNS rebinding), and the browser then takes
 * the service for a part of that page; an address leads nowhere else.
 *
 * @param certificate of TLS, as PEM
 * @example hostCheck(['granary.example'])('evil.example') // false
 */
export function hostCheck(names: string[], certificate?: string): (host: string) => boolean {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())])
  const shown = certificate === undefined ? undefined : new X509Certificate(certificate)
  return (host) => {
    const name = nameOf(host)
    return isIP(name) !== 0 || known.has(name) || shown?.checkHost(name) !== undefined
  }
}

/** A host without its port, brackets and the dot at its end. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/** Refuses requests for other hosts, whether the caller or a trusted proxy names them. Programs of before HTTP/1.1 name none; browsers always do. */
export function refuseOtherHosts(app: FastifyInstance, answersTo: (host: string) => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isForAnyHost) return
    const hosts = [request.raw.headers.host, request.host]
    const other = hosts.find((host) => host && !answersTo(host))
    if (other === undefined) return
    throw new Refusal('unknown_host', message('hostIsUnknown', { host: nameOf(other) }))
  })
}
