import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sentStatus, whenOver } from './request-log.ts'

/** A figure that is read when somebody asks for it, such as how much work waits. */
export interface Measure {
  name: string
  help: string
  labelNames: string[]
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}

/**
 * `/metrics` for Prometheus: the process's own figures, and how long each operation took, by its title. Call it on the
 * app itself and before its routes and whatever refuses requests, for it counts all of them.
 */
export function registerMetrics(app: FastifyInstance, measures: Measure[] = []): void {
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
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
}

function registerMeasure(registry: Registry, { name, help, labelNames, read }: Measure): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      // Without a database this figure is missing, and all others are still told.
      const values = await read().catch(() => [])
      gauge.reset()
      for (const { labels, value } of values) gauge.set(labels, value)
    },
  })
}
