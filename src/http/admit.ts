import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/errors.ts'
import { ensurePermitted, type Actor } from './actor.ts'
import type { Operation } from './operation.ts'
import type { ServeOptions } from './serve-options.ts'

/** The credential decides who and for which organisation; the operation's declared permission decides whether. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  { authenticate, clock }: ServeOptions,
): Promise<void> {
  await countingRefused(request, reply, async () => {
    request.actor = await authenticate(request.headers, clock())
    if (operation.permission !== 'public') ensurePermitted(request.actor, operation.permission)
  })
}

/** A body that is here within this time is as good as one that came with its credential. */
const BODY_ARRIVES_MS = 1000

/** A body may be held back, and whoever sends it be shut out meanwhile: then it comes too late (rules.md §8). */
export async function admitAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  options: ServeOptions,
): Promise<void> {
  const { actor } = request
  if (operation.permission === 'public' || !actor) return
  if (options.clock().getTime() - actor.now.getTime() > BODY_ARRIVES_MS)
    await admit(request, reply, operation, options)
}

/** Whoever has sent a good credential to what needs none; a bad one is as good as none there. */
export async function findCaller(
  request: FastifyRequest,
  { authenticate, clock }: ServeOptions,
): Promise<Actor | undefined> {
  try {
    return await authenticate(request.headers, clock())
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') return undefined
    throw error
  }
}

/**
 * Lets in whom `admit` lets in, and counts whom it refuses: the limit of requests knows people by good credentials, so it comes
 * after them, and would never hear of the others.
 *
 * @throws what `admit` throws, or, beyond the limit, that there were too many requests
 */
export async function countingRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  admit: () => Promise<void>,
): Promise<void> {
  try {
    await admit()
  } catch (error) {
    const { server } = request
    // Not there where the service runs without a limit.
    if (server.hasDecorator('rateLimit')) await server.rateLimit().call(server, request, reply)
    throw error
  }
}
