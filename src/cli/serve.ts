import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { ConfigRefused, readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { docsRoutes } from '../http/docs-page.ts'
import { healthRoutes, type Draining } from '../http/health.ts'
import { purgeKeys } from '../http/idempotency.ts'
import { settlePlans } from '../inventory/settle-plans.ts'
import { makeLog } from '../log.ts'
import { purgeFailures } from '../system/access/sign-in-limits.ts'
import { EventFeed } from '../system/events/event-feed.ts'
import { purgeEvents } from '../system/events/purge-events.ts'
import { eventRoutes } from '../system/events/routes.ts'
import { startHousekeeping, type Chore } from '../system/housekeeping.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { openSystem } from '../system/system.ts'
import { command, say } from './command.ts'
import { stopOnMistakes, stopOnSignals } from './stop-on-signals.ts'
import { openConfigured } from './with-database.ts'

const MINUTE = 60_000

export const serveCommand = command(
  {
    name: 'serve',
    summary: 'Serve the API. This is what npm start does.',
    usage: '',
    help: `
Settings: PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL and more, from the environment and .env; see the README.
SIGTERM finishes what is being worked on, for up to 25 seconds, and stops. A second one stops at once.`,
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
    stopOnMistakes(log)
  },
)

async function serve(config: Config, log: Logger, database: Database): Promise<void> {
  const clock = () => new Date()
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  const draining: Draining = { isDraining: false }
  const feed = new EventFeed({ db: database.db, log })
  const system = await openSystem({
    database,
    clock,
    log,
    settings: {
      trustedIssuers: config.trustedIssuers,
      files: {
        directory: path.join(config.dataDir, 'files'),
        s3: config.s3,
        quotaBytes: config.fileQuotaBytes,
      },
    },
    routes: [healthRoutes(draining, database), docsRoutes, eventRoutes(feed)],
  })
  const app = await buildApp({
    database,
    clock,
    system,
    logger: log,
    showStack: config.isDevelopment,
    checkAnswers: config.isDevelopment,
    rateLimitPerMinute: config.rateLimitPerMinute,
    onCommit: feed.wake,
  })
  const address = await listen(app, config)
  const stopChores = startHousekeeping(
    [...choresOf(database, clock), { name: 'sweep files', everyMs: 60 * MINUTE, run: system.sweepFiles }],
    log,
  )
  stopOnSignals({ app, log, draining, close: () => stopChores().then(database.close) })
  await greet(config, database, address)
}

function choresOf(database: Database, clock: () => Date): Chore[] {
  const { db } = database
  const hour = 60 * MINUTE
  return [
    { name: 'settle plans', everyMs: MINUTE, run: () => settlePlans(database, clock()) },
    { name: 'purge keys', everyMs: hour, run: () => inTransaction(db, (trx) => purgeKeys(trx, clock())) },
    {
      name: 'forget failed sign-ins',
      everyMs: hour,
      run: () => inTransaction(db, (trx) => purgeFailures(trx, clock())),
    },
    { name: 'purge events', everyMs: hour, run: () => inTransaction(db, (trx) => purgeEvents(trx, clock())) },
  ]
}

const unusableHost = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const problem = {
      EADDRINUSE: `PORT ${port} is in use on ${host}: stop what listens there, or take another, such as PORT=${port + 1}`,
      EACCES: `PORT ${port} may not be used by this account: take one from 1024 up, such as PORT=3000`,
    }[code]
    if (problem !== undefined) throw new ConfigRefused([problem], { cause: error })
    if (!unusableHost.has(code)) throw error
    throw new ConfigRefused(
      [`HOST ${host} is no address of this machine (${code}), such as HOST=127.0.0.1`],
      { cause: error },
    )
  }
}

/** What a person sees first: where it is, and what to do next when nobody has an account yet. */
async function greet({ publicUrl }: Config, { db, engine }: Database, address: string): Promise<void> {
  const url = publicUrl ?? address
  say(`Granary is at ${url}; its API is described at ${url}/docs`)
  const isEmpty = !(await db.selectFrom('organisations').select('id').limit(1).executeTakeFirst())
  if (!isEmpty) return
  say(`There is no organisation yet. ${engine === 'pglite' ? 'Stop the server and make one' : 'Make one'}:
  npm run granary -- init --organisation "Hill Farm" --country GB --email you@hillfarm.example`)
}
