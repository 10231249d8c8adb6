import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'

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
    if (sent > 1) throw new Refusal('invalid_input', 'The request has more than one Host header. Send one.')
    const { host } = raw.headers
    // HTTP/1.0 has none; of HTTP/1.1 Node refuses that.
    if (host !== undefined && !HOST.test(host))
      throw new Refusal(
        'invalid_input',
        'The Host header is no host, such as granary.example or 127.0.0.1:3000.',
      )
  })
}
