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
          'Clears all or part of the cache, in every process within two seconds. It holds settings documents, under ' +
          '`settings:GB` and so on or `settings:all`, and answers of providers of places, under `places:`, the provider and what it was ' +
          'asked, such as `places:nominatim:…`; a prefix clears every key that begins so. What was cleared is made again when it is ' +
          'needed. `secrets` reads anew what else is kept in memory: the keys of trusted issuers, and those that sign access tokens.',
        permission: 'platform:admin',
        body: ClearBody,
        result: Acknowledgement,
        example: { keys: ['settings:GB'], prefixes: ['settings:'], flush: false, secrets: false },
        afterCommit,
      },
      (trx, actor, { body }) => clearCache(trx, actor, body),
    ),
  ]
}
