import { write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { clearCache } from './clear-cache.ts'
import { ClearBody } from './schema.ts'

/** Clearing the cache. `afterCommit` has this process forget at once; the others hear of it by a notice. */
export function cacheOperations(afterCommit: () => Promise<void>): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/cache',
        title: 'Create cache',
        description:
          'Clears all or part of the cache, in every process within two seconds. Nothing is lost: what was cleared is made again when it ' +
          'is needed. The cache holds settings documents, under keys such as `settings:GB` or `settings:all`, and answers of providers of ' +
          'places, under keys such as `places:nominatim:…`. `prefixes` clears every key that begins so. `secrets` reads again the keys of ' +
          'trusted issuers and those that sign access tokens.',
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
