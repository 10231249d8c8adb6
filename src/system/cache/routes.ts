import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { forgetCached } from './forget-cached.ts'
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

/** Forgets all or part of what is cached, in every process within two seconds. Nothing is lost by it but time. */
async function clearCache(trx: Transaction, actor: Actor, body: ClearBody): Promise<Acknowledgement> {
  const keys = [...new Set(body.keys ?? [])]
  const prefixes = [...new Set(body.prefixes ?? [])]
  const [flush, secrets] = [body.flush ?? false, body.secrets ?? false]
  const said = [
    ...(flush ? ['all that was cached'] : []),
    ...(!flush && keys.length > 0 ? [keys.length === 1 ? 'one key' : `${keys.length} keys`] : []),
    ...(!flush && prefixes.length > 0
      ? [`every key that begins with ${prefixes.map((prefix) => `“${prefix}”`).join(' or ')}`]
      : []),
    ...(secrets ? ['key sets and credentials, which are read anew'] : []),
  ]
  if (said.length === 0) return { status: 'success', message: 'Nothing was named, so nothing was cleared.' }
  await forgetCached(trx, { keys, prefixes, flush, secrets })
  const data = { keys: keys.length, prefixes: prefixes.length, flush, secrets }
  await appendEvent(trx, actor, { type: 'cache.cleared', subject: 'cache', data })
  return { status: 'success', message: `Cleared: ${said.join('; ')}.` }
}
