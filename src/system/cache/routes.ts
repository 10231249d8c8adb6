import Type, { type Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { write, type Operation } from '../../http/operation.ts'
import { closed, described, maybe, Acknowledgement } from '../../http/validate/schema.ts'
import { appendEvent } from '../events/append-event.ts'
import { forgetCached } from './cache.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 1000 })

const ClearBody = closed({
  keys: maybe(described(Names, 'Single answers, such as `settings:GB`.')),
  prefixes: maybe({ ...Names, maxItems: 100, description: 'Every key that begins so, such as `settings:`.' }),
  flush: maybe(Type.Boolean({ default: false, description: 'true forgets all that is cached.' })),
  secrets: maybe(
    Type.Boolean({
      default: false,
      description:
        'true reads key sets anew: those of trusted issuers, and our own. Credentials of providers are settings, and need a restart.',
    }),
  ),
})
export type ClearBody = Static<typeof ClearBody>

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
  if (!flush && !secrets && keys.length === 0 && prefixes.length === 0)
    return acknowledge(actor, message('nothingWasCleared', {}))
  await forgetCached(trx, { keys, prefixes, flush, secrets })
  const data = { keys: keys.length, prefixes: prefixes.length, flush, secrets }
  await appendEvent(trx, actor, { type: 'cache.cleared', subject: 'cache', data })
  return acknowledge(actor, message('cacheIsCleared', { keys: keys.length, prefixes, flush, secrets }))
}
