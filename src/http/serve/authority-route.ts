import type { FastifyInstance } from 'fastify'

/** The certificate of the installation's own authority, for phones that are to trust it; nothing where there is none. */
export function authorityRoutes(authority: Buffer | undefined) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!authority) return
    app.get('/authority.crt', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/x-x509-ca-cert').send(authority),
    )
  }
}
