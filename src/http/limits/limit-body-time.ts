import type { FastifyInstance } from 'fastify'

/** Ends the connection of whoever sends a body other than an upload for longer than this. */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook('preParsing', async ({ raw, routeOptions }, _reply, payload) => {
    if (raw.complete || routeOptions.config.operation?.upload) return payload
    const timer = setTimeout(() => void (raw.complete || raw.destroy()), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    return payload
  })
}
