import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sentStatus, whenOver } from './when-over.ts'

/**
 * One line in the log for every request, when it ended: its id, the operation's title, the status and how long it
 * took. Neither query, body nor headers, which may hold what is nobody's business.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {
    // Said when it ends.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = lineOf(request, reply)
    if (error) request.log.error({ ...line, err: error }, 'request cut off')
    else request.log.info(line, 'request')
  }
}

/** Has the line written as well where the caller left before the answer had gone out. Call it on the app itself. */
export function logCutOffRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) =>
    whenOver(reply, (wasCutOff) => {
      // Of an error the frame has said it already.
      if (wasCutOff && !reply.raw.errored) request.log.info(lineOf(request, reply), 'request cut off')
    }),
  )
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    operation: request.routeOptions.config.operation?.title,
    method: request.method,
    path: request.url.split('?')[0],
    status: sentStatus(reply),
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
  }
}
