import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'
import type { Operation } from '../http/operation.ts'
import type { ServeOptions } from '../http/serve/serve-options.ts'
import type { Secrets } from '../kernel/vault.ts'
import type { PublicUrl } from '../kernel/web.ts'
import { openAccessTokens, type AccessTokens } from './access/access-tokens.ts'
import { authenticate, openCredentialLookups } from './access/authenticate.ts'
import { accessOperations } from './access/routes.ts'
import { KeyUses } from './access/key-uses.ts'
import type { FillDemo } from './access/new-organisation.ts'
import { openTrustedIssuers, type TrustedIssuer } from './access/trusted-issuers.ts'
import { openBackground, type Background, type BackgroundSettings, type MailTools } from './background.ts'
import type { AuditForwarding } from './audit/forward.ts'
import { archiveOperations } from './archives/routes.ts'
import { openAudit, type Audit } from './audit/open-audit.ts'
import { auditOperations } from './audit/routes.ts'
import type { Cache } from './cache/cache.ts'
import { referenceOperations } from './commodities/routes.ts'
import { varietiesOperations } from './commodities/varieties-routes.ts'
import { conversationOperations } from './conversations/routes.ts'
import { fileOperations } from './files/routes.ts'
import { factorOperations } from './factors/routes.ts'
import { openFiles, type Files, type FileSettings } from './files/store.ts'
import { sweepFiles } from './files/sweep-files.ts'
import type { AnyJobKind } from './jobs/job-source.ts'
import { openLinks, type Links, type LinkSettings } from './links/links.ts'
import { redirectRoutes, linkOperations } from './links/routes.ts'
import { deleteDue } from './organisation-deletion/delete-due.ts'
import { deletionOperations } from './organisation-deletion/routes.ts'
import { peopleDataOperations } from './people-data/routes.ts'
import { openPlaces } from './locations/places.ts'
import type { ProviderSettings } from './locations/providers/open-providers.ts'
import { locationOperations } from './locations/routes.ts'
import type { LevelRule } from './logging/rules.ts'
import type { IsModule } from './logging/update-logging.ts'
import { regionOperations } from './regions/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { settingsOperations } from './settings/routes.ts'
import { systemTxtResolver, type TxtResolver } from './single-sign-on/domains.ts'
import { singleSignOnOperations } from './single-sign-on/routes.ts'
import { PrivateNetworks } from './webhooks/addresses.ts'
import { openSharedState } from './shared-state.ts'

/** Registers routes that are no documented operations: health, metrics, the docs page, the event stream. */
export type RegisterRoutes = (app: FastifyInstance, serve: ServeOptions) => Promise<void>

export interface SystemOptions {
  database: Database
  /** The only clock of the service. */
  clock: () => Date
  /** Opens what is sealed in the database. */
  secrets: Secrets
  log: FastifyBaseLogger
  /** The log of a part, such as `system/cache`; without it all parts use `log`. */
  loggerOf?: ((module: string) => FastifyBaseLogger) | undefined
  /** Sets how much each part of the program logs; what is stored is applied at the start, and whenever it changes. */
  setLevels?: ((rules: LevelRule[]) => void) | undefined
  /** Checks if there is a part of the program of this name; without it any name is taken for one. */
  isModule?: IsModule | undefined
  settings: {
    /** OpenID Connect issuers whose tokens sign people in. */
    trustedIssuers: TrustedIssuer[]
    /** Networks of the installation's own in which providers of organisations may be; those of webhooks if left out. */
    providerNetworks?: string[] | undefined
    /** Finds the TXT records of names; the system does when left out. */
    resolveTxt?: TxtResolver | undefined
    files: FileSettings
    background: BackgroundSettings
    /** Providers asked for places besides what the program knows; none if left out. */
    places?: ProviderSettings | undefined
    links: LinkSettings
    /** Destinations outside that the audit log is sent to; none if left out. */
    audit?: AuditForwarding | undefined
    /** Shares the cache between processes; without one each has its own. */
    redisUrl: string | undefined
  }
  /** Enters a farm to look around in, for whoever makes the first organisation in a browser. */
  fillDemo?: FillDemo | undefined
  /** Mails of the services above this one; none if left out. */
  otherMails?: ((tools: MailTools & { publicUrl: PublicUrl }) => AnyJobKind[]) | undefined
  /** Registered in this order, after all operations. */
  routes: RegisterRoutes[]
}

/** The system service as the rest of the program sees it. */
export interface System {
  /** Identifies the caller; refuses with `unauthenticated`. */
  authenticate: ServeOptions['authenticate']
  /** Encrypts stored answers. */
  answersKey: Buffer
  /** Served below /api/identity. */
  identityOperations: Operation[]
  /** Served below /api/system. */
  systemOperations: Operation[]
  /** The directory in which files arrive that somebody sends. */
  incoming: string
  /** Address at which people reach the service; known once it listens. */
  publicUrl: () => string
  cache: Cache
  /** Mail, webhooks and the jobs behind them. */
  background: Background
  /** Checks if there is a part of the program of this name, whose logging can be set. */
  isModule: IsModule
  /** Does in this process what was told to all, without waiting for the next second. */
  hearNotices: () => Promise<void>
  /** Writes when the API keys were used that this process was shown. */
  noteKeyUses: () => Promise<void>
  audit: Audit
  /** Removes what uploads that were cut off have left. */
  sweepFiles: () => Promise<void>
  /** Deletes the organisations whose days of grace are over. */
  deleteDue: () => Promise<void>
  registerRoutes: RegisterRoutes
  /** Lets go of what it holds beside the database, which is to be closed afterwards. */
  close: () => Promise<void>
}

/** Opens what the system service keeps between requests, and reads what it needs of the database. Migrate first. */
export async function openSystem(options: SystemOptions): Promise<System> {
  const { database, clock, secrets, log, settings, routes } = options
  const { isModule = () => true } = options
  const logOf = (part: string) => options.loggerOf?.(`system/${part}`) ?? log
  const tokens = await openAccessTokens(database, secrets.vault, clock)
  const issuers = openTrustedIssuers(settings.trustedIssuers, logOf('access'))
  const files = openFiles(settings.files)
  const links = openLinks(settings.links)
  const background = openBackground({
    database,
    clock,
    log: logOf('background'),
    files,
    vault: secrets.vault,
    settings: settings.background,
    otherMails: (tools) => options.otherMails?.({ ...tools, publicUrl: settings.links.publicUrl }) ?? [],
  })
  const { cache, adminOperations, hearNotices, close } = await openSharedState({
    db: database.db,
    log: logOf('cache'),
    redisUrl: settings.redisUrl,
    setLevels: options.setLevels,
    forgetSecrets: async () => {
      issuers.forgetKeys()
      await tokens.reload()
    },
  })
  const places = openPlaces({ settings: settings.places, cache, log: logOf('locations'), clock })
  const { incoming } = files
  const audit = openAudit(database, { clock, log: logOf('audit'), forwarding: settings.audit })
  const keyUses = new KeyUses()
  const lookups = openCredentialLookups(database.db)
  const authenticator = { db: database.db, tokens, issuers, lookups, keyUses, log: logOf('access') }
  return {
    authenticate: (request, now) => authenticate(authenticator, request, now),
    answersKey: secrets.answersKey,
    identityOperations: [
      ...accessOperations({ tokens, issuers, sendsMail: background.sendsMail, fillDemo: options.fillDemo }),
      ...otherSignIns(options, { tokens, background }),
      ...leavingOperations(database, files),
    ],
    noteKeyUses: () => keyUses.write(database.db),
    systemOperations: [
      ...fileOperations(files),
      ...locationOperations(places),
      ...adminOperations,
      ...conversationOperations,
      ...linkOperations(links),
      ...background.operations,
      ...settingsOperations(cache, { isModule, hearNotices }),
      ...referenceOperations,
      ...varietiesOperations('/commodities/varieties/import', { incoming, hearNotices }),
      ...regionOperations,
      ...auditOperations,
    ],
    incoming,
    publicUrl: settings.links.publicUrl,
    background,
    cache,
    isModule,
    hearNotices,
    audit,
    close: () => audit.settle().then(close),
    sweepFiles: () => removeUnfinished(files, database, clock(), logOf('files')),
    deleteDue: () => deleteDue(database, clock(), logOf('organisation-deletion')),
    async registerRoutes(app, serve) {
      for (const register of [...ownRoutes(links, settings), ...routes]) await register(app, serve)
    },
  }
}

async function removeUnfinished(
  files: Files,
  database: Database,
  now: Date,
  log: SystemOptions['log'],
): Promise<void> {
  const removed = await sweepFiles(files, database, now)
  if (removed > 0) log.info({ removed }, 'removed unfinished uploads')
}

/** Operations by which people and organisations take their data with them, and go. */
const leavingOperations = (database: Database, files: Files): Operation[] => [
  ...peopleDataOperations({ database, incoming: files.incoming }),
  ...archiveOperations(files),
  ...deletionOperations,
]

/** Routes of the service itself that are no operations: short links, and directories. */
const ownRoutes = (links: Links, settings: SystemOptions['settings']): RegisterRoutes[] => [
  redirectRoutes(links),
  scimRoutes(settings.links.publicUrl),
]

/** Second factors, and sign-in by an organisation's own provider. */
function otherSignIns(
  { settings, secrets: { vault }, log, loggerOf }: SystemOptions,
  { tokens, background }: { tokens: AccessTokens; background: Background },
): Operation[] {
  const { providerNetworks, resolveTxt = systemTxtResolver, links } = settings
  const { reach, sendsMail } = background
  const networks = providerNetworks ? new PrivateNetworks(providerNetworks) : reach.networks
  return [
    ...factorOperations({ tokens, vault, sendsMail }),
    ...singleSignOnOperations({
      tokens,
      vault,
      reach: { ...reach, networks },
      resolveTxt,
      sendsMail,
      publicUrl: links.publicUrl,
      log: loggerOf?.('system/single-sign-on') ?? log,
    }),
  ]
}
