import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { TrustedIssuer } from './system/access/trusted-issuers.ts'

/** What the service is told from outside. This file alone reads the environment. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  poolSize: number
  redisUrl: string | undefined
  s3: S3Config | undefined
  smtpUrl: string | undefined
  logLevel: string
  /** Where people reach the service, for links; the listening address when not set. */
  publicUrl: string | undefined
  rateLimitPerMinute: number
  trustedIssuers: TrustedIssuer[]
  isDevelopment: boolean
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Settings that cannot be used: one line for each, naming the setting and never a secret's value. */
export class ConfigRefused extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigRefused'
    this.problems = problems
  }
}

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
  const refuse = (name: string, problem: string, example: string) => void problems.push(`${name} ${problem}, such as ${name}=${example}`)

  const whole = (name: string, fallback: number, max: number, example: string) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (/^\d+$/.test(given) && Number(given) <= max) return Number(given)
    refuse(name, `must be a whole number from 0 to ${max}`, example)
    return fallback
  }
  const url = (name: string, schemes: string[], example: string) => {
    const given = text(name)
    if (given === undefined) return undefined
    if (URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1))) return given
    refuse(name, `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, example)
    return undefined
  }
  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel)) refuse('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`, 'info')

  const config: Config = {
    port: whole('PORT', 3000, 65_535, '3000'),
    host: text('HOST') ?? '127.0.0.1',
    dataDir: text('DATA_DIR') ?? './data-dir',
    databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql'], 'postgres://granary@localhost:5432/granary'),
    poolSize: whole('DATABASE_POOL_SIZE', 16, 1000, '16'),
    redisUrl: url('REDIS_URL', ['redis', 'rediss'], 'redis://localhost:6379'),
    s3: s3Of(text, url, problems),
    smtpUrl: url('SMTP_URL', ['smtp', 'smtps'], 'smtp://localhost:25'),
    logLevel,
    publicUrl: url('PUBLIC_URL', ['http', 'https'], 'https://granary.example'),
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', 60_000, 100_000_000, '60000'),
    trustedIssuers: issuersOf(text('OIDC_ISSUERS'), problems),
    isDevelopment: text('NODE_ENV') === 'development',
  }
  if (config.poolSize < 2) refuse('DATABASE_POOL_SIZE', 'must be at least 2', '16')
  if (problems.length > 0) throw new ConfigRefused(problems)
  return config
}

function s3Of(
  text: (name: string) => string | undefined,
  url: (name: string, schemes: string[], example: string) => string | undefined,
  problems: string[],
): S3Config | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => text(name) === undefined)) return undefined
  const missing = names.filter((name) => name !== 'S3_REGION' && text(name) === undefined)
  problems.push(...missing.map((name) => `${name} is needed when any S3_ setting is given, such as ${name}=${s3Examples[name]}`))
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
    return refuse(`must be a list of objects with issuer and audience, and perhaps ${ISSUER_FIELDS.slice(2).join(', ')}`)
  }
  return parsed
}

function isIssuer(value: unknown): value is TrustedIssuer {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  const isKnown = entries.every(([name, each]) => ISSUER_FIELDS.includes(name) && typeof each === 'string')
  return isKnown && 'issuer' in value && 'audience' in value && URL.canParse(String(value.issuer))
}

/** Settings that are read, and that nothing uses yet: said by `config check`, so that nobody relies on them. */
export function unusedSettings({ redisUrl, s3, smtpUrl }: Config): string[] {
  return [
    ...(redisUrl ? ['REDIS_URL: this version keeps no cache between processes'] : []),
    ...(s3 ? ['S3_…: this version stores no files'] : []),
    ...(smtpUrl ? ['SMTP_URL: this version sends no mail'] : []),
  ]
}
