import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'
import type { Operation } from '../http/operation.ts'
import type { ServeOptions } from '../http/serve.ts'
import { openAccessTokens } from './access/access-tokens.ts'
import { authenticate } from './access/authenticate.ts'
import { accessOperations } from './access/routes.ts'
import { openTrustedIssuers, type TrustedIssuer } from './access/trusted-issuers.ts'
import { referenceOperations } from './commodities/routes.ts'
import { fileOperations } from './files/routes.ts'
import { openFiles, type FileSettings } from './files/store.ts'
import { sweepFiles } from './files/sweep-files.ts'

/** Registers routes that are no documented operations: health, metrics, the docs page, the event stream. */
export type RegisterRoutes = (app: FastifyInstance, serve: ServeOptions) => Promise<void>

export interface SystemOptions {
  database: Database
  /** The only clock of the service. */
  clock: () => Date
  log: FastifyBaseLogger
  settings: {
    /** OpenID Connect issuers whose tokens sign people in. */
    trustedIssuers: TrustedIssuer[]
    files: FileSettings
  }
  /** Registered in this order, after all operations. */
  routes: RegisterRoutes[]
}

/** The system service as the rest of the program sees it. */
export interface System {
  /** Who asks; refuses with `unauthenticated`. */
  authenticate: ServeOptions['authenticate']
  /** Served below /api/identity. */
  identityOperations: Operation[]
  /** What `systemOperations` adds to the reference data. */
  fileOperations: Operation[]
  /** Removes what uploads that were cut off have left. */
  sweepFiles: () => Promise<void>
  registerRoutes: RegisterRoutes
}

/** Opens what the system service keeps between requests: the signing keys and the trusted issuers. Migrate first. */
export async function openSystem({ database, clock, log, settings, routes }: SystemOptions): Promise<System> {
  const tokens = await openAccessTokens(database, clock)
  const issuers = openTrustedIssuers(settings.trustedIssuers, log)
  const files = openFiles(settings.files)
  return {
    authenticate: (headers, now) => authenticate({ db: database.db, tokens, issuers }, headers, now),
    identityOperations: accessOperations({ tokens, issuers }),
    fileOperations: fileOperations(files),
    async sweepFiles() {
      const removed = await sweepFiles(files, database, clock())
      if (removed > 0) log.info({ removed }, 'removed unfinished uploads')
    },
    async registerRoutes(app, serve) {
      for (const register of routes) await register(app, serve)
    },
  }
}

/** The documented operations of the system service, served below /api/system. */
export function systemOperations({ fileOperations }: System): Operation[] {
  return [...fileOperations, ...referenceOperations]
}
