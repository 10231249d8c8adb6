import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { docsRoutes } from '../http/docs-page.ts'
import { healthRoutes, type Draining } from '../http/health.ts'
import { purgeKeys } from '../http/idempotency.ts'
import { settlePlans } from '../inventory/settle-plans.ts'
import { makeLog } from '../log.ts'
import { purgeFailures } from '../system/access/sign-in-limits.ts'
import { eventRoutes } from '../system/events/event-stream.ts'
import { purgeEvents, startHousekeeping } from '../system/housekeeping.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { openSystem } from '../system/system.ts'
import { command, say } from './command.ts'
import { openConfigured } from './with-database.ts'

const DRAIN_MS = 25_000
const MINUTE = 60_000

export const serveCommand = command(
  {
    name: 'serve',
    summary: 'Serve the API. This is what npm start does.',
    usage: '',
    help: 'Settings: PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL and more, from the environment and .env; see the README.\nSIGTERM finishes what is being worked on, for up to 25 seconds, and stops.',
    options: {},
  },
  async () => {
    const config = readConfig()
    loadReferenceData()
    const log = makeLog(config.logLevel)
    const database = await openConfigured(config, log)
    try {
      await serve(config, log, database)
    } catch (error) {
      await database.close()
      throw error
    }
  },
)

async function serve(config: Config, log: Logger, database: Database): Promise<void> {
  const clock = () => new Date()
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  const draining: Draining = { isDraining: false }
  const system = await openSystem({
    database,
    clock,
    log,
    settings: { trustedIssuers: config.trustedIssuers },
    routes: [healthRoutes(draining, database), docsRoutes, eventRoutes],
  })
  const app = await buildApp({
    database,
    clock,
    system,
    logger: log,
    showStack: config.isDevelopment,
    checkAnswers: config.isDevelopment,
    rateLimitPerMinute: config.rateLimitPerMinute,
  })
  const stopChores = startHousekeeping(
    [
      { name: 'settle plans', everyMs: MINUTE, run: () => settlePlans(database, clock()) },
      { name: 'purge keys', everyMs: 60 * MINUTE, run: () => inTransaction(database.db, (trx) => purgeKeys(trx, clock())) },
      { name: 'forget failed sign-ins', everyMs: 60 * MINUTE, run: () => inTransaction(database.db, (trx) => purgeFailures(trx, clock())) },
      { name: 'purge events', everyMs: 60 * MINUTE, run: async () => void (await purgeEvents(clock()).execute(database.db)) },
    ],
    log,
  )
  const address = await app.listen({ port: config.port, host: config.host })
  stopOnSignals({ app, log, draining, close: async () => stopChores().then(() => database.close()) })
  await greet(config, database, address)
}

/** What a person sees first: where it is, and what to do next when nobody has an account yet. */
async function greet(config: Config, { db }: Database, address: string): Promise<void> {
  const isEmpty = !(await db.selectFrom('organisations').select('id').limit(1).executeTakeFirst())
  say(`Granary is at ${config.publicUrl ?? address}; its API is described at ${config.publicUrl ?? address}/docs`)
  if (!isEmpty) return
  say(`There is no organisation yet. Stop the server and make one:
  npm run granary -- init --organisation "Hill Farm" --country GB --email you@hillfarm.example`)
}

/** The first signal drains; a second one stops at once. What has been acknowledged is stored either way. */
function stopOnSignals({
  app,
  log,
  draining,
  close,
}: {
  app: FastifyInstance
  log: Logger
  draining: Draining
  close: () => Promise<void>
}): void {
  const stop = (signal: NodeJS.Signals) => {
    if (draining.isDraining) process.exit(1)
    draining.isDraining = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => {
      log.warn('some requests took longer than the drain; they were cut off')
      process.exit(1)
    }, DRAIN_MS)
    app
      .close()
      .then(close)
      .then(() => {
        clearTimeout(late)
        process.exit(0)
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error) => {
      log.fatal({ err: error }, kind)
      process.exit(1)
    })
  }
}
