import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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

/**
 * Leaves connections open whose request is being worked on, however long that takes: the work would go on, and nobody be told what
 * came of it. Whoever stops sending or reading is cut off after the app's `connectionTimeout`.
 */
export function limitSilence(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.on('timeout', endUnlessWorkedOn)
    done()
  })
}

function endUnlessWorkedOn(this: ServerResponse, socket: Socket): void {
  const isWorkedOn = this.req.complete && !this.headersSent
  if (!isWorkedOn) socket.destroy()
}
