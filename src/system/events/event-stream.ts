import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPermitted, type Actor } from '../../http/actor.ts'
import type { ServeOptions } from '../../http/serve.ts'
import { fault, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { cursorText, endOfEvents, parseCursor, readEvents, type Cursor, type StoredEvent } from './event-reader.ts'

const POLL_MS = 500
const HEARTBEAT_MS = 15_000
const RECHECK_MS = 30_000
const BATCH = 200
const MOST_STREAMS = 1000

/**
 * `GET /api/events`: what happens in the caller's organisation, as server-sent events, as it happens. A listener that
 * comes back with `Last-Event-ID` misses nothing; `types=movement.,record.` keeps what begins so. Each event carries
 * {id, type, subject, data, userId, occurredAtUTC}.
 */
export async function eventRoutes(app: FastifyInstance, serve: ServeOptions): Promise<void> {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.abort()
  })
  app.get('/api/events', { schema: { hide: true } as object }, async (request, reply) => {
    const actor = await admit(request, serve)
    const cursor = cursorOf(request) ?? (await endOfEvents(serve.database.db))
    const types = typesOf(request)
    if (open.size >= MOST_STREAMS) throw new Refusal('unavailable', 'Too many listen already. Try again in a moment.')
    const stream = new AbortController()
    open.add(stream)
    reply.hijack()
    request.raw.on('close', () => stream.abort())
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    reply.raw.write('retry: 2000\n\n')
    try {
      await follow({ request, serve, response: reply.raw, signal: stream.signal, organisationId: actor.organisationId, types }, cursor)
    } catch (error) {
      if (!stream.signal.aborted) request.log.warn({ err: error }, 'event stream ended')
    } finally {
      open.delete(stream)
      reply.raw.end()
    }
  })
  await Promise.resolve()
}

async function admit(request: FastifyRequest, { authenticate, clock }: ServeOptions): Promise<Actor> {
  const actor = await authenticate(request.headers, clock())
  if (!isPermitted(actor, 'events:read')) throw new Refusal('forbidden', 'Your role may not listen to events.')
  return actor
}

function cursorOf({ headers }: FastifyRequest): Cursor | undefined {
  const given = headers['last-event-id']
  if (given === undefined) return undefined
  const cursor = typeof given === 'string' ? parseCursor(given) : undefined
  if (!cursor) refuseFaults([fault('Last-Event-ID', 'must be the id of an event of this stream', 'pattern')])
  return cursor
}

function typesOf({ query }: FastifyRequest): string[] {
  const { types, ...others } = query as Record<string, unknown>
  refuseFaults(Object.keys(others).map((name) => fault(name, 'is not a parameter of this operation', 'additionalProperties')))
  return typeof types === 'string' ? types.split(',').filter((type) => type !== '') : []
}

interface Stream {
  request: FastifyRequest
  serve: ServeOptions
  response: ServerResponse
  signal: AbortSignal
  organisationId: string
  types: string[]
}

/** Sends events as they come until the listener leaves, the service stops, or the credential ends. */
async function follow(stream: Stream, from: Cursor): Promise<void> {
  const { serve, signal, organisationId } = stream
  let cursor = from
  let checkedAt = Date.now()
  let sentAt = Date.now()
  while (!signal.aborted) {
    const events = await readEvents(serve.database.db, cursor, { organisationId, limit: BATCH })
    for (const event of events) {
      if (isWanted(event, stream.types)) await send(stream, eventText(event))
      cursor = event
      sentAt = Date.now()
    }
    if (events.length === BATCH) continue
    if (Date.now() - sentAt > HEARTBEAT_MS) {
      await send(stream, `: ${new Date().toISOString()}\n\n`)
      sentAt = Date.now()
    }
    if (Date.now() - checkedAt > RECHECK_MS) {
      const actor = await admit(stream.request, serve)
      if (actor.organisationId !== organisationId) return
      checkedAt = Date.now()
    }
    await pause(POLL_MS, signal)
  }
}

function isWanted({ type }: StoredEvent, types: string[]): boolean {
  return types.length === 0 || types.some((prefix) => type.startsWith(prefix))
}

function eventText(event: StoredEvent): string {
  const { type, subject, data, userId, occurredAt } = event
  const id = cursorText(event)
  const body = JSON.stringify({ id, type, subject, data, userId, occurredAtUTC: occurredAt.toISOString() })
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`
}

async function send({ response, signal }: Stream, text: string): Promise<void> {
  if (!response.write(text)) await once(response, 'drain', { signal })
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
