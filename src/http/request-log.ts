import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

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
    const line = {
      operation: request.routeOptions.config.operation?.title,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.error({ ...line, err: error }, 'request cut off')
    else request.log.info(line, 'request')
  }
}
