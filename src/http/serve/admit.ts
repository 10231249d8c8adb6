import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import { ensurePermitted, type Permission } from '../../kernel/permissions.ts'
import { ensureHasFactor, ensureProvedLately, type Actor } from '../actor.ts'
import { isWriting, type Operation } from '../operation.ts'
import type { ServeOptions } from './serve-options.ts'

/** The credential decides who and for which organisation; the operation's declared permission decides whether. */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  options: ServeOptions,
): Promise<void> {
  await countingRefused(request, reply, async () => {
    const actor = await authenticateNoted(request, options)
    if (!request.actor) nameInLog(request, reply, actor)
    request.actor = actor
    if (operation.permission === 'public') return
    if (!operation.isWithoutFactor) ensureHasFactor(actor)
    ensurePermitted(actor, operation.permission)
    // Before the body is read: neither a dry run nor an answer that was kept is had without it.
    if (operation.needsStepUp) ensureProvedLately(actor)
  })
}

/** From here on each line that is logged for a request has who asked, so that what went wrong for somebody is found by it. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, { userId, organisationId }: Actor): void {
  request.log = request.log.child({ account: userId, organisation: organisationId })
  reply.log = request.log
}

/**
 * Identifies the caller, and has an API key that was refused noted in the audit log.
 *
 * @throws Refusal as `authenticate`
 */
export async function authenticateNoted(
  request: FastifyRequest,
  { authenticate, onRefusedCredential, clock }: ServeOptions,
): Promise<Actor> {
  try {
    return await authenticate(request, clock())
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated')
      await onRefusedCredential?.(request, { reason: error.reason, now: clock() })
    throw error
  }
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

/**
 * Lets in whoever asks for what needs no credential. A bad one is refused all the same, or a mistyped key would be noticed only at
 * the next operation. Signing in and refreshing are asked for with a token that has just expired, so writes look at keys alone.
 */
export async function admitAnybody(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  options: ServeOptions,
): Promise<void> {
  const { authorization, 'x-api-key': key } = request.headers
  if (key === undefined && (authorization === undefined || isWriting(operation))) return
  await countingRefused(request, reply, async () => {
    const caller = await authenticateNoted(request, options)
    if (operation.knowsCaller) request.actor = caller
  })
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

/** Within this time of having been let in, whoever reads a long answer is sent more of it without being asked about again. */
const ADMITTED_MS = 1000

interface Admission {
  authenticate: ServeOptions['authenticate']
  clock: () => Date
}

/**
 * The rows of a long answer, for as long as whoever asked for it would still be let in. Rows are read as the caller takes them, and who is
 * in no hurry could go on reading for hours after being shut out (rules.md §8).
 *
 * @throws Refusal `unauthenticated`, `forbidden`, which cuts the answer off
 */
export async function* whileAdmitted<Row>(
  rows: AsyncIterable<Row>,
  request: FastifyRequest,
  { actor, permission }: { actor: Actor; permission: Permission },
  { authenticate, clock }: Admission,
): AsyncGenerator<Row> {
  let admittedAt = actor.now.getTime()
  for await (const row of rows) {
    const now = clock()
    if (now.getTime() - admittedAt > ADMITTED_MS) {
      // A person's token lasts ten minutes, which a slow line may take: it has to stand as it did when it was sent. A key has no such end.
      ensurePermitted(await authenticate(request, actor.isMachine ? now : actor.now), permission)
      admittedAt = now.getTime()
    }
    yield row
  }
}
