import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * `/metrics` for Prometheus: the process's own figures, and how long each operation took, by its title. Call it on the
 * app itself and before its routes, for it listens to all of them.
 */
export function registerMetrics(app: FastifyInstance): void {
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
  app.addHook('onRequest', async () => inFlight.inc())
  app.addHook('onResponse', async (request, reply) => {
    inFlight.dec()
    const operation = request.routeOptions.config.operation?.title ?? request.routeOptions.url ?? 'unknown'
    duration.observe(
      { operation, method: request.method, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  app.get(
    '/metrics',
    { config: { rateLimit: false }, logLevel: 'warn', schema: { hide: true } },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
}
