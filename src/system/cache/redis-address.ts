import { message, type Message } from '../../words/catalogue.ts'
import type { Redis, RedisOptions } from 'ioredis'

// One Redis by its URL, or the one that leads a group by those who watch it: Redis Sentinel.

const SENTINEL = /^(redis|rediss)\+sentinel:\/\//i
const SENTINEL_PORT = 26_379
/** Behind the name of the group may stand the number of a database. */
const GROUP = /^\/([^/]+)(?:\/(\d+))?$/
const SENTINEL_PASSWORD = 'sentinelPassword'

/** Why a URL cannot be used, in words that go on a sentence about it; nothing where it can. */
export function problemOfRedisUrl(url: string): Message | undefined {
  if (/cluster/i.test(/^[^:]*/.exec(url)?.[0] ?? '')) return message('namesCluster', {})
  if (SENTINEL.test(url)) return problemOfSentinels(url)
  if (/^rediss?:\/\/[^/?#]*,/i.test(url)) return message('namesSeveralServers', {})
  return undefined
}

export const SENTINEL_EXAMPLE = 'redis+sentinel://10.0.0.21:26379,10.0.0.22:26379/granary'

function problemOfSentinels(url: string): Message | undefined {
  const urls = sentinelUrls(url)
  if (!urls.every((each) => URL.canParse(each))) return message('mustNameSentinels', {})
  const [first = ''] = urls
  const { pathname, searchParams } = new URL(first)
  if (!GROUP.test(pathname)) return message('mustEndInGroup', {})
  const unknown = [...searchParams.keys()].find((name) => name !== SENTINEL_PASSWORD)
  return unknown === undefined
    ? undefined
    : message('hasUnknownParameter', { parameter: unknown, known: SENTINEL_PASSWORD })
}

/** A URL for each Sentinel, with all that they share. */
function sentinelUrls(url: string): string[] {
  const [, start = '', credentials = '', hosts = '', rest = ''] =
    /^(rediss?)\+sentinel:\/\/([^@/?#]*@)?([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}://${credentials}${host.trim()}${rest}`)
}

function sentinelOptions(url: string): RedisOptions {
  const urls = sentinelUrls(url).map((each) => new URL(each))
  const [first = new URL('redis://localhost')] = urls
  const [, name = '', db = '0'] = GROUP.exec(first.pathname) ?? []
  const tls = first.protocol === 'rediss:' ? {} : undefined
  const [username, password] = [first.username, first.password].map(decodeURIComponent)
  const sentinelPassword = first.searchParams.get(SENTINEL_PASSWORD)
  return {
    sentinels: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || SENTINEL_PORT),
    })),
    name: decodeURIComponent(name),
    db: Number(db),
    ...(username && { username }),
    ...(password && { password }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  }
}

/** A constructor of connections: ioredis, or a kind of it. */
interface Connections<Connection> {
  new (url: string, options: RedisOptions): Connection
  new (options: RedisOptions): Connection
}

/** A connection to the Redis that a URL names, and to its successor when Sentinel has made another one lead. */
export function connectRedis<Connection extends Redis>(
  Kind: Connections<Connection>,
  url: string,
  options: RedisOptions,
): Connection {
  return SENTINEL.test(url) ? new Kind({ ...sentinelOptions(url), ...options }) : new Kind(url, options)
}
