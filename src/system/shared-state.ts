import type { Kysely } from 'kysely'
import type { DatabaseLog } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import type { Operation } from '../http/operation.ts'
import { openCache, type Cache, type CacheClearing } from './cache/cache.ts'
import { cacheOperations } from './cache/routes.ts'
import { levelRules, type LevelRule } from './logging/rules.ts'
import { readLogging } from './logging/update-logging.ts'
import { NoticeReader, notifyProcesses } from './notices/notices.ts'

interface Options {
  db: Kysely<Tables>
  log: Pick<DatabaseLog, 'info' | 'warn'>
  redisUrl: string | undefined
  setLevels: ((rules: LevelRule[]) => void) | undefined
  /** Reads key sets and credentials anew. */
  forgetSecrets: () => Promise<void>
}

interface SharedState {
  cache: Cache
  adminOperations: Operation[]
  hearNotices: () => Promise<void>
  close: () => Promise<void>
}

/** Opens the state that each process has in its memory and all have to agree on: the cache, and how much is logged. */
export async function openSharedState(options: Options): Promise<SharedState> {
  const { db, log, redisUrl, setLevels, forgetSecrets } = options
  const cache = openCache({
    redisUrl,
    log,
    announce: (clearing) => notifyProcesses(db, 'cache', clearing),
  })
  const notices = new NoticeReader(db, log)
  const applyLogging = async () => setLevels?.(levelRules(await readLogging(db)))
  notices.on('logging', { hear: applyLogging, missed: applyLogging })
  notices.on('cache', {
    async hear(data) {
      // Written by `notifyProcesses` alone, from a clearing or a part of one.
      const {
        keys = [],
        prefixes = [],
        flush = false,
        secrets,
      } = data as Partial<CacheClearing & { secrets: boolean }>
      // They go first: a Redis that does not answer fails what follows, and is no reason to go on with a key that got out.
      if (secrets) await forgetSecrets()
      await cache.clearHere({ keys, prefixes, flush })
    },
    async missed() {
      await forgetSecrets()
      await cache.clearHere({ keys: [], prefixes: [], flush: true })
    },
  })
  const close = async () => {
    await notices.stop()
    await cache.close()
  }
  try {
    await notices.start()
    await applyLogging()
  } catch (error) {
    // Or the connection to Redis would keep a process going that has not started.
    await close()
    throw error
  }
  const hearNotices = () => notices.read()
  return {
    cache,
    adminOperations: cacheOperations(hearNotices),
    hearNotices,
    close,
  }
}
