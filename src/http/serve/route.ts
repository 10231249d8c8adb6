import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import { describeForbidden } from '../../kernel/permissions.ts'
import { operationIdOf, subjectOf } from '../operation-id.ts'
import { isWriting, type Operation } from '../operation.ts'
import { PAPER_TYPE } from '../paper.ts'
import { tableTypes } from '../table.ts'
import { Rehearsal } from '../validate/rehearsal.ts'
import { closed, Expiries, named, LoadChange, SameTickets, Success } from '../validate/schema.ts'
import { admit, admitAnybody } from './admit.ts'
import { ensureSameSite } from './secret-cookie.ts'
import type { ServeOptions } from './serve-options.ts'

/** Builds the shared route of an operation: address, shapes, log, and the check of the caller before the body is read. */
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
      markForCaches(reply, operation)
      if (operation.cookie) ensureSameSite(request)
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
 * Limits caching. The header that names the caller is unknown to caches on the way, which would give the answer to the next caller.
 * Answers that only a write gives, such as a token, must not be stored by anyone.
 */
function markForCaches(reply: FastifyReply, operation: Operation): void {
  const { permission, knowsCaller } = operation
  if (isWriting(operation)) reply.header('Cache-Control', 'no-store')
  else if (permission !== 'public' || knowsCaller) reply.header('Cache-Control', 'private, no-cache')
}

/** Failures that can occur everywhere, and their meaning. */
const failures: Record<number, string> = {
  400: 'The input is wrong, or a rule refuses it. Every fault is listed.',
  401: 'No credential, or one that is wrong, expired, suspended or revoked.',
  404: 'It is not there, or not yours to see.',
  421: 'The name under which the service was reached is not one of its own.',
  429: 'Too many requests; see Retry-After.',
  500: 'A fault of the service. Quote the X-Request-Id when you report it.',
  503: 'The service cannot answer just now. Try again.',
}

/** More failures of requests that change something. */
const failuresOfWrites: Record<number, string> = {
  409: 'There is already something with this name or key, or a request with this Idempotency-Key is still being worked on.',
  413: 'The request is too large.',
  415: 'The body is not of a type this operation takes.',
  422: 'The Idempotency-Key was used for another request.',
  503: 'The service cannot do this just now. Send it again with the same Idempotency-Key: it is never half stored, but all of it may be stored already if only the answer was lost.',
}
/** More failures of requests that fetch a file. */
const failuresOfDownloads = {
  500: 'A fault of the service. Quote the X-Request-Id when you report it. `file_lost`: the file was stored, and its content is missing now.',
}
const changedSince = { 412: 'If-Match names another version than the stored one.' }

/** An operation as Fastify validates and documents it. */
function routeSchema(operation: Operation) {
  const writes = isWriting(operation)
  const description = writes ? 'What was done.' : 'What was asked for.'
  const response: Record<number, object> = { 200: { description, ...operation.result } }
  if (operation.isTableAlone) {
    const content = {
      [tableTypes.csv]: { schema: operation.result },
      [tableTypes.xlsx]: { schema: { type: 'string', format: 'binary' } },
    }
    response[200] = { description: 'The table.', content }
  }
  if (operation.isPaperAlone)
    response[200] = { description: 'The paper.', content: { [PAPER_TYPE]: { schema: operation.result } } }
  if (operation.cookie?.isKey) response[204] = { description: 'There is nothing to answer.', type: 'null' }
  if (operation.kind === 'download') Object.assign(response, bytesAnswers(operation.result))
  if (operation.rehearse)
    response[200] = Type.Union([operation.result, DryRunAnswer], {
      description: 'What was done, or with dryRun=true what would be.',
    })
  const meanings = {
    ...failures,
    403: describeForbidden(operation.permission),
    ...(writes && failuresOfWrites),
    ...(operation.kind === 'download' && failuresOfDownloads),
    ...(operation.current && changedSince),
  }
  for (const [status, meaning] of Object.entries(meanings))
    response[Number(status)] = { ...Type.Ref('Error'), description: meaning }
  return {
    operationId: operationIdOf(operation),
    summary: operation.title,
    tags: [subjectOf(operation)],
    description: operation.description,
    params: operation.params,
    ...(operation.upload && { consumes: ['multipart/form-data'] }),
    querystring: operation.rehearse ? withDryRun(operation.query) : operation.query,
    ...(operation.body && {
      body:
        operation.example === undefined
          ? operation.body
          : { ...operation.body, examples: [operation.example] },
    }),
    response,
    security: securityOf(operation),
    'x-permission': operation.permission,
  }
}

/** The credentials that it takes, any one of them; an empty one says that none will do, too. */
function securityOf({ permission, knowsCaller }: Operation): Record<string, string[]>[] {
  const credentials = [{ accessToken: [] }, { apiKey: [] }]
  if (permission !== 'public') return credentials
  return knowsCaller ? [{}, ...credentials] : []
}

function bytesAnswers(result: TSchema) {
  const content = { 'application/octet-stream': { schema: result } }
  return {
    200: { description: 'The bytes of the file, with its content type.', content },
    206: { description: 'The bytes of the Range asked for.', content },
    416: { ...Type.Ref('Error'), description: 'The file has no bytes in the Range asked for.' },
  }
}

/** Answer of a dry run: the balance now and at the end of the plan of every record it would touch, and the conflicts. */
export const DryRunAnswer = named('DryRunAnswer', {
  status: Success,
  message: Type.String(),
  dryRun: Rehearsal,
  changes: Type.Optional(
    Type.Array(LoadChange, {
      description: 'The loads that would weigh something else; only of an operation that lists them.',
    }),
  ),
  sameTickets: SameTickets,
  expiries: Expiries,
})

/** The query schema of an operation with its dry run added. */
function withDryRun(query: TSchema): TObject {
  return closed({
    ...(query as TObject).properties,
    dryRun: Type.Optional(
      Type.Boolean({
        description:
          'true answers what would change, balance by balance and conflict by conflict, and stores nothing.',
      }),
    ),
  })
}
