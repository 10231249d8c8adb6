import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { onBehalfOf } from '../../db/pool.ts'
import { ensureHasFactor, type Actor } from '../../http/actor.ts'
import { ensurePermitted, describeForbidden } from '../../kernel/permissions.ts'
import { registerOpenApi } from '../../http/serve/openapi.ts'
import { authenticateNoted, countingRefused } from '../../http/serve/admit.ts'
import { closed } from '../../http/validate/schema.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { Turns } from '../../http/limits/shares.ts'
import { whenOver } from '../../http/serve/request-log.ts'
import { fault, invalidInput, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { Audience, EventFeed } from './event-feed.ts'
import { parseCursor, type Cursor } from './event-reader.ts'
import { streamEvents, StreamShares, type Rhythm } from './event-stream.ts'
import { EventShape, eventFilterFaults, eventTypes, personalFaults } from './event-types.ts'
import { findOldPlace, parseOldCursor } from './old-cursors.ts'
import { message } from '../../words/catalogue.ts'

const MOST_STREAMS = 1000
/** A screen for each person of a large merchant; what opens more has gone wild, and others want to listen too. */
const MOST_OF_ONE = 250
const RHYTHM: Rhythm = { heartbeatMs: 15_000 }
const PERMISSION = 'events:read'

const about = {
  title: 'Granary: events',
  description: 'What happens in your organisation, as it happens.',
  subjects: {
    events:
      'A stream with each change as it is stored. After a break, send `Last-Event-ID` to go on where you stopped.',
  },
  shapes: { Event: EventShape },
}

const Query = closed({
  types: Type.Optional(
    Type.String({
      pattern: '^[a-z_.]+(,[a-z_.]+)*$',
      maxLength: 500,
      description:
        'Only events whose type begins with one of these, separated by commas. Default: all events.',
      examples: ['movement.,record.created'],
    }),
  ),
})

const documentation = {
  operationId: 'getEvents',
  summary: 'Listen to events',
  tags: ['events'],
  description: `Server-sent events of your organisation, in order, each once. An event is sent soon after the change is stored. It has
an \`id\`, an \`event\` (its type, such as \`movement.created\`) and \`data\`: an \`Event\` as JSON, {id, type, subject, data, userId,
occurredAtUTC}. \`subject\` is the id of what it happened to; several are separated by commas. A person who is signed in also gets the
events that are for them alone, such as \`conversation.message\`. An API key does not.

An event does not say what a thing looks like now. It says what to read again:

- \`ids\` in its \`data\`, if there are any, name what was made, changed or deleted.
- \`recordIds\` name every record at which it may show, such as the one that a load came from, and those to which its stock has gone on.
  With a record, read again the store that it lies in, and with a crop its harvest plan.
- After \`storage.updated\` of a field, read its crops again. Records and movements show a place’s name and area, too, but when these
  change there is an event for the place alone.
- After \`harvest.plans_backfilled\`, read all crops again: they may be in other plans.

Two events about one thing may come close together: the later comes later. When a planned
movement comes due, there is no further event: you know its date. What happens to your stock in another organisation's store
is sent to that organisation.

Every movement is told by \`movement.created\`, also an intake and the loads of a harvest plan. An intake into a new record is told by
\`record.created\` besides, with its \`movementIds\`; loads of a harvest plan by \`harvest.loads_added\` besides. Stock that was there
before the books began has no movement, so that it is a \`record.created\` even if it joined a record. \`storage.field_split\` has the new fields as \`fieldIds\`.

Types: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.

To miss nothing of the last 90 days, come back with the last id in \`Last-Event-ID\`; browsers do so by themselves. Without it the stream
begins now, and \`0\` is the beginning. When nothing happens, a comment is sent every 15 seconds. The stream ends when the credential
ends, and nothing that happened later is sent. It also ends when the service stops, or when all places are taken and an
organisation with fewer listeners than yours wants one: then come back.`,
  security: [{ accessToken: [] }, { apiKey: [] }],
  'x-permission': PERMISSION,
  querystring: Query,
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The id of the last event that you received; 0 is the beginning.',
      }),
    ),
  }),
  response: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: Type.String() } } },
    400: { ...Type.Ref('Error'), description: '`types` or `Last-Event-ID` is not valid.' },
    401: {
      ...Type.Ref('Error'),
      description: 'No credential, or one that is wrong, expired, suspended or revoked.',
    },
    403: { ...Type.Ref('Error'), description: describeForbidden(PERMISSION) },
    429: {
      ...Type.Ref('Error'),
      description: `Too many requests, or your organisation listens ${MOST_OF_ONE} times already; see Retry-After.`,
    },
    500: {
      ...Type.Ref('Error'),
      description: 'A fault of the service. Quote the X-Request-Id when you report it.',
    },
    503: {
      ...Type.Ref('Error'),
      description: 'Too many listeners already, or the database is away. Try again.',
    },
  },
}

/** `GET /api/events`, the stream of what happens, and its OpenAPI document beside it. */
export function eventRoutes(feed: EventFeed, rhythm: Rhythm = RHYTHM) {
  return async (app: FastifyInstance, serve: ServeOptions): Promise<void> => {
    await app.register(
      async (scope) => {
        await registerOpenApi(scope, about)
        serveStream(scope, serve, feed, rhythm)
      },
      { prefix: '/api/events' },
    )
  }
}

function serveStream(app: FastifyInstance, serve: ServeOptions, feed: EventFeed, rhythm: Rhythm): void {
  const open = new StreamShares(MOST_STREAMS)
  const turns = new Turns(MOST_OF_ONE, (count) => message('tooManyStreams', { count }))
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    open.endAll()
  })
  app.decorateRequest('actor', undefined)
  const admitFirst = (request: FastifyRequest, reply: FastifyReply) =>
    countingRefused(request, reply, async () => {
      request.actor = await admit(request, serve)
    })
  app.get<{ Querystring: Static<typeof Query> }>(
    '',
    { schema: documentation, exposeHeadRoute: false, onRequest: admitFirst },
    async (request, reply) => {
      const actor = request.actor as Actor
      const { organisationId, userId } = actor
      const types = request.query.types?.split(',') ?? []
      const personal = actor.isMachine ? personalFaults(types, () => 'types') : []
      // A key that wants other events besides hears of those.
      const unheard = personal.length === types.length ? personal : []
      refuseFaults([...eventFilterFaults(types, () => 'types'), ...unheard])
      // Before anything is asked of the database: whoever opens far too many streams must cost others nothing.
      turns.take(request, reply)
      const stream = open.begin(organisationId)
      whenOver(reply, () => stream.abort())
      try {
        await onBehalfOf(organisationId, async () => {
          const audience = { organisationId, userId }
          const after = await cursorOf(request, serve, audience, await feed.now(audience))
          if (isClosing) throw new Refusal('unavailable', message('streamIsStopping', {}))
          startStream(reply)
          await streamEvents({
            ...rhythm,
            db: serve.database.db,
            feed,
            audience,
            after,
            types,
            output: reply.raw,
            signal: stream.signal,
            ensureAdmitted: async () => ensureSame(actor, await admit(request, serve)),
          })
        })
      } catch (error) {
        if (!reply.sent) throw error
        logEnd(request, error, stream.signal)
      } finally {
        open.end(organisationId, stream)
        if (reply.sent) reply.raw.end()
      }
    },
  )
}

async function admit(request: FastifyRequest, serve: ServeOptions): Promise<Actor> {
  const actor = await authenticateNoted(request, serve)
  ensureHasFactor(actor)
  ensurePermitted(actor, PERMISSION)
  return actor
}

/** A token of a trusted issuer means whoever it is known as, for the one organisation they may act for: now, and not when the stream was opened. */
function ensureSame(before: Actor, { organisationId, userId }: Actor): void {
  if (organisationId === before.organisationId && userId === before.userId) return
  throw new Refusal('unauthenticated', message('tokenIsOfAnother', {}))
}

/** Finds the place where the listener was, or else now. A place yet to come is of another database: nothing would ever be sent. */
async function cursorOf(
  { headers }: FastifyRequest,
  { database: { db } }: ServeOptions,
  audience: Audience,
  now: Cursor,
): Promise<Cursor> {
  const given = headers['last-event-id']
  if (given === undefined) return now
  const text = String(given)
  const old = parseOldCursor(text)
  if (old) return findOldPlace(db, audience, old)
  const cursor = parseCursor(text)
  if (cursor && cursor.number <= now.number && cursor.personalNumber <= now.personalNumber) return cursor
  throw invalidInput([fault('Last-Event-ID', message('isNoEventOfStream', {}), 'pattern')])
}

/** From here on the reply is ours: no serializer, no limit on its length. */
function startStream(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise nginx keeps events back until there are many.
    'x-accel-buffering': 'no',
  })
}

function logEnd(request: FastifyRequest, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return
  if (error instanceof Refusal)
    request.log.info({ code: error.code }, 'the credential ended, and its event stream with it')
  else request.log.warn({ err: error }, 'an event stream ended early')
}
