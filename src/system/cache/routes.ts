import { write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/schema.ts'
import { clearCache } from './clear-cache.ts'
import { ClearBody } from './schema.ts'

export function cacheOperations(afterCommit: () => Promise<void>): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/cache',
        title: 'Create cache',
        description:
          'Clears all or part of the cache, in every process within two seconds. Keys are words with colons between, such as ' +
          '`settings:GB` or `commodities:FR`; a prefix takes every key that begins so. What was cleared is made again when it is asked ' +
          'for. `secrets` reads anew what else is kept in memory: the keys of trusted issuers, and those that sign access tokens.',
        permission: 'platform:admin',
        body: ClearBody,
        result: Acknowledgement,
        example: { keys: ['settings:GB'], prefixes: ['commodities:'], flush: false, secrets: false },
        afterCommit,
      },
      (trx, actor, { body }) => clearCache(trx, actor, body),
    ),
  ]
}
