import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { admit, admitAnybody } from './admit.ts'
import { isWriting, type Operation } from '../operation.ts'
import { routeSchema, subjectOf } from './route-schema.ts'
import { ensureOwnPage } from './secret-cookie.ts'
import type { ServeOptions } from './serve-options.ts'

/** What the routes of all operations have: address, shapes, log, and who is let in before the body is read. */
export function routeOf(app: FastifyInstance, operation: Operation, options: ServeOptions) {
  return {
    method: operation.method,
    url: operation.path,
    schema: routeSchema(operation),
    config: { operation },
    // Its handler refuses it, with what the rules find besides (refuse-shape.ts).
    attachValidation: operation.rehearse !== undefined,
    ...loggedBy(app, operation, options),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      tellCaches(reply, operation)
      if (operation.cookie) ensureOwnPage(request)
      if (operation.permission !== 'public') await admit(request, reply, operation, options)
      else await admitAnybody(request, reply, operation, options)
    },
  }
}

/** Requests are logged by service and subject, so that each has a level of its own: `inventory/movements`. */
function loggedBy({ prefix }: FastifyInstance, { path }: Operation, { loggerOf }: ServeOptions) {
  if (!loggerOf) return {}
  const log = loggerOf([prefix.split('/').at(-1), subjectOf({ path })].join('/').toLowerCase())
  const childLoggerFactory: RouteOptions['childLoggerFactory'] = (_parent, bindings, options) =>
    log.child(bindings, options)
  return { childLoggerFactory }
}

/**
 * Whose an answer is stands in a header that caches on the way do not know, and they would hand it to the next who asks. What only a
 * write answers, such as a token, is for nobody to keep.
 */
function tellCaches(reply: FastifyReply, operation: Operation): void {
  const { permission, knowsCaller } = operation
  if (isWriting(operation)) reply.header('Cache-Control', 'no-store')
  else if (permission !== 'public' || knowsCaller) reply.header('Cache-Control', 'private, no-cache')
}
