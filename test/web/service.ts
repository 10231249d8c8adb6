import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import type { Kysely } from 'kysely'
import { inject } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { fillDemo } from '../../src/cli/demo.ts'
import type { Tables } from '../../src/db/tables.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { openBuiltConsole } from '../../src/http/console/files.ts'
import { consoleRoutes } from '../../src/http/console/routes.ts'
import { docsRoutes, healthRoutes } from '../../src/http/serve/plain-routes.ts'
import { driverPageRoutes } from '../../src/inventory/orders/driver-page-routes.ts'
import { paperPageRoutes } from '../../src/inventory/papers/page-routes.ts'
import { reportMailJob } from '../../src/inventory/report-mailings/report-mail-job.ts'
import { initFromCommandLine } from '../../src/system/access/new-organisation.ts'
import { newPassword } from '../../src/system/access/passwords.ts'
import { builtInTemplates } from '../../src/system/links/rules.ts'
import type { TxtResolver } from '../../src/system/single-sign-on/domains.ts'
import { workOff } from '../../src/system/jobs/worker.ts'
import { EventFeed } from '../../src/system/events/event-feed.ts'
import { eventRoutes } from '../../src/system/events/routes.ts'
import { openSystem, type RegisterRoutes, type System } from '../../src/system/system.ts'
import { testBackground } from '../app.ts'
import { openTestDatabase } from '../database.ts'
import { quietLog } from '../quiet-log.ts'
import { openTestSecrets } from '../secrets.ts'

/** The service with its console on a port of this machine, for a browser. */
export interface ServedConsole {
  url: string
  owner: { email: string; password: string }
  /** The key of the owner's programs. */
  apiKey: string
  /** What it stores, for lists that are longer than requests would make in time. */
  db: Kysely<Tables>
  /** Asks the service as the owner's program would, behind the browser's back. */
  ask(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
  /** Makes another organisation with an owner who signs in, as whoever runs the installation would. */
  addOrganisation(
    name: string,
    owner?: [givenName: string, familyName: string],
    countryISO?: string,
  ): Promise<Neighbour>
  /** Does all that is due beside the requests: deliveries to webhooks, and jobs. */
  workOff(): Promise<void>
  /** Gives up the jobs that wait, as after their last attempt. */
  giveUpJobs(problem: string): Promise<void>
  close(): Promise<void>
}

/** Another organisation, and the service as its owner asks it. */
export interface Neighbour {
  id: string
  owner: ServedConsole['owner']
  apiKey: string
  userId: string
  /** Whom to write to at the console. */
  consoleOwnerId: string
  /** The console's organisation, which this one accepts for good. */
  consoleId: string
  ask: ServedConsole['ask']
}

const PASSWORD = 'a long sentence nobody knows'
const LINKS = {
  publicUrl: () => '',
  hosts: undefined,
  templates: builtInTemplates,
  makers: 'anybody',
  perMinute: 0,
} as const
const DIST = path.join(import.meta.dirname, '../../web/dist')

interface Served {
  demo?: boolean
  countryISO?: string
  /** Where sign-in by a provider is tried: the texts of TXT records. The service knows its own address then. */
  resolveTxt?: TxtResolver
}

/** Serves a fresh organisation, the sample farm unless said otherwise, on the clock of this machine, which browsers go by too. */
export async function serveConsole({
  demo = true,
  countryISO = 'GB',
  resolveTxt,
}: Served = {}): Promise<ServedConsole> {
  const database = await openTestDatabase({})
  const directory = await mkdtemp(path.join(inject('directory'), 'web-'))
  const clock = () => new Date()
  const console = await openBuiltConsole(DIST)
  const log = Fastify({ logger: false }).log
  let publicUrl = ''
  const system = await openSystem({
    database,
    clock,
    secrets: await openTestSecrets(database),
    log,
    settings: {
      trustedIssuers: [],
      files: { directory, s3: undefined, quotaBytes: 1024 ** 3 },
      redisUrl: undefined,
      links: { ...LINKS, publicUrl: () => publicUrl },
      resolveTxt,
      background: testBackground(directory, { webhooks: { networks: ['127.0.0.0/8'] } }),
    },
    otherMails: (tools) => [reportMailJob(tools)],
    fillDemo,
    routes: [...publicRoutes(), consoleRoutes(console), healthRoutes(database)],
  })
  const app = await buildApp({
    database,
    clock,
    system,
    logger: false,
    showStack: true,
    checkAnswers: true,
    rateLimitPerMinute: 0,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  if (resolveTxt) publicUrl = url
  const owner = { email: 'ann@hillfarm.example', password: PASSWORD }
  const password = await newPassword(owner.password)
  const { apiKey } = await inTransaction(database.db, async (trx) => {
    const made = await initFromCommandLine(trx, {
      email: owner.email,
      password,
      organisation: 'Hill Farm',
      countryISO,
      givenName: 'Ann',
      familyName: 'Hill',
      now: clock(),
    })
    if (demo) await fillDemo(trx, made.organisationId, clock())
    return made
  })
  return {
    url,
    owner,
    apiKey,
    db: database.db,
    ask: askAs(url, { 'X-Api-Key': apiKey }),
    addOrganisation: neighbours(url, owner, database.db, password),
    ...besideRequests(system, database.db),
    async close() {
      await app.close()
      await system.close()
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const publicRoutes = () => [paperPageRoutes, driverPageRoutes, docsRoutes, events]

/** Makes other organisations, whose owners have the password of the console's. */
function neighbours(
  url: string,
  own: ServedConsole['owner'],
  db: Kysely<Tables>,
  hash: Awaited<ReturnType<typeof newPassword>>,
): ServedConsole['addOrganisation'] {
  return async (organisation, [givenName, familyName] = ['Grace', 'Lane'], countryISO = 'GB') => {
    const email = `owner@${organisation.toLowerCase().replaceAll(/\W+/g, '-')}.example`
    const made = { email, password: hash, organisation, countryISO, givenName, familyName }
    const { organisationId, apiKey } = await inTransaction(db, (trx) =>
      initFromCommandLine(trx, { ...made, now: new Date() }),
    )
    const [here, there] = [await signIn(url, own.email), await signIn(url, email)]
    const whoIs = (ask: ServedConsole['ask']) => ask('GET', '/api/identity/me')
    const [mine, theirs] = [await whoIs(here), await whoIs(there)]
    const consoleId = mine.organisation.id
    await there('PUT', `/api/inventory/counterparties/${consoleId}`, { stance: 'accepted' })
    return {
      id: organisationId,
      owner: { email, password: own.password },
      apiKey,
      userId: theirs.userId,
      consoleOwnerId: mine.userId,
      consoleId,
      ask: there,
    }
  }
}

/** Asks the service as a person. */
async function signIn(url: string, email: string): Promise<ServedConsole['ask']> {
  const { accessToken } = await askAs(url, {})('POST', '/api/identity/sign-in', { email, password: PASSWORD })
  return askAs(url, { Authorization: `Bearer ${accessToken}` })
}

/** Asks the service with a credential, and answers what it says. */
function askAs(url: string, credential: Record<string, string>): ServedConsole['ask'] {
  return async (method, at, body) => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const answer = await fetch(url + at, {
      method,
      headers: { ...credential, ...(isJson && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isJson ? JSON.stringify(body) : body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
}

/** The stream of events, which tells at once. */
const events: RegisterRoutes = async (app, serve) => {
  const feed = new EventFeed({ db: serve.database.db, log: quietLog, pollMs: 50 })
  serve.onCommit = feed.wake
  await eventRoutes(feed)(app, serve)
}

/** What is done beside the requests, when a test says so. */
function besideRequests(
  { background }: System,
  db: Kysely<Tables>,
): Pick<ServedConsole, 'workOff' | 'giveUpJobs'> {
  return {
    async workOff() {
      await workOff(background.webhooks)
      await workOff(background.jobs)
    },
    async giveUpJobs(problem) {
      await db
        .updateTable('jobs')
        .set({ status: 'failed', last_problem: JSON.stringify(problem), finished_at: new Date() })
        .where('status', '=', 'queued')
        .execute()
    },
  }
}
