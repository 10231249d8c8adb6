import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import type { Links } from './links.ts'
import { followLink } from './queries.ts'

const NOT_THERE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No such link</title></head>
<body><h1>No such link</h1><p>This short link leads nowhere, or no longer. Ask whoever gave it to you for another.</p></body>
</html>
`

/** `/s/<code>`: sends whoever follows a short link to where it leads. */
export function redirectRoutes(links: Links) {
  return async (app: FastifyInstance, { database, clock }: ServeOptions): Promise<void> => {
    app.get<{ Params: { code: string } }>('/s/:code', { schema: { hide: true } }, async (request, reply) => {
      const counts = request.method === 'GET'
      const target = await followLink(database.db, links, request.params.code, { now: clock(), counts })
      // Everybody who follows it is counted, so nobody may remember where it led.
      reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex')
      return target === undefined ? notThere(reply) : reply.redirect(target, 302)
    })
    await Promise.resolve()
  }
}

function notThere(reply: FastifyReply) {
  return reply
    .code(404)
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(NOT_THERE)
}
