import { TLSSocket } from 'node:tls'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { identityAbout, inventoryAbout, systemAbout } from './about.ts'
import type { Database } from './db/open.ts'
import { registerAnswerChecks, jsonOf, compressAnswers } from './http/serve/answers.ts'
import {
  answerClientError,
  registerClosing,
  limitBodyTime,
  limitSendingOn,
  limitSilence,
} from './http/serve/connections.ts'
import { refuseOtherHosts } from './http/serve/answered-hosts.ts'
import { registerCors } from './http/serve/cors.ts'
import { answerFrameError, registerErrors } from './http/errors.ts'
import { registerForwardedFor, refuseBadHosts, requestId } from './http/serve/request-headers.ts'
import { registerMetrics, type Metric } from './http/serve/metrics.ts'
import { registerOpenApi, type AboutService } from './http/serve/openapi.ts'
import type { Operation } from './http/operation.ts'
import { Refusal } from './kernel/errors.ts'
import { takeJson } from './http/validate/json-body.ts'
import { logCutOffRequests, RequestLog } from './http/serve/request-log.ts'
import { ErrorBody } from './http/validate/schema.ts'
import { serveOperations } from './http/serve/serve.ts'
import { takeIdsInCapitals } from './http/validate/ids.ts'
import type { ServeOptions } from './http/serve/serve-options.ts'
import { replaceMergedIds } from './http/validate/merged-ids.ts'
import { registerValidation } from './http/validate/validation.ts'
import { inventoryOperations } from './inventory/operations.ts'
import { findMerged } from './inventory/partners/known-partners.ts'
import { networkOf } from './system/access/sign-in-limits.ts'
import { databaseMeasures } from './system/measures.ts'
import type { System } from './system/system.ts'
import { message } from './words/catalogue.ts'

export interface AppOptions {
  database: Database
  /** The only clock of the service; tests set it. */
  clock: () => Date
  system: System
  logger: FastifyBaseLogger | false
  /** The log of a part of the service, such as `inventory/movements`; without it all is logged by `logger`. */
  loggerOf?: ((module: string) => FastifyBaseLogger) | undefined
  /** Stack traces in answers: development only. */
  showStack: boolean
  /** Every answer is checked against its schema before it is sent: development and tests. */
  checkAnswers: boolean
  /** Requests a minute for one caller; 0 is no limit. */
  rateLimitPerMinute: number
  /** Proxies whose `X-Forwarded-For` is believed; of anybody else it is ignored. */
  trustedProxies?: string[]
  /** True for a host that the service is reached under. Without it, any host will do. */
  answersTo?: ((host: string) => boolean) | undefined
  /** Origins of browser applications that may read answers. */
  corsOrigins?: string[]
  /** The path below which a proxy serves this service, such as `/granary`. */
  basePath?: string
  /** Opens `/metrics` to whoever asks from another machine. */
  metricsToken?: string | undefined
  /** Certificate and key for HTTPS. Without them it serves plain HTTP, to a proxy or to this machine. */
  tls?: { cert: string; key: string } | undefined
  /** Told after each write that was stored. */
  onCommit?: () => void
}

const MAX_BODY_BYTES = 1024 * 1024
/** For what is not an upload: a longer request is an attack, or a line that is gone. */
const REQUEST_TIMEOUT_MS = 30_000
/** The largest film over a slow line: 256 MB at 2.4 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000

/** Whoever is refused while still sending has heard so by then. */
const SENDING_ON_MS = 5_000
/** Eight for each of the event streams that are open at most, which are what stays connected. */
const MOST_CONNECTIONS = 8_000

const SERVER = { headersTimeout: 15_000, maxHeaderSize: 16 * 1024 }

/** The whole service behind one HTTP server, not yet listening. Everything is registered by name, in this order. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, clock, system, logger } = options
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    ...(options.tls ? { https: { ...SERVER, ...options.tls } } : { http: SERVER }),
    genReqId: requestId,
    frameworkErrors: answerFrameError,
    clientErrorHandler: answerClientError,
    trustProxy: options.trustedProxies ?? [],
    // An address with a slash behind it is the same one, and not that of something without an id.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    logController: new RequestLog(),
  })
  registerForwardedFor(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id))
  refuseBadHosts(app)
  if (options.answersTo) refuseOtherHosts(app, options.answersTo)
  logCutOffRequests(app)
  registerMetrics(app, {
    measures: [...system.background.measures, ...databaseMeasures(database, clock), ...measuresOf(database)],
    token: options.metricsToken,
  })
  limitBodyTime(app, REQUEST_TIMEOUT_MS)
  limitSendingOn(app, SENDING_ON_MS)
  limitSilence(app)
  app.server.maxConnections = MOST_CONNECTIONS
  registerClosing(app)
  // Bodies are JSON, or what a route says it takes.
  app.removeContentTypeParser('text/plain')
  takeJson(app)
  takeIdsInCapitals(app)
  registerErrors(app, { showStack: options.showStack })
  registerValidation(app)
  app.setSerializerCompiler(() => jsonOf)
  app.addSchema(ErrorBody)
  if (options.checkAnswers) registerAnswerChecks(app)
  await app.register(helmet, HEADERS)
  leaveOutSomeHeaders(app)
  await compressAnswers(app)
  await registerCors(app, options.corsOrigins ?? [])
  if (options.rateLimitPerMinute > 0) await app.register(rateLimit, limitsOf(options.rateLimitPerMinute))

  const serve: ServeOptions = {
    database,
    clock,
    authenticate: system.authenticate,
    answersKey: system.answersKey,
    onCommit: options.onCommit,
    onRefusedTry: system.audit.onRefusedTry,
    onRefusedCredential: system.audit.onRefusedCredential,
    loggerOf: options.loggerOf,
    basePath: options.basePath,
  }
  replaceMergedIds(app, (actor, ids) => findMerged(database.db, actor, ids))
  await registerService(app, serve, '/api/identity', identityAbout, system.identityOperations)
  await registerService(app, serve, '/api/system', systemAbout, system.systemOperations)
  await registerService(app, serve, '/api/inventory', inventoryAbout, inventoryOperations(system))
  await system.registerRoutes(app, serve)
  return app
}

const NONE = ["'none'"]
const HEADERS = {
  // Of whatever says nothing else: an answer of the API is no page, and nothing is run in it.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: NONE, baseUri: NONE, formAction: NONE, frameAncestors: NONE },
  },
  // What else is served below this name is not ours to decide: the weighbridge's own page may have no TLS.
  strictTransportSecurity: { includeSubDomains: false },
}

/** Makes the measure of reads that the replica may answer: by it, or by the primary. */
function measuresOf({ replica }: Database): Metric[] {
  if (!replica) return []
  const read = async () =>
    Object.entries(replica.counts).map(([outcome, value]) => ({ labels: { outcome }, value }))
  const help =
    'Reads that the replica may answer: by the replica, or by the primary as the replica was behind or away.'
  return [{ name: 'replica_reads', help, labelNames: ['outcome'], read }]
}

/**
 * Browsers heed one header over TLS alone, and elsewhere each page of ours would begin with a fault in the console. Where no proxy is in
 * front, the name is that of a machine, such as `localhost`, and other programs on it may have no TLS.
 */
function leaveOutSomeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol !== 'https') reply.removeHeader('Cross-Origin-Opener-Policy')
    if (request.raw.socket instanceof TLSSocket) reply.removeHeader('Strict-Transport-Security')
  })
}

function limitsOf(most: number) {
  const ownLimitOf = (request: FastifyRequest) => request.routeOptions.config.operation?.perMinute
  return {
    max: (request: FastifyRequest) => Math.min(most, ownLimitOf(request) ?? most),
    timeWindow: '1 minute',
    // By whose credential it is, where it was good, and not by its text: a token is written with more blanks or refreshed, and with
    // one made up for each request nobody would ever be refused.
    keyGenerator: (request: FastifyRequest) => {
      const { ip, actor, routeOptions } = request
      if (ownLimitOf(request) !== undefined) return `${routeOptions.config.operation?.path} ${networkOf(ip)}`
      return actor?.userId ?? networkOf(ip)
    },
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
      new Refusal('rate_limited', message('tooManyRequests', { seconds: Math.ceil(ttl / 1000) })),
  }
}

async function registerService(
  app: FastifyInstance,
  serve: ServeOptions,
  prefix: string,
  about: AboutService,
  operations: Operation[],
): Promise<void> {
  await app.register(
    async (scope) => {
      await registerOpenApi(scope, about)
      serveOperations(scope, operations, serve)
    },
    { prefix },
  )
}
