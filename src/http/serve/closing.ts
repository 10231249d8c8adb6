import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'

const SWEEP_MS = 50

/**
 * How the server says goodbye: what is being worked on is answered, what comes afterwards is refused with `unavailable`,
 * and every connection ends with its answer. Kept-alive ones would otherwise hold up the end until their clients let go.
 * Call it on the app itself and before its routes, with Fastify's own answer (`return503OnClosing`) turned off.
 */
export function registerClosing(app: FastifyInstance): void {
  let isClosing = false
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    // Some are idle only once their last answer is through.
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
  app.addHook('onRequest', async () => {
    if (isClosing)
      throw new Refusal('unavailable', 'The service is stopping; nothing was changed. Try again in a moment.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}
