import type { FastifyReply } from 'fastify'

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

/** What proxies log of a request whose caller left before there was a status. */
const CALLER_LEFT = 499

/** The status that was sent, or that nobody waited for one. */
export function sentStatus({ raw, statusCode }: FastifyReply): number {
  return raw.headersSent ? statusCode : CALLER_LEFT
}
