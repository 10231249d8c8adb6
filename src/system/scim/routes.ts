import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../../db/pool.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { refusalOf } from '../../http/errors.ts'
import { authenticateNoted, countingRefused } from '../../http/serve/admit.ts'
import { preferredLanguage, varyByLanguage } from '../../http/serve/preferred-language.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { takeJson, textFaultsOf } from '../../http/validate/json-body.ts'
import { auditOfDeed, writeAudit } from '../../http/write/audit.ts'
import { conditionFaults, matches } from '../../http/write/etag.ts'
import { notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { ensurePermitted } from '../../kernel/permissions.ts'
import { message } from '../../words/catalogue.ts'
import { credentialOf } from '../access/credentials.ts'
import { forbidden } from '../access/rules.ts'
import {
  findDescription,
  MOST_ON_PAGE,
  resourceTypes,
  scimSchemas,
  serviceProviderConfig,
} from './describe-service.ts'
import { parseMemberFilter } from './filter.ts'
import { findMember, listMembers, type ProvisionedMember } from './queries.ts'
import { operationsIn } from './read-patch.ts'
import { personFrom, reducePatch, type DirectoryPerson } from './reduce-patch.ts'
import { scimError } from './scim-error.ts'
import { listToScim, memberToScim, repeated, SCIM_TYPE, selectAttributes, selectionIn } from './wire.ts'
import { changeMember, createMember, deleteMember, PROVISIONING } from './write-member.ts'

const PREFIX = '/scim/v2'
/** One person in all their attributes is a tenth of it. */
const MOST_BYTES = 64 * 1024

type Query = Record<string, unknown>
type OfMember = { Params: { id: string }; Querystring: Query }

interface Served {
  app: FastifyInstance
  serve: ServeOptions
  /** The address of all of it, for links in answers. */
  base: () => string
}

/** `/scim/v2`: a directory has members come and go (RFC 7644). These are no operations: their bodies, errors and media type are the protocol's. */
export function scimRoutes(publicUrl: () => string) {
  return async (app: FastifyInstance, serve: ServeOptions): Promise<void> => {
    const base = () => `${publicUrl().replace(/\/$/, '')}${PREFIX}`
    await app.register(
      async (scope) => {
        scope.decorateRequest('actor', undefined)
        takeJson(scope, SCIM_TYPE)
        scope.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
        const served = { app: scope, serve, base }
        describing(served)
        reading(served)
        writing(served)
        scope.all('/*', { schema: { hide: true } }, async (request) => {
          const address = request.url.split('?')[0] ?? ''
          throw new Refusal('not_found', message('addressIsNotThere', { method: request.method, address }))
        })
      },
      { prefix: PREFIX },
    )
  }
}

/** Descriptions of the service. They are the same for everybody, so that a directory reads them before it has a credential. */
function describing({ app, base }: Served): void {
  const options = { schema: { hide: true } }
  const described = (describe: () => object) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { filter } = request.query as Query
    if (filter !== undefined) throw forbidden(message('directoryDescriptionIsWhole', {}))
    return send(reply, 200, describe())
  }
  app.get(
    '/ServiceProviderConfig',
    options,
    described(() => serviceProviderConfig(base())),
  )
  app.get(
    '/ResourceTypes',
    options,
    described(() => resourceTypes(base())),
  )
  app.get(
    '/Schemas',
    options,
    described(() => scimSchemas(base())),
  )
  for (const kind of ['ResourceTypes', 'Schemas'] as const)
    app.get<{ Params: { id: string } }>(`/${kind}/:id`, options, async ({ params: { id } }, reply) => {
      const found = findDescription(base(), kind, id)
      if (!found) throw new Refusal('not_found', message('nothingIsHere', {}))
      return send(reply, 200, found)
    })
}

/** Lets in API keys alone: a directory is no person, and what it may do ends with its key. */
function admitting(serve: ServeOptions) {
  return {
    schema: { hide: true },
    bodyLimit: MOST_BYTES,
    onRequest: (request: FastifyRequest, reply: FastifyReply) =>
      countingRefused(request, reply, async () => {
        const actor = await authenticateNoted(request, serve)
        ensurePermitted(actor, PROVISIONING)
        if (credentialOf(actor).kind !== 'api-key') throw forbidden(message('directoryTakesKey', {}))
        request.actor = actor
        refuseFaults(textFaultsOf(request.query))
      }),
  }
}

/** Runs a handler as whoever was let in, within their organisation's share of the database. */
function asCaller<Asked extends FastifyRequest>(
  work: (actor: Actor, request: Asked, reply: FastifyReply) => Promise<unknown>,
) {
  return (request: Asked, reply: FastifyReply) => {
    const { actor } = request
    if (!actor) throw new Error('a request was let in without a caller')
    return onBehalfOf(actor.organisationId, () => work(actor, request, reply))
  }
}

function reading({ app, serve, base }: Served): void {
  const { db } = serve.database
  app.get<{ Querystring: Query }>(
    '/Users',
    admitting(serve),
    asCaller(async (actor, request, reply) => {
      const { query } = request
      const selection = selectionIn(query)
      const startIndex = Math.max(wholeNumber(query, 'startIndex', 1), 1)
      const limit = Math.min(Math.max(wholeNumber(query, 'count', MOST_ON_PAGE), 0), MOST_ON_PAGE)
      const { filter: text } = query
      if (text !== undefined && typeof text !== 'string') throw repeated('filter')
      const filter = text === undefined ? undefined : parseMemberFilter(text)
      const { total, members } = await listMembers(db, actor, { filter, offset: startIndex - 1, limit })
      const resources = members.map((each) => selectAttributes(memberToScim(each, base()), selection))
      return send(reply, 200, listToScim(resources, { total, startIndex }))
    }),
  )
  app.get<OfMember>(
    '/Users/:id',
    admitting(serve),
    asCaller(async (actor, request, reply) => {
      const { id } = request.params
      const member = await findMember(db, actor, id)
      if (!member) throw notFound('user', id)
      const { version } = memberToScim(member, base()).meta
      if (matches(request.headers['if-none-match'], bare(version)))
        return reply.header('ETag', version).code(304).send()
      return sendMember(request, reply, { status: 200, member, base: base() })
    }),
  )
}

/** A number of a query; what is beyond all that there is, is the last there could be. */
function wholeNumber(query: Query, name: string, otherwise: number): number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) throw repeated(name)
  return Math.min(Number(text), 2_000_000_000)
}

/** An ETag without the mark of a weak one. */
const bare = (version: string) => version.replace(/^W\//, '')

function writing({ app, serve, base }: Served): void {
  const store = async <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => {
    const done = await inTransaction(serve.database.db, work)
    serve.onCommit?.()
    return done
  }
  app.post(
    '/Users',
    admitting(serve),
    asCaller(async (actor, request, reply) => {
      const person = personFrom(request.body)
      const member = await store(async (trx) => {
        const made = await createMember(trx, actor, person)
        note(trx, actor, request, { deed: 'scim.postUsers', before: undefined, after: made })
        return made
      })
      const { location } = memberToScim(member, base()).meta
      return sendMember(request, reply.header('Location', location), { status: 201, member, base: base() })
    }),
  )
  for (const method of ['PUT', 'PATCH'] as const)
    app.route<OfMember>({
      method,
      url: '/Users/:id',
      ...admitting(serve),
      handler: asCaller(async (actor, request, reply) => {
        const { id } = request.params
        const describe = changeIn(method, request.body)
        const member = await store(async (trx) => {
          const change = await changeMember(trx, actor, id, {
            describe,
            ensureUnchanged: unchanged(request, base()),
            isWhole: method === 'PUT',
          })
          note(trx, actor, request, { deed: `scim.${method.toLowerCase()}UsersById`, ...change })
          return change.after
        })
        return sendMember(request, reply, { status: 200, member, base: base() })
      }),
    })
  app.delete<OfMember>(
    '/Users/:id',
    admitting(serve),
    asCaller(async (actor, request, reply) => {
      const { id } = request.params
      await store(async (trx) => {
        const before = await deleteMember(trx, actor, id, unchanged(request, base()))
        note(trx, actor, request, { deed: 'scim.deleteUsersById', before, after: undefined })
      })
      return reply.code(204).send()
    }),
  )
}

/** Reads how a member is to be changed: as a whole, where what is left out of somebody's status stays, or by operations. */
function changeIn(method: 'PUT' | 'PATCH', body: unknown): (before: DirectoryPerson) => DirectoryPerson {
  if (method === 'PUT') {
    const person = personFrom(body)
    return ({ active }) => ({ ...(active !== undefined && { active }), ...person })
  }
  const operations = operationsIn(body)
  return (before) => reducePatch(before, operations)
}

/** Refuses a change of another version than `If-Match` names. */
function unchanged({ headers }: FastifyRequest, base: string) {
  return (before: ProvisionedMember): void => {
    const condition = headers['if-match']
    refuseFaults(conditionFaults(condition))
    if (condition === undefined || matches(condition, bare(memberToScim(before, base).meta.version))) return
    throw new Refusal('precondition_failed', message('hasChanged', {}))
  }
}

/** Writes into the audit log what the directory did. */
function note(
  trx: Transaction,
  { now }: Actor,
  request: FastifyRequest,
  {
    deed,
    before,
    after,
  }: { deed: string; before: ProvisionedMember | undefined; after: ProvisionedMember | undefined },
): void {
  const subjectId = (after ?? before)?.id ?? ''
  const told = { now, deed, category: 'people', subjectKind: 'users', subjectId } as const
  writeAudit(trx, auditOfDeed(request, { ...told, before, after }))
}

function sendMember(
  { query }: FastifyRequest,
  reply: FastifyReply,
  { status, member, base }: { status: number; member: ProvisionedMember; base: string },
) {
  const resource = memberToScim(member, base)
  reply.header('ETag', resource.meta.version)
  return send(reply, status, selectAttributes(resource, selectionIn(query as Query)))
}

function send(reply: FastifyReply, status: number, body: object) {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type(`${SCIM_TYPE}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(body)
}

/** Answers what went wrong as the protocol has it, and logs what is our fault. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request)
  const language = preferredLanguage(request.headers['accept-language'])
  const { status, body } = scimError(refusal, language)
  if (status === 500) request.log.error({ err: error }, 'request failed')
  if (refusal.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  const wait = refusal.details['retryAfterSeconds']
  if (typeof wait === 'number') reply.header('Retry-After', String(wait))
  else if (refusal.code === 'unavailable') reply.header('Retry-After', '5')
  varyByLanguage(reply)
  return send(reply.header('Content-Language', language), status, body)
}
