import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { fillDemo } from '../src/cli/demo.ts'
import { buildApp, type AppOptions } from '../src/app.ts'
import { driverPageRoutes } from '../src/inventory/orders/driver-page-routes.ts'
import { paperPageRoutes } from '../src/inventory/papers/page-routes.ts'
import { reportMailJob } from '../src/inventory/report-mailings/report-mail-job.ts'
import type { Logs } from '../src/log.ts'
import type { BackgroundSettings } from '../src/system/background.ts'
import { builtInTemplates } from '../src/system/links/rules.ts'
import { openSystem, type System, type SystemOptions } from '../src/system/system.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openTestSecrets } from './secrets.ts'

/** The whole service on a fresh database, for one test file. */
export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  system: System
  clock: TestClock
  /** The folder of its files, and of its backups below. */
  directory: string
  /** Somebody who sends requests; without a credential, nobody in particular. */
  client(credential?: TestCredential): Client
  close(): Promise<void>
}

/** Time stands still in tests until it is moved. */
export interface TestClock {
  now(): Date
  set(instant: string | Date): void
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

export interface TestCredential {
  apiKey?: string
  token?: string
  organisationId?: string
  /** Any other headers. */
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  /** Untyped on purpose: a test states what it expects of it. Undefined where the answer has none; text where it is not JSON, bytes of a workbook or a paper. */
  body: ReturnType<typeof JSON.parse>
  headers: Record<string, string | string[] | number | undefined>
}

type Send = (url: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

export interface Client {
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post: Send
  put: Send
  patch: Send
  delete: Send
}

/** When tests begin unless they say otherwise: a working morning in the middle of harvest. */
export const TEST_START = '2026-08-14T08:30:00Z'

/** Where people reach the service that is tested. */
export const TEST_URL = 'https://granary.example'

/** The TXT records that the service finds, by their names. */
export const testRecords = new Map<string, string[]>()

const TEST_QUOTA_BYTES = 1024 ** 3

/**
 * Opens the service as production does, with a clock that is set by hand and every answer checked against its schema.
 * Make one per file in `beforeAll` and a fresh organisation per test (`makeOrganisation`).
 */
export async function openTestApp(
  options: {
    now?: string
    settings?: Partial<SystemOptions['settings']>
    routes?: SystemOptions['routes']
    logs?: Logs
    /** How the database sorts text unless it is told, where it is PostgreSQL. */
    locale?: string | undefined
  } = {},
): Promise<TestApp> {
  const database = await openTestDatabase({ locale: options.locale })
  const clock = testClock(options.now ?? TEST_START)
  const directory = await mkdtemp(path.join(inject('directory'), 'files-'))
  const system = await openSystem({
    database,
    clock: clock.now,
    secrets: await openTestSecrets(database),
    log: options.logs?.named('system') ?? Fastify({ logger: false }).log,
    loggerOf: options.logs?.named,
    setLevels: options.logs?.setLevels,
    isModule: options.logs?.has,
    settings: {
      trustedIssuers: [],
      providerNetworks: ['127.0.0.0/8'],
      resolveTxt: async (name) => testRecords.get(name) ?? [],
      files: { directory, s3: undefined, quotaBytes: TEST_QUOTA_BYTES },
      redisUrl: undefined,
      links: {
        publicUrl: () => TEST_URL,
        hosts: undefined,
        templates: builtInTemplates,
        makers: 'anybody',
        perMinute: 0,
      },
      background: testBackground(directory),
      ...options.settings,
    },
    otherMails: (tools) => [reportMailJob(tools)],
    fillDemo,
    routes: options.routes ?? [paperPageRoutes, driverPageRoutes],
  })
  const app = await buildApp({
    database,
    clock: clock.now,
    system,
    logger: options.logs?.named('http') ?? false,
    loggerOf: options.logs?.named,
    showStack: true,
    checkAnswers: true,
    rateLimitPerMinute: 0,
  })
  await app.ready()
  return {
    app,
    database,
    system,
    clock,
    directory,
    client: (credential = {}) => clientOf(app, credential),
    async close() {
      await app.close()
      await system.close()
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The service of this process's test files that share one, and its database. Removed when all tests have run. */
let shared: Promise<TestApp> | undefined

/**
 * The same service for every file of this process that asks for it: to open one, and to compile the schemas of what is asked
 * of it, takes seconds. For tests that only look at what belongs to an organisation, and make one of their own. Closing it leaves it open.
 *
 * @example service = await shareTestApp(); farm = await makeOrganisation(service)
 */
export async function shareTestApp({ now = TEST_START }: { now?: string } = {}): Promise<TestApp> {
  const service = await (shared ??= openTestApp())
  service.clock.set(now)
  // All files ask from one address: what another one guessed wrong must not hold this one up.
  await service.database.db.deleteFrom('sign_in_failures').execute()
  return { ...service, close: () => Promise.resolve() }
}

/** The same service served once more, with options of its own. Close it. */
export function buildBeside(
  { database, system, clock }: TestApp,
  options: Partial<AppOptions>,
): Promise<FastifyInstance> {
  return buildApp({
    database,
    system,
    clock: clock.now,
    logger: false,
    showStack: false,
    checkAnswers: true,
    rateLimitPerMinute: 0,
    ...options,
  })
}

/** Mails become files; webhooks may reach what the open internet is. */
export function testBackground(
  directory: string,
  overrides: Partial<BackgroundSettings> = {},
): BackgroundSettings {
  return {
    mail: {
      smtpUrl: undefined,
      outbox: path.join(directory, 'outbox'),
      from: { name: 'Granary', address: 'granary@farm.example' },
    },
    experts: { expertEmail: 'agronomist@adviser.example', attachmentBytes: 1024 * 1024 },
    webhooks: { networks: [] },
    publicUrl: undefined,
    backups: testBackups(directory),
    ...overrides,
  }
}

/** Backups in a folder, which a test has to bring a tool for where one is to be made. */
export function testBackups(
  directory: string,
  overrides: Partial<BackgroundSettings['backups']> = {},
): BackgroundSettings['backups'] {
  const noTool = () => Promise.reject(new Error('this test has no tool for backups'))
  return {
    directory: path.join(directory, 'backups'),
    s3: undefined,
    schedule: undefined,
    drillSchedule: undefined,
    keep: { days: 7, weeks: 4, months: 12 },
    isEncrypted: false,
    dataDir: tmpdir(),
    updates: { url: undefined, directory: undefined },
    tool: { write: noTool, drill: noTool },
    ...overrides,
  }
}

function testClock(start: string): TestClock {
  let now = new Date(start)
  return {
    now: () => now,
    set: (instant) => void (now = new Date(instant)),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
    },
  }
}

function clientOf(app: FastifyInstance, credential: TestCredential): Client {
  const send =
    (method: NonNullable<InjectOptions['method']>): Send =>
    async (url, body, headers = {}) => {
      const answer = await app.inject({
        method,
        url,
        headers: { ...headersOf(credential), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      const type = String(answer.headers['content-type'])
      const isJson = /^application\/((ld|scim)\+)?json/.test(type)
      const text = /spreadsheetml|pdf$/.test(type) ? answer.rawPayload : answer.payload
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.payload === '' ? undefined : isJson ? JSON.parse(answer.payload) : text,
      }
    }
  return {
    get: (url, headers) => send('GET')(url, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

function headersOf({ apiKey, token, organisationId, headers }: TestCredential): Record<string, string> {
  return {
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(organisationId !== undefined && { 'x-organisation-id': organisationId }),
    ...headers,
  }
}
