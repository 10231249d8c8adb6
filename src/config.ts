import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import type { TrustedIssuer } from './system/access/trusted-issuers.ts'
import type { S3Settings } from './system/files/s3-store.ts'

/** What the service is told from outside. This file alone reads the environment. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  poolSize: number
  redisUrl: string | undefined
  /** Where files are kept instead of the data directory. */
  s3: S3Settings | undefined
  /** What one organisation's files may take up together: by default two harvests of tickets and photographs. */
  fileQuotaBytes: number
  smtpUrl: string | undefined
  logLevel: string
  /** Where people reach the service, for links; the listening address when not set. */
  publicUrl: string | undefined
  rateLimitPerMinute: number
  trustedIssuers: TrustedIssuer[]
  isDevelopment: boolean
}

/** Settings that cannot be used: one line for each, naming the setting and never a secret's value. */
export class ConfigRefused extends Error {
  readonly problems: string[]
  constructor(problems: string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.name = 'ConfigRefused'
    this.problems = problems
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
  return parseConfig({ ...readEnvFile(envFile), ...environment })
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new ConfigRefused([`${path} cannot be read: ${(error as Error).message}`])
  }
}

/** Settings as text, to what they mean. Pure. */
export function parseConfig(values: NodeJS.Dict<string>): Config {
  const problems: string[] = []
  const text = (name: string) => values[name]?.trim() || undefined
  const refuse = (name: string, problem: string, example: string) =>
    void problems.push(`${name} ${problem}, such as ${name}=${example}`)

  const whole = (name: string, fallback: number, [least, most]: [number, number]) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (/^\d+$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given)
    refuse(name, `must be a whole number from ${least} to ${most}`, String(fallback))
    return fallback
  }
  const url = (name: string, schemes: string[], example: string) => {
    const given = text(name)
    if (given === undefined) return undefined
    if (URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1))) return given
    refuse(
      name,
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      example,
    )
    return undefined
  }
  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel)) refuse('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`, 'info')
  const host = text('HOST') ?? '127.0.0.1'
  if (!isIP(host) && !HOST_NAME.test(host))
    refuse('HOST', 'must be an address or name of this machine', '127.0.0.1')

  const config: Config = {
    port: whole('PORT', 3000, [0, 65_535]),
    host,
    dataDir: text('DATA_DIR') ?? './data-dir',
    databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql'], 'postgres://granary@localhost:5432/granary'),
    poolSize: whole('DATABASE_POOL_SIZE', 16, [2, 1000]),
    redisUrl: url('REDIS_URL', ['redis', 'rediss'], 'redis://localhost:6379'),
    s3: s3Of(text, url, problems),
    fileQuotaBytes: whole('FILE_QUOTA_GIGABYTES', 20, [0, 1_000_000]) * 1024 ** 3,
    smtpUrl: url('SMTP_URL', ['smtp', 'smtps'], 'smtp://localhost:25'),
    logLevel,
    publicUrl: url('PUBLIC_URL', ['http', 'https'], 'https://granary.example'),
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', 60_000, [0, 100_000_000]),
    trustedIssuers: issuersOf(text('OIDC_ISSUERS'), problems),
    isDevelopment: text('NODE_ENV') === 'development',
  }
  if (problems.length > 0) throw new ConfigRefused(problems)
  return config
}

function s3Of(
  text: (name: string) => string | undefined,
  url: (name: string, schemes: string[], example: string) => string | undefined,
  problems: string[],
): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => text(name) === undefined)) return undefined
  const missing = names.filter((name) => name !== 'S3_REGION' && text(name) === undefined)
  problems.push(
    ...missing.map(
      (name) => `${name} is needed when any S3_ setting is given, such as ${name}=${s3Examples[name]}`,
    ),
  )
  return {
    endpoint: url('S3_ENDPOINT', ['http', 'https'], s3Examples.S3_ENDPOINT) ?? '',
    bucket: text('S3_BUCKET') ?? '',
    region: text('S3_REGION') ?? 'us-east-1',
    accessKeyId: text('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: text('S3_SECRET_ACCESS_KEY') ?? '',
  }
}

const s3Examples = {
  S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com',
  S3_BUCKET: 'granary-files',
  S3_REGION: 'eu-west-2',
  S3_ACCESS_KEY_ID: '…',
  S3_SECRET_ACCESS_KEY: '…',
}

const ISSUERS_EXAMPLE = `[{"issuer":"https://id.example","audience":"granary"}]`
const ISSUER_FIELDS = ['issuer', 'audience', 'jwksUri', 'organisationClaim']

function issuersOf(given: string | undefined, problems: string[]): TrustedIssuer[] {
  if (given === undefined) return []
  const refuse = (problem: string) => {
    problems.push(`OIDC_ISSUERS ${problem}, such as OIDC_ISSUERS=${ISSUERS_EXAMPLE}`)
    return []
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    return refuse('must be JSON: a list of issuers')
  }
  if (!Array.isArray(parsed) || !parsed.every(isIssuer)) {
    return refuse(
      `must be a list of objects with issuer and audience, and perhaps ${ISSUER_FIELDS.slice(2).join(', ')}`,
    )
  }
  return parsed
}

function isIssuer(value: unknown): value is TrustedIssuer {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  const isKnown = entries.every(([name, each]) => ISSUER_FIELDS.includes(name) && typeof each === 'string')
  const urls = ['issuer', 'jwksUri'].filter((name) => Object.hasOwn(value, name))
  const areUrls = entries.every(([name, each]) => !urls.includes(name) || URL.canParse(String(each)))
  return isKnown && areUrls && 'issuer' in value && 'audience' in value
}

/** Settings that are read, and that nothing uses yet: said by `config check`, so that nobody relies on them. */
export function unusedSettings({ redisUrl, smtpUrl }: Config): string[] {
  return [
    ...(redisUrl ? ['REDIS_URL: this version keeps no cache between processes'] : []),
    ...(smtpUrl ? ['SMTP_URL: this version sends no mail'] : []),
  ]
}
