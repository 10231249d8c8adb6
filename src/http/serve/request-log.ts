import { createHash } from 'node:crypto'
import { LogController, type FastifyReply, type FastifyInstance, type FastifyRequest } from 'fastify'

/**
 * Calls back once, when a request is over: its answer has gone out, or whoever asked has left before that. Fastify's own
 * `onResponse` knows of the first alone. Of somebody who has left already nothing more is heard, so it calls back at once.
 */
export function whenOver({ raw }: FastifyReply, done: (wasCutOff: boolean) => void): void {
  if (raw.closed) return done(true)
  const end = (wasCutOff: boolean) => {
    raw.off('finish', onFinish).off('close', onClose)
    done(wasCutOff)
  }
  const onFinish = () => end(false)
  const onClose = () => end(true)
  raw.once('finish', onFinish).once('close', onClose)
}

/** Status that proxies log for a request whose caller left before there was one. */
const CALLER_LEFT = 499

/** The status that was sent, or that nobody waited for one. */
export function sentStatus({ raw, statusCode }: FastifyReply): number {
  return raw.headersSent ? statusCode : CALLER_LEFT
}

/**
 * One line in the log for every request, when it ended: its id, the operation's title, the status and how long it
 * took. Neither query, body nor headers, which may hold what is nobody's business. Of who was refused for who they are, it has that, too.
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
    ...(REFUSED_FOR_WHO_ASKS.has(sentStatus(reply)) && whoAsked(request)),
  }
}

const REFUSED_FOR_WHO_ASKS = new Set([401, 403, 429])

/** The e-mail as a hash, by which attempts are compared and which does not tell the e-mail; and the address. */
function whoAsked({ ip, body }: FastifyRequest) {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  return {
    from: ip,
    ...(typeof email === 'string' && { email: hashOf(email.trim().toLowerCase()) }),
  }
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 16)
}
