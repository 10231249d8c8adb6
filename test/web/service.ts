import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import { inject } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { fillDemo } from '../../src/cli/demo.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { openBuiltConsole } from '../../src/http/console/files.ts'
import { consoleRoutes } from '../../src/http/console/routes.ts'
import { initFromCommandLine } from '../../src/system/access/new-organisation.ts'
import { newPassword } from '../../src/system/access/passwords.ts'
import { builtInTemplates } from '../../src/system/links/rules.ts'
import { openSystem } from '../../src/system/system.ts'
import { testBackground } from '../app.ts'
import { openTestDatabase } from '../database.ts'
import { openTestSecrets } from '../secrets.ts'

/** The service with its console on a port of this machine, for a browser. */
export interface ServedConsole {
  url: string
  owner: { email: string; password: string }
  /** Asks the service as the owner's program would, behind the browser's back. */
  ask(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
  close(): Promise<void>
}

const LINKS = {
  publicUrl: () => '',
  hosts: undefined,
  templates: builtInTemplates,
  makers: 'anybody',
  perMinute: 0,
} as const
const DIST = path.join(import.meta.dirname, '../../web/dist')

/** Serves a fresh organisation, the sample farm unless said otherwise, on the clock of this machine, which browsers go by too. */
export async function serveConsole({ demo = true } = {}): Promise<ServedConsole> {
  const database = await openTestDatabase({})
  const directory = await mkdtemp(path.join(inject('directory'), 'web-'))
  const clock = () => new Date()
  const console = await openBuiltConsole(DIST)
  const log = Fastify({ logger: false }).log
  const system = await openSystem({
    database,
    clock,
    secrets: await openTestSecrets(database),
    log,
    settings: {
      trustedIssuers: [],
      files: { directory, s3: undefined, quotaBytes: 1024 ** 3 },
      redisUrl: undefined,
      links: LINKS,
      background: testBackground(directory),
    },
    fillDemo,
    routes: [consoleRoutes(console)],
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
  const owner = { email: 'ann@hillfarm.example', password: 'a long sentence nobody knows' }
  const password = await newPassword(owner.password)
  const { apiKey } = await inTransaction(database.db, async (trx) => {
    const made = await initFromCommandLine(trx, {
      email: owner.email,
      password,
      organisation: 'Hill Farm',
      countryISO: 'GB',
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
    async ask(method, at, body) {
      const isJson = body !== undefined && !(body instanceof FormData)
      const answer = await fetch(url + at, {
        method,
        headers: { 'X-Api-Key': apiKey, ...(isJson && { 'Content-Type': 'application/json' }) },
        ...(body && { body: isJson ? JSON.stringify(body) : body }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
    async close() {
      await app.close()
      await system.close()
      await database.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
