import { BentoCache, bentostore, errors } from 'bentocache'
import { MemoryDriver } from 'bentocache/drivers/memory'
import { LRUCache } from 'lru-cache'
import type { DatabaseLog } from '../../db/log.ts'
import { isInsideTransaction, type Transaction } from '../../db/transaction.ts'
import { notifyProcesses } from '../notices/notices.ts'
import { openRedisLayer, type RedisLayer } from './redis-layer.ts'

/** Answers that are dear to make, kept for a while. Nothing depends on it being there: what is gone is made again. */
export interface Cache {
  /**
   * Returns the value stored under the key, or else the one that `make` gives, which is then stored. Values come back as JSON carries them. Callers
   * that want one key at the same time wait for one `make`; an error from it reaches them as it is, and is not stored. In a transaction nothing is
   * cached, since what it sees may never be stored.
   *
   * @example
   * await cache.getOrSet(`settings:${countryISO}`, 3600, () => settingsOf(countryISO))
   */
  getOrSet<T>(key: string, ttlSeconds: number, make: () => Promise<T>): Promise<T>
  /**
   * Forgets keys, in every process. Commands use `forgetCached` instead: in the midst of a transaction others would
   * read the old value once more, and keep that.
   */
  delete(keys: string[]): Promise<void>
  /** Forgets every key that begins with one of these, in every process. */
  deleteByPrefixes(prefixes: string[]): Promise<void>
  /** Forgets everything, in every process. */
  clear(): Promise<void>
}

/** Entries to forget. */
export interface CacheClearing {
  keys: string[]
  prefixes: string[]
  flush: boolean
}

export interface CacheOptions {
  /** Shares what is kept between processes; without one every process keeps its own. */
  redisUrl: string | undefined
  log: Pick<DatabaseLog, 'info' | 'warn'>
  /** Tells the other processes what to forget. */
  announce: (clearing: CacheClearing) => Promise<void>
}

export interface OpenCache extends Cache {
  /** Forgets in this process, and in what it shares with others. Throws where that does not answer: then it is to be done again. */
  clearHere(clearing: CacheClearing): Promise<void>
  close(): Promise<void>
}

const PREFIX = 'granary'
/** Of one process: a few hundred reference documents, or some thousand small answers. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 10_000
/** A longer one would push out too many others. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024
/** While Redis is away it is asked again this often, and not by every request. */
const BREAK_MS = 1000

/**
 * Opens the cache: in this process's memory, which is bounded, and with Redis behind it where there is one. Redis may
 * come and go: without it every process goes on with its own memory.
 */
export function openCache({ redisUrl, log, announce }: CacheOptions): OpenCache {
  const memory = new LRUCache<string, string>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: (value, key) => Buffer.byteLength(value) + Buffer.byteLength(key),
  })
  // What was said while Redis was away was not heard here.
  const everything = { keys: [], prefixes: [], flush: true }
  const redis =
    redisUrl === undefined
      ? undefined
      : openRedisLayer(redisUrl, `${PREFIX}:`, log, () => clearHere(everything))
  const cache = openBento(memory, redis)
  /** Counts clearings, so that what was being made during one is not kept after it. */
  let clearings = 0

  async function clearHere({ keys, prefixes, flush }: CacheClearing): Promise<void> {
    clearings += 1
    const begun = flush ? [''] : [...new Set(prefixes)].filter((prefix) => prefix !== '')
    if (flush) await cache.clear()
    else {
      const known = begun.flatMap((prefix) => keysInMemory(memory, prefix))
      const all = [...new Set([...keys, ...known])]
      if (all.length > 0) await cache.deleteMany({ keys: all })
    }
    // By ourselves, for the cache leaves Redis alone for a while after a failure, and says nothing of it.
    await redis?.forget({ keys, prefixes: begun })
  }
  const clearEverywhere = async (clearing: Partial<CacheClearing>) => {
    const whole = { keys: [], prefixes: [], flush: false, ...clearing }
    // Whoever hears the announcement, this process too, does it again where Redis did not answer.
    await clearHere(whole).catch((error: unknown) => log.warn({ err: error }, 'Redis was not cleared'))
    await announce(whole)
  }
  return {
    async getOrSet<T>(key: string, ttlSeconds: number, make: () => Promise<T>): Promise<T> {
      if (isInsideTransaction()) return make()
      let unkept: { value: T } | undefined
      try {
        const value = await cache.getOrSet<T>({
          key,
          ttl: ttlSeconds * 1000,
          factory: async ({ skip }) => {
            const before = clearings
            const value = await make()
            if (value !== undefined && clearings === before) return value
            unkept = { value }
            // Its type says undefined, which is what the caller gets and `unkept` stands in for.
            return skip() as T
          },
        })
        return unkept === undefined ? value : unkept.value
      } catch (error) {
        throw error instanceof errors.E_FACTORY_ERROR ? error.cause : error
      }
    },
    delete: (keys) => clearEverywhere({ keys }),
    deleteByPrefixes: (prefixes) => clearEverywhere({ prefixes }),
    clear: () => clearEverywhere({ flush: true }),
    clearHere,
    async close() {
      // Redis may be away, and then never says goodbye.
      const left = cache.disconnect().catch(() => undefined)
      await redis?.close(left)
    },
  }
}

function openBento(memory: LRUCache<string, string>, redis: RedisLayer | undefined) {
  const store = bentostore({ prefix: PREFIX, l2CircuitBreakerDuration: BREAK_MS }).useL1Layer({
    options: {},
    factory: (config: object) => new MemoryDriver({ ...config, cacheInstance: memory }),
  })
  if (redis) store.useL2Layer(redis.driver).useBus(redis.bus)
  return new BentoCache({ default: 'granary', stores: { granary: store } })
}

function keysInMemory(memory: LRUCache<string, string>, prefix: string): string[] {
  const start = `${PREFIX}:`
  return [...memory.keys()]
    .filter((key) => key.startsWith(start + prefix))
    .map((key) => key.slice(start.length))
}

/**
 * Forgets what the cache keeps, in every process, once the transaction is stored. For a command that changes what
 * cached answers are made from. Its operation has `afterCommit` where its own caller has to see the change at once.
 *
 * @example
 * await forgetCached(trx, { prefixes: ['settings:'] })
 */
export async function forgetCached(
  trx: Transaction,
  clearing: Partial<CacheClearing & { secrets: boolean }>,
): Promise<void> {
  await notifyProcesses(trx, 'cache', clearing)
}
