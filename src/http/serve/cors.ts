import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Headers of an answer that an application may read besides its body. */
const EXPOSED = [
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Not-Found',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]
const ASKED_AGAIN_SECONDS = 600

/**
 * Lets applications in browsers read answers that were served from somewhere else than here. It opens nothing that has a
 * credential: there are no cookies, so a page has only what its user has given it (docs/decisions/0034).
 *
 * @param origins such as `https://office.example`; of any other page browsers keep the answers to themselves
 */
export async function registerCors(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: ASKED_AGAIN_SECONDS,
    // Whoever asks without saying what for is told what there is, too: the refusal would not be of our shape.
    strictPreflight: false,
  })
}
