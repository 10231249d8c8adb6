import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { ensurePermitted, sayForbidden, type Actor } from '../../http/actor.ts'
import { registerOpenApi } from '../../http/openapi.ts'
import { countingRefused } from '../../http/admit.ts'
import { closed } from '../../http/schema.ts'
import type { ServeOptions } from '../../http/serve-options.ts'
import { Turns } from '../../http/turns.ts'
import { whenOver } from '../../http/when-over.ts'
import { fault, invalidInput, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { EventFeed } from './event-feed.ts'
import { beforeTransaction, parseCursor, readHorizon, type Cursor } from './event-reader.ts'
import { streamEvents, type Rhythm } from './event-stream.ts'
import { EventShape } from './event-shape.ts'
import { beginningFaults, eventTypes } from './event-types.ts'

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
        'What the types of the wanted events begin with, separated by commas; without it, all events.',
      examples: ['movement.,record.created'],
    }),
  ),
})

const documentation = {
  operationId: 'getEvents',
  summary: 'Listen to events',
  tags: ['events'],
  description: `Server-sent events of the caller's organisation, in order, each once. Every event has an \`id\`, an \`event\` (its
type, such as \`movement.created\`) and \`data\`, the JSON of an \`Event\`: {id, type, subject, data, userId, occurredAtUTC}, where \`subject\` is the id of
what it happened to, or several separated by commas. Only what is stored is sent, soon afterwards. Somebody signed in also gets
what is for them alone, such as \`conversation.message\`; an API key does not.

An event says what to read again, not what it looks like now. In its \`data\`, \`ids\` (if any) are what was made, changed or
deleted, and \`recordIds\` every record where this may show, such as where a load came from and where its stock has gone on to. A store shows its
records and a harvest plan its crops: read them again with these. After \`storage.updated\` of a field read its crops again, and after
\`harvest.plans_backfilled\` all crops: they may be in other plans. A change of a place’s name or area, which records and movements show too, has an event for
the place alone. Of two events about one thing, the one with the greater number behind the dash of its \`id\` is the later. A plan that comes due has no further event: the movement has its date. What happens to your stock in
another organisation's store is sent to that organisation.

An intake is a \`record.created\` with its \`movementIds\`, even if it joined a record that was there; loads of a harvest plan are a
\`harvest.loads_added\`, with their movements as \`ids\`. Neither is a \`movement.created\`; their copies, edits and deletion have the events
of other movements. \`storage.field_split\` has the new fields as \`fieldIds\`.

Types: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.

A listener that comes back with the last id in \`Last-Event-ID\` (browsers do so by themselves) misses nothing of the last
90 days; without it the stream begins now. Silence is broken by a comment every 15 seconds. Nothing is sent that
happened after the credential ended, and the stream ends then. It ends when the service stops, too: come back then.`,
  security: [{ accessToken: [] }, { apiKey: [] }],
  'x-permission': PERMISSION,
  querystring: Query,
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({ maxLength: 40, description: 'The id of the last event that was received.' }),
    ),
  }),
  response: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: Type.String() } } },
    400: { ...Type.Ref('Error'), description: '`types` or `Last-Event-ID` is not valid.' },
    401: {
      ...Type.Ref('Error'),
      description: 'No credential, or one that is wrong, expired, suspended or revoked.',
    },
    403: { ...Type.Ref('Error'), description: sayForbidden(PERMISSION) },
    429: {
      ...Type.Ref('Error'),
      description: `Too many requests, or your organisation listens ${MOST_OF_ONE} times already; see Retry-After.`,
    },
    500: { ...Type.Ref('Error'), description: 'Our fault; quote the request id.' },
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
  const open = new Set<AbortController>()
  const turns = new Turns(
    MOST_OF_ONE,
    (underWay) => `Your organisation listens ${underWay} times just now. Close a stream that nobody needs.`,
  )
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of open) stream.abort()
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
      refuseFaults(beginningFaults(types, () => 'types'))
      const after = await cursorOf(request, serve)
      if (isClosing) throw new Refusal('unavailable', 'The service is stopping. Come back in a moment.')
      if (open.size >= MOST_STREAMS)
        throw new Refusal('unavailable', 'There are too many listeners already. Try again in a moment.')
      turns.take(request, reply)
      const stream = new AbortController()
      open.add(stream)
      whenOver(reply, () => stream.abort())
      startStream(reply)
      try {
        await streamEvents({
          ...rhythm,
          db: serve.database.db,
          feed,
          audience: { organisationId, userId },
          after,
          types,
          output: reply.raw,
          signal: stream.signal,
          ensureAdmitted: async () => ensureSame(actor, await admit(request, serve)),
        })
      } catch (error) {
        sayEnd(request, error, stream.signal)
      } finally {
        open.delete(stream)
        reply.raw.end()
      }
    },
  )
}

async function admit(request: FastifyRequest, { authenticate, clock }: ServeOptions): Promise<Actor> {
  const actor = await authenticate(request.headers, clock())
  ensurePermitted(actor, PERMISSION)
  return actor
}

/** A token of a trusted issuer means whoever it is known as, for the one organisation they may act for: now, and not when the stream was opened. */
function ensureSame(before: Actor, { organisationId, userId }: Actor): void {
  if (organisationId === before.organisationId && userId === before.userId) return
  throw new Refusal('unauthenticated', 'This token is for another organisation now. Open another stream.')
}

/** Where the listener was, or else now. A place that is yet to come is of another database: nothing would ever be sent. */
async function cursorOf({ headers }: FastifyRequest, { database }: ServeOptions): Promise<Cursor> {
  const horizon = await readHorizon(database.db)
  const given = headers['last-event-id']
  if (given === undefined) return beforeTransaction(horizon)
  const cursor = parseCursor(String(given))
  if (cursor && cursor.transactionId <= horizon) return cursor
  throw invalidInput([fault('Last-Event-ID', 'must be the id of an event of this stream', 'pattern')])
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

function sayEnd(request: FastifyRequest, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return
  if (error instanceof Refusal)
    request.log.info({ code: error.code }, 'the credential ended, and its event stream with it')
  else request.log.warn({ err: error }, 'an event stream ended early')
}
