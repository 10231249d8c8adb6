import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../../kernel/errors.ts'
import { sentStatus, whenOver } from './request-log.ts'
import { message } from '../../words/catalogue.ts'

/** A figure that is read when somebody asks for it, such as how much work waits. */
export interface Metric {
  name: string
  help: string
  labelNames: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}

/**
 * `/metrics` for Prometheus: the process's own figures, and how long each operation took, by its title. Call it on the
 * app itself and before its routes and whatever refuses requests, for it counts all of them.
 *
 * @param token what opens the figures from elsewhere than this machine; without it nothing does
 */
export function registerMetrics(
  app: FastifyInstance,
  { measures = [], token }: { measures?: Metric[]; token?: string | undefined } = {},
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by operation, method and status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being worked on.',
    registers: [registry],
  })
  for (const measure of measures) registerMeasure(registry, measure)
  app.addHook('onRequest', async (request, reply) => {
    inFlight.inc()
    whenOver(reply, () => {
      inFlight.dec()
      const operation = request.routeOptions.config.operation?.title ?? request.routeOptions.url ?? 'unknown'
      duration.observe(
        { operation, method: request.method, status: String(sentStatus(reply)) },
        reply.elapsedTime / 1000,
      )
    })
  })
  app.get(
    '/metrics',
    { config: { rateLimit: false }, logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      if (!isFromHere(request) && !isToken(request, token))
        throw new Refusal('forbidden', message('metricsAreForOperators', {}))
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
/** Headers that proxies write into a request. Not all are believed, and so not all left in place. */
const PASSED_ON = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/i

/** Asked on this machine, and not through a proxy on it that passes on what others ask. */
function isFromHere({ raw }: FastifyRequest): boolean {
  const isPassedOn = raw.rawHeaders.some((name, index) => index % 2 === 0 && PASSED_ON.test(name))
  return !isPassedOn && LOOPBACK.test(raw.socket.remoteAddress ?? '')
}

function isToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  // As hashes, which are of one length and tell nothing by how long they are compared.
  const [given, right] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    hash('sha256', text, 'buffer'),
  )
  return given !== undefined && right !== undefined && timingSafeEqual(given, right)
}

function registerMeasure(registry: Registry, { name, help, labelNames, read }: Metric): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      // Without a database this figure is missing, and all others are still told.
      const values = await read().catch(() => [])
      gauge.reset()
      // One without labels would be told as 0, which is a figure too.
      if (values.length === 0 && labelNames.length === 0) gauge.remove()
      for (const { labels, value } of values) gauge.set(labels, value)
    },
  })
}
