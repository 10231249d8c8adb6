import { redisBusDriver, redisDriver } from 'bentocache/drivers/redis'
import { Redis, type RedisOptions } from 'ioredis'
import type { DatabaseLog } from '../../db/log.ts'
import { connectRedis } from './redis-address.ts'

/** The parts of Redis that the cache needs: a layer that processes share, and a bus on which they announce changes to each other. */
export interface RedisLayer {
  driver: ReturnType<typeof redisDriver>
  bus: ReturnType<typeof redisBusDriver>
  /**
   * Deletes keys, and all that begin with one of the prefixes. While Redis is away it does nothing, since everything is
   * forgotten once it is back; throws where it is there and does not answer.
   */
  forget(named: { keys: string[]; prefixes: string[] }): Promise<void>
  /** Lets go of every connection, at the latest when `left` has had a moment. */
  close(left: Promise<unknown>): Promise<void>
}

type Log = Pick<DatabaseLog, 'info' | 'warn'>

/** Longer than any answer of a Redis that is well, and short enough for whoever waits for a page. */
const PATIENCE_MS = 500
const SCAN_COUNT = 1000
/** A Redis that is back and does not answer is asked again this often. */
const AGAIN_MS = 1000
/** Most announcements to send once Redis is back. Everything is forgotten then anyway, so a few are enough. */
const MOST_UNSENT = 100

const shared: RedisOptions = {
  connectTimeout: 5000,
  // A connection that ends before this was answered would be taken for a good one, and never be made again.
  disableClientInfo: true,
  retryStrategy: (times) => Math.min(times * 100, 2000),
}

/**
 * Connects to Redis, for as long as the process lives.
 *
 * @param start what every key of ours begins with
 * @param onReturn called when Redis is there again after it was lost
 */
export function openRedisLayer(
  url: string,
  start: string,
  log: Log,
  onReturn: () => Promise<unknown>,
): RedisLayer {
  // A request must never wait for Redis to come back.
  const values = connectRedis(Redis, url, {
    ...shared,
    enableOfflineQueue: false,
    // A process that is just starting is too busy to hear the answer in time.
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    commandTimeout: PATIENCE_MS,
  })
  // The subscription, however, does.
  const bus = connectRedis(BusConnection, url, { ...shared, maxRetriesPerRequest: null, lazyConnect: true })
  const { isAway, stop } = watch(values, log, onReturn)
  return {
    driver: redisDriver({ connection: values }),
    bus: busDriver(bus, log),
    async forget({ keys, prefixes }) {
      try {
        if (isAway()) return
        const found = await Promise.all(prefixes.map((prefix) => scan(values, start + prefix)))
        const all = [...new Set([...keys.map((key) => start + key), ...found.flat()])]
        for (let at = 0; at < all.length; at += SCAN_COUNT) await values.del(all.slice(at, at + SCAN_COUNT))
      } catch (error) {
        if (!isAway()) throw error
      }
    },
    async close(left) {
      stop()
      await patiently(left).catch(() => undefined)
      for (const connection of [values, bus, ...bus.copies]) connection.disconnect()
    },
  }
}

/** Says when Redis is lost and when it is back, once each. Whoever was told that it is away can rely on `onReturn`. */
function watch(
  connection: Redis,
  log: Log,
  onReturn: () => Promise<unknown>,
): { isAway: () => boolean; stop: () => void } {
  let isLost = false
  let isSaid = false
  let isNotClearedSaid = false
  const onLoss = (error?: Error) => {
    if (!isSaid) log.warn({ err: error }, 'Redis is away: every process goes on with a cache of its own')
    isLost = true
    isSaid = true
  }
  // What stands in front of a Redis that is down may take connections and end them, which is no error.
  const onClose = () => onLoss()
  connection.on('error', onLoss)
  connection.on('close', onClose)
  connection.on('ready', () => {
    if (!isLost) return
    isLost = false
    follow()
  })
  const follow = () =>
    void onReturn()
      .then(() => {
        if (connection.status !== 'ready') return
        isNotClearedSaid = false
        if (!isSaid) return
        isSaid = false
        log.info({}, 'Redis is back')
      })
      .catch((error: unknown) => {
        // One that takes no password of ours is there again ten times a second.
        if (!isNotClearedSaid) log.warn({ err: error }, 'the cache was not cleared; trying again')
        isNotClearedSaid = true
        setTimeout(follow, AGAIN_MS).unref()
      })
  return {
    isAway() {
      const isReady = connection.status === 'ready'
      // Also where it has never been there yet: others may have left in it what is to be forgotten.
      if (!isReady) isLost = true
      return !isReady
    },
    stop: () => void connection.off('close', onClose),
  }
}

/** Source of the two connections of the bus. Both need a listener for their errors. */
class BusConnection extends Redis {
  readonly copies: Redis[] = []

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate({ ...override, lazyConnect: false })
    // `watch` says it of the connection beside it.
    copy.on('error', () => undefined)
    this.copies.push(copy)
    return copy
  }
}

function busDriver(connection: BusConnection, log: Log): RedisLayer['bus'] {
  const driver = redisBusDriver({ connection, retryQueue: { maxSize: MOST_UNSENT } })
  return {
    ...driver,
    factory: (options) => {
      const transport = driver.factory(options)
      const publish = transport.publish.bind(transport)
      const subscribe = transport.subscribe.bind(transport)
      // Nobody waits for it: it waits for Redis itself, and ends with the connection.
      transport.subscribe = (channel, handler) =>
        subscribe(channel, handler).catch((error: unknown) => {
          if (connection.copies.some(({ status }) => status === 'ready'))
            log.warn({ err: error }, 'Redis does not tell what other processes forget')
        })
      transport.publish = async (channel, message) => {
        if (connection.copies.some(({ status }) => status !== 'ready')) throw new Error('Redis is away')
        await patiently(publish(channel, message))
      }
      return transport
    },
  }
}

async function scan(connection: Redis, start: string): Promise<string[]> {
  const pattern = `${start.replaceAll(/[\\*?[\]]/g, '\\$&')}*`
  const found = new Set<string>()
  let cursor = '0'
  do {
    const [next, keys] = await connection.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT)
    for (const key of keys) found.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...found]
}

async function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis took longer than ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
