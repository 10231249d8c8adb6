import { hostname } from 'node:os'
import path from 'node:path'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { listMigrations } from '../db/migration-files.ts'
import type { Database } from '../db/open.ts'
import { hostCheck } from '../http/serve/answered-hosts.ts'
import { pathOfUrl } from '../http/serve/base-path.ts'
import { openConsole } from '../http/console/files.ts'
import { consoleRoutes } from '../http/console/routes.ts'
import { docsRoutes, authorityRoutes, healthRoutes } from '../http/serve/plain-routes.ts'
import { driverPageRoutes } from '../inventory/orders/driver-page-routes.ts'
import { paperPageRoutes } from '../inventory/papers/page-routes.ts'
import { reportMailJob } from '../inventory/report-mailings/report-mail-job.ts'
import { makeLogs, type Logs } from '../log.ts'
import { countPlatformAdmins } from '../system/access/command-line.ts'
import { EventFeed } from '../system/events/event-feed.ts'
import { eventRoutes } from '../system/events/routes.ts'
import type { Background, BackgroundSettings } from '../system/background.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { openSystem, type SystemOptions } from '../system/system.ts'
import { openVault } from '../system/vault/vault.ts'
import { makeSetupCode } from '../system/access/setup-code.ts'
import { message } from '../words/catalogue.ts'
import { backupTool } from './backup/backup-tool.ts'
import { offerCopies } from './backup/live-copy.ts'
import { forgetCopies, migrateWithCopy } from './before-update.ts'
import { choresOf, startHousekeeping } from './chores.ts'
import { command, say } from './command.ts'
import { lockIn } from './backup/lock.ts'
import { filesOf } from './backup/source.ts'
import { fillSampleFarm } from './demo.ts'
import { listening, openWaitingRoom } from './listen.ts'
import { markAsMoved, placeOf } from './data-directory.ts'
import { secretKeySource } from './secret-key.ts'
import { stopOnMistakes, stopOnSignals } from './stop-on-signals.ts'
import { readTlsFiles, type TlsFiles } from './tls/files.ts'
import { ensureDataDirectory, ensureMine, openConfigured } from './with-database.ts'

export const serveCommand = command(
  {
    name: 'serve',
    summary: message('summaryOfServe', {}),
    usage: '',
    help: message('helpOfServe', {}),
    options: {},
  },
  async () => {
    const config = readConfig()
    loadReferenceData()
    const logs = makeLogs(config.logLevel)
    ensureMine(config, { isCommand: false })
    ensureDataDirectory(config)
    const database = await openConfigured(config, logs.named('db'))
    try {
      if (database.embedded) offerCopies(database, config.dataDir, logs.named('db'))
      await serve(config, logs, database)
    } catch (error) {
      await database.close()
      throw error
    }
    stopOnMistakes(logs.main)
  },
)

/** Pages that need nothing of how the service is set up. */
const PAGES = [docsRoutes, paperPageRoutes, driverPageRoutes]

async function serve(config: Config, logs: Logs, database: Database): Promise<void> {
  const log = logs.main
  const clock = () => new Date()
  const tls = readTlsFiles(config)
  const { port, isUpdated } = await migrateInWaitingRoom(config, log, database, tls)
  const secrets = await openVault(database, secretKeySource(config), clock())
  const feed = new EventFeed({ db: database.db, log: logs.named('system/events') })
  /** Why balancers are to send nobody any more. */
  let whyNotReady: string | undefined
  const basePath = pathOfUrl(config.publicUrl)
  const consoleHere = await openConsole(logs.named('http'))
  /** Known once it listens, and nobody asks before. */
  let address = `http${tls ? 's' : ''}://${config.host}:${config.port}`
  const system = await openSystem({
    database,
    clock,
    secrets,
    log: logs.named('system'),
    loggerOf: logs.named,
    setLevels: logs.setLevels,
    isModule: logs.has,
    settings: systemSettings(config, () => config.publicUrl ?? address),
    ...fromAbove(config),
    routes: [
      healthRoutes(database, () => whyNotReady ?? schemaProblem(database)),
      ...PAGES,
      eventRoutes(feed),
      authorityRoutes(tls?.authority),
      consoleRoutes(consoleHere, basePath),
    ],
  })
  const app = await buildApp({
    database,
    clock,
    system,
    logger: logs.named('http'),
    loggerOf: logs.named,
    showStack: config.isDevelopment,
    checkAnswers: config.isDevelopment,
    ...whoMayAsk(config),
    answersTo: hostCheck(namesOf(config), tls?.cert),
    basePath,
    tls: tls && { cert: tls.cert, key: tls.key },
    onCommit: () => {
      feed.wake()
      system.background.wake()
    },
  })
  const stopChores = startHousekeeping(choresOf(database, system, clock), { log, mayWork: fitting(database) })
  const close = () => Promise.all([stopChores(), system.background.stop()]).then(system.close)
  // Before anybody is told where it listens: whoever knows may stop it.
  stopOnSignals({
    app,
    log,
    drainSeconds: config.drainSeconds,
    refuseNewcomers: () => void (whyNotReady = 'stopping'),
    close: () => close().then(database.close),
  })
  try {
    address = await listening(config, () => app.listen({ port, host: config.host }))
    const url = config.publicUrl ?? address
    await open(config, log, { database, tls, url, now: clock(), isUpdated })
    await beginWork(database, system)
  } catch (error) {
    // Or the process would stay, and answer everybody that it has no database.
    await app.close()
    await close()
    throw error
  }
}

/** Works beside the requests, except while the schema is not of this version. */
async function beginWork({ schema }: Database, { background }: { background: Background }): Promise<void> {
  background.start()
  const known = (await listMigrations()).map(({ name }) => name)
  schema?.start(known, (isFit) => {
    if (isFit) background.start()
    else void background.stop()
  })
}

const fitting =
  ({ schema }: Database) =>
  () =>
    schema?.unfit === undefined

const schemaProblem = ({ schema }: Database) =>
  schema?.unfit && `the database has ${schema.unfit === 'later' ? 'a later' : 'an earlier'} schema`

/** Mails and the sample farm, which the services above the system make. */
const fromAbove = (config: Config): Pick<SystemOptions, 'otherMails' | 'fillDemo'> => ({
  otherMails: (tools) => [reportMailJob(tools)],
  fillDemo: (trx, organisationId, now) => fillSampleFarm(trx, organisationId, now, filesOf(config)),
})

function whoMayAsk({ rateLimitPerMinute, trustedProxies, corsOrigins, metricsToken }: Config) {
  return { rateLimitPerMinute, trustedProxies, corsOrigins, metricsToken }
}

/** By which people reach this machine: as the settings say, and as it is called in its own network, as by `tls init`. */
function namesOf({ host, publicUrl, allowedHosts }: Config): string[] {
  const reached = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return [hostname(), `${hostname()}.local`, host, ...reached, ...allowedHosts]
}

function systemSettings(config: Config, publicUrl: () => string): SystemOptions['settings'] {
  return {
    redisUrl: config.redisUrl,
    places: config.places,
    trustedIssuers: config.trustedIssuers,
    files: {
      directory: path.join(config.dataDir, 'files'),
      s3: config.s3,
      quotaBytes: config.fileQuotaBytes,
    },
    background: backgroundSettings(config),
    audit: config.audit,
    links: { ...config.links, publicUrl },
  }
}

/** Picks the settings that mail and webhooks need. */
function backgroundSettings(config: Config): BackgroundSettings {
  const { mail, smtpUrl, publicUrl, webhookNetworks } = config
  return {
    mail: { smtpUrl, outbox: path.join(config.dataDir, 'outbox'), from: mail.from },
    experts: { expertEmail: mail.expertEmail, attachmentBytes: mail.attachmentBytes },
    webhooks: { networks: webhookNetworks },
    publicUrl,
    backups: backupsSettings(config),
  }
}

/** Picks the settings that backups need. */
function backupsSettings({ backups, dataDir, updates }: Config): BackgroundSettings['backups'] {
  return { ...backups, isEncrypted: lockIn(backups) !== undefined, dataDir, updates, tool: backupTool }
}

/**
 * Brings the database to this version. While that takes time, the port is open and says so.
 *
 * @returns the port to listen on, and whether anything was migrated
 */
async function migrateInWaitingRoom(
  config: Config,
  log: Logs['main'],
  database: Database,
  tls: TlsFiles | undefined,
): Promise<{ port: number; isUpdated: boolean }> {
  const pending = await migrate(database, { dryRun: true })
  if (pending.length === 0) return { port: config.port, isUpdated: false }
  const room = await listening(config, () => openWaitingRoom(config, tls && { cert: tls.cert, key: tls.key }))
  try {
    const applied = await migrateWithCopy(database, config, log)
    if (applied.length > 0) log.info({ applied }, 'migrated')
  } finally {
    await room.close()
  }
  return { port: room.port, isUpdated: true }
}

interface Opening {
  database: Database
  tls: TlsFiles | undefined
  url: string
  now: Date
  isUpdated: boolean
}

/** Says where it is, and what is to be done. */
async function open(
  config: Config,
  log: Logs['main'],
  { database, tls, url, now, isUpdated }: Opening,
): Promise<void> {
  const people = await whoIsThere(database)
  if (tls) warnOfEnd(log, tls.until, now)
  if (!people.isEmpty) markLeft(config, log, now)
  // A start that found nothing to do shows that the one after the update was sound.
  if (!isUpdated) await forgetCopies(config)
  const setupCode = people.isEmpty ? await makeSetupCode(database.db, now) : undefined
  greet(config, log, { url, admins: people.admins, setupCode })
}

const MONTH = 30 * 24 * 60 * 60 * 1000

function warnOfEnd(log: Logs['main'], until: Date, now: Date): void {
  if (until.getTime() - now.getTime() < MONTH)
    log.warn(
      { until },
      'the certificate of TLS_CERT ends soon or has ended: browsers will refuse to come here',
    )
}

/** A server on PostgreSQL shows that the service works there now: an embedded database in its data directory is an old one. */
function markLeft(config: Config, log: Logs['main'], now: Date): void {
  if (markAsMoved(config, now))
    log.warn(
      { dataDir: config.dataDir },
      'the embedded database there is marked as left: the service works on PostgreSQL',
    )
}

async function whoIsThere({ db }: Database): Promise<{ isEmpty: boolean; admins: number }> {
  const first = await db.selectFrom('organisations').select('id').limit(1).executeTakeFirst()
  return { isEmpty: first === undefined, admins: await countPlatformAdmins(db) }
}

interface Greeting {
  url: string
  admins: number
  /** For whoever makes the first organisation in the browser. */
  setupCode: string | undefined
}

/** Prints a person's first lines: the address, and how to begin when nobody has an account yet. */
function greet(config: Config, log: Logs['main'], { url, admins, setupCode }: Greeting): void {
  log.info({ database: placeOf(config) }, 'serving')
  say(message('serviceIsAt', { url }))
  // No role has that right: it comes with the first organisation, and not everybody has read so.
  if (setupCode === undefined) return say(message('platformAdminsAre', { count: admins }))
  say(message('makeFirstOrganisation', { url, code: setupCode }))
}
