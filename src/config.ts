import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import { SECRET_KEY_LENGTH } from './kernel/vault.ts'
import { databaseOf, type DatabaseSettings } from './db/database-settings.ts'
import { MendableError } from './kernel/errors.ts'
import { withFilesRead } from './kernel/setting-files.ts'
import { settingsIn, type Settings } from './kernel/settings.ts'
import { isOrigin } from './kernel/web.ts'
import { problemOfRedisUrl, SENTINEL_EXAMPLE } from './system/cache/redis-address.ts'
import { issuersIn } from './system/access/issuer-settings.ts'
import type { TrustedIssuer } from './system/access/trusted-issuers.ts'
import { forwardingIn, type AuditForwarding } from './system/audit/forward.ts'
import { s3In } from './system/files/s3-settings.ts'
import type { S3Settings } from './system/files/store.ts'
import { backupsIn, type BackupSettings } from './system/backups/backup-settings.ts'
import type { UpdateSettings } from './system/backups/update-check.ts'
import type { LinkSettings } from './system/links/links.ts'
import { builtInTemplates, isLinkHost, parseTemplates } from './system/links/rules.ts'
import type { ProviderSettings } from './system/locations/providers/open-providers.ts'
import { isMailbox, parseMailbox, type Mailbox } from './system/mail/rules.ts'
import { isNetwork } from './system/webhooks/addresses.ts'
import { message, type Message } from './words/catalogue.ts'
import { languages, type Language } from './words/languages.ts'
import { terminalLanguage } from './words/terminal-language.mjs'

/** Settings of the service from outside. This file alone reads the environment. */
export interface Config extends DatabaseSettings {
  port: number
  host: string
  dataDir: string
  /** The files of a certificate and its key: with them the service speaks HTTPS itself. */
  tls: { certFile: string; keyFile: string } | undefined
  /** Seals the secrets in the database. Where it is not set, it is in a file. */
  secretKey: string | undefined
  /** Another place for that file than the data directory. */
  secretKeyFile: string | undefined
  /** Settings to encrypt and decrypt backups. */
  backups: BackupSettings
  /** Seconds that the service goes on after SIGTERM, not ready any more, until balancers have seen it. */
  drainSeconds: number
  redisUrl: string | undefined
  /** The S3 bucket for files, instead of the data directory. */
  s3: S3Settings | undefined
  /** Bytes that all files of one organisation may take up: by default two harvests of tickets and photographs. */
  fileQuotaBytes: number
  /** Takes mail; without it mails are files in the data directory. */
  smtpUrl: string | undefined
  mail: MailConfig
  /** Networks of the installation's own that webhooks may reach. */
  webhookNetworks: string[]
  logLevel: string
  /** The address at which people reach the service, for links; the listening address when not set. */
  publicUrl: string | undefined
  rateLimitPerMinute: number
  /** The token that Prometheus sends from another machine. */
  metricsToken: string | undefined
  /** Addresses of the proxies in front, whose word on where a request comes from is taken. */
  trustedProxies: string[]
  /** Origins of browser applications that may read answers. */
  corsOrigins: string[]
  /** Names under which people reach the service, besides those that it has anyway. */
  allowedHosts: string[]
  trustedIssuers: TrustedIssuer[]
  /** Short links: who may make them, where they may lead, what they are made for, and how many of them. */
  links: Pick<LinkSettings, 'hosts' | 'templates' | 'makers' | 'perMinute'>
  /** Providers to ask for places that the program does not know. */
  places: ProviderSettings
  /** Destinations outside that the audit log is sent to. */
  audit: AuditForwarding
  /** The places in which newer versions are looked for. */
  updates: UpdateSettings
  isDevelopment: boolean
}

interface MailConfig {
  from: Mailbox
  /** The expert's address for questions that the service passes on; undefined passes on none. */
  expertEmail: string | undefined
  /** Bytes that the files of one mail may have together. */
  attachmentBytes: number
}

/** Settings that cannot be used: one line for each, naming the setting and never a secret's value. */
export class ConfigRefused extends MendableError {
  constructor(problems: Message[], options?: ErrorOptions) {
    super(message('settingsAreRefused', { problems }), options)
  }
}

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the settings from the environment and, below it, from a `.env` file in the working directory.
 *
 * @throws ConfigRefused with one line for every wrong value
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, envFile = '.env'): Config {
  const problems: Message[] = []
  const values = withFilesRead({ ...readEnvFile(envFile), ...environment }, problems)
  if (problems.length > 0) throw new ConfigRefused(problems)
  return parseConfig(values)
}

/** The names of the settings that the environment itself has, and not a `.env` file. */
export function readGiven(environment: NodeJS.ProcessEnv = process.env): Set<string> {
  return new Set(Object.keys(environment).filter((name) => environment[name]?.trim()))
}

/** The language that the terminal is set to; English where it is set to none that there is. */
export function readTerminalLanguage(environment: NodeJS.ProcessEnv = process.env): Language {
  return terminalLanguage(environment, languages)
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    const reason = (error as Error).message
    throw new ConfigRefused([message('isUnreadable', { file: path, reason })], { cause: error })
  }
}

/** Settings as text, to what they mean. Pure. */
export function parseConfig(values: NodeJS.Dict<string>): Config {
  const problems: Message[] = []
  const settings = settingsIn(values, problems)
  const { text, refuse, whole, url, webAddress, list } = settings
  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel))
    refuse('LOG_LEVEL', message('mustBeOneOfWords', { words: logLevels }), 'info')
  const host = text('HOST') ?? '127.0.0.1'
  if (!isIP(host) && !HOST_NAME.test(host)) refuse('HOST', message('mustBeOfThisMachine', {}), '127.0.0.1')

  const config: Config = {
    port: whole('PORT', 3000, [0, 65_535]),
    host,
    dataDir: text('DATA_DIR') ?? './data-dir',
    tls: tlsOf(settings),
    ...secretKeyOf(settings),
    backups: backupsIn(settings),
    ...databaseOf(settings),
    // The embedded database has no other process that could take over.
    drainSeconds: whole('DRAIN_SECONDS', text('DATABASE_URL') === undefined ? 0 : 5, [0, 600]),
    redisUrl: redisUrlOf(settings),
    s3: s3In(settings),
    fileQuotaBytes: whole('FILE_QUOTA_GIGABYTES', 20, [0, 1_000_000]) * 1024 ** 3,
    smtpUrl: url('SMTP_URL', ['smtp', 'smtps'], 'smtp://localhost:25'),
    mail: {
      ...mailOf(settings),
      // Base64 makes a third more of it, and many mailboxes take no more than 25 MB.
      attachmentBytes: whole('MAIL_ATTACHMENTS_MEGABYTES', 18, [1, 1000]) * 1024 ** 2,
    },
    webhookNetworks: list(
      'WEBHOOK_NETWORKS',
      isNetwork,
      message('mustBeNetworks', {}),
      '10.1.0.0/16,fd12::/16',
    ),
    logLevel,
    publicUrl: webAddress('PUBLIC_URL', 'https://granary.example'),
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', 60_000, [0, 100_000_000]),
    metricsToken: metricsTokenOf(settings),
    trustedProxies: list(
      'TRUSTED_PROXIES',
      (each) => isIP(each) !== 0 || isNetwork(each),
      message('mustBeAddresses', {}),
      '127.0.0.1,10.0.0.0/8',
    ),
    corsOrigins: list(
      'CORS_ORIGINS',
      isOrigin,
      message('mustBeOrigins', {}),
      'https://office.example,http://localhost:5173',
    ).map((each) => new URL(each).origin),
    allowedHosts: list(
      'ALLOWED_HOSTS',
      (each) => HOST_NAME.test(each),
      message('mustBeHostNames', {}),
      'granary.internal,barn.lan',
    ),
    trustedIssuers: issuersIn(settings),
    links: { ...linksOf(settings), perMinute: whole('LINKS_PER_MINUTE', 60, [0, 1_000_000]) },
    places: {
      ...placeProvidersOf(settings),
      callsPerMinute: whole('PLACE_CALLS_PER_MINUTE', 300, [1, 1_000_000]),
    },
    audit: forwardingIn(settings),
    updates: updatesOf(settings),
    isDevelopment: text('NODE_ENV') === 'development',
  }
  if (problems.length > 0) throw new ConfigRefused(problems)
  return config
}

function updatesOf({ text, url }: Settings): UpdateSettings {
  return {
    url: url('UPDATE_CHECK_URL', ['https', 'http'], 'https://updates.example/granary.json'),
    directory: text('UPDATE_CHECK_DIR'),
  }
}

/** As long as nobody guesses, and of what a header may carry. */
function metricsTokenOf({ text, refuse }: Settings): string | undefined {
  const given = text('METRICS_TOKEN')
  if (given !== undefined && !/^[\x21-\x7e]{20,}$/.test(given))
    refuse('METRICS_TOKEN', message('mustBeToken', {}), '…')
  return given
}

function redisUrlOf({ text, refuse, url }: Settings): string | undefined {
  const given = text('REDIS_URL') ?? ''
  const problem = problemOfRedisUrl(given)
  if (problem !== undefined) {
    refuse('REDIS_URL', problem, SENTINEL_EXAMPLE)
    return undefined
  }
  return given.includes('+sentinel:')
    ? given
    : url('REDIS_URL', ['redis', 'rediss'], 'redis://localhost:6379')
}

function secretKeyOf({ text, refuse }: Settings): Pick<Config, 'secretKey' | 'secretKeyFile'> {
  const [secretKey, secretKeyFile] = [text('SECRET_KEY'), text('SECRET_KEY_FILE')]
  if (secretKey !== undefined && secretKey.length < SECRET_KEY_LENGTH)
    refuse(
      'SECRET_KEY',
      message('mustBeRandom', { length: SECRET_KEY_LENGTH }),
      '"$(openssl rand -base64 32)"',
    )
  if (secretKey !== undefined && secretKeyFile !== undefined)
    refuse('SECRET_KEY_FILE', message('mustStandAlone', { other: 'SECRET_KEY' }), '/etc/granary.key')
  return { secretKey, secretKeyFile }
}

function tlsOf({ text, refuse }: Settings): Config['tls'] {
  const [certFile, keyFile] = [text('TLS_CERT'), text('TLS_KEY')]
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile }
  if (certFile !== undefined)
    refuse('TLS_CERT', message('mustComeWith', { other: 'TLS_KEY' }), 'data-dir/tls/granary.crt')
  if (keyFile !== undefined)
    refuse('TLS_KEY', message('mustComeWith', { other: 'TLS_CERT' }), 'data-dir/tls/granary-key.pem')
  return undefined
}

const NOBODY: Mailbox = { name: 'Granary', address: 'granary@localhost' }
const MAIL_FROM_EXAMPLE = 'Granary <granary@farm.example>'

function mailOf({ text, refuse }: Settings): Omit<MailConfig, 'attachmentBytes'> {
  const given = text('MAIL_FROM')
  const from = given === undefined ? NOBODY : parseMailbox(given)
  const isSentOut = /^smtps?:/i.test(text('SMTP_URL') ?? '')
  if (!from) refuse('MAIL_FROM', message('mustBeMailbox', {}), MAIL_FROM_EXAMPLE)
  if (isSentOut && given === undefined)
    refuse('MAIL_FROM', message('isNeededBesideSetting', { other: 'SMTP_URL' }), MAIL_FROM_EXAMPLE)
  const expertEmail = text('EXPERT_EMAIL')
  if (expertEmail !== undefined && !isMailbox(expertEmail))
    refuse('EXPERT_EMAIL', message('mustBeMailAddress', {}), 'agronomist@adviser.example')
  // Mails that nobody sends out may be addressed to anybody.
  return { from: from ?? NOBODY, expertEmail: expertEmail ?? (isSentOut ? undefined : 'expert@localhost') }
}

function linksOf({ text, list, refuse }: Settings): Pick<LinkSettings, 'hosts' | 'templates' | 'makers'> {
  const hosts = list(
    'LINK_HOSTS',
    (each) => isLinkHost(each.toLowerCase()),
    message('mustBeHosts', {}),
    'www.farm.example,shop.farm.example:8443',
  ).map((each) => each.toLowerCase())
  const given = text('LINK_TEMPLATES')
  const templates = given === undefined ? builtInTemplates : parseTemplates(given)
  if (!templates)
    refuse(
      'LINK_TEMPLATES',
      message('mustBeTemplates', {}),
      '[{"name":"offer","medium":"email","path":"/offers/"}]',
    )
  const makers = text('LINK_MAKERS') ?? 'anybody'
  if (makers !== 'anybody' && makers !== 'members')
    refuse('LINK_MAKERS', message('mustBeEither', { one: 'anybody', other: 'members' }), 'members')
  return {
    makers: makers === 'members' ? 'members' : 'anybody',
    hosts: hosts.length > 0 ? hosts : undefined,
    templates: templates ?? builtInTemplates,
  }
}

function placeProvidersOf({ text, webAddress }: Settings): Omit<ProviderSettings, 'callsPerMinute'> {
  const keyed = (apiKey: string | undefined, address: string) => apiKey && { url: address, apiKey }
  const words = webAddress('WHAT3WORDS_URL', WHAT3WORDS) ?? WHAT3WORDS
  const capture = webAddress('LOQATE_URL', LOQATE) ?? LOQATE
  return {
    what3words: keyed(text('WHAT3WORDS_API_KEY'), words) || undefined,
    loqate: keyed(text('LOQATE_API_KEY'), capture) || undefined,
    photonUrl: webAddress('PHOTON_URL', 'https://photon.example'),
    nominatimUrl: webAddress('NOMINATIM_URL', 'https://nominatim.example'),
    postcodesIoUrl: webAddress('POSTCODES_IO_URL', 'https://api.postcodes.io'),
  }
}

const WHAT3WORDS = 'https://api.what3words.com'
const LOQATE = 'https://api.addressy.com'
