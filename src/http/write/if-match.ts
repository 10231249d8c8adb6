import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import type { Actor } from '../actor.ts'
import { etagOf, matches } from './etag.ts'
import type { Operation } from '../operation.ts'

/**
 * Begins a change of a single resource: refused where `If-Match` names another version than the stored one. Changes of one
 * resource take turns from here on, with and without `If-Match`. Otherwise two that have read the same version would both find it
 * still there, and the later one would write over what its caller never saw.
 *
 * @throws Refusal `precondition_failed`
 */
export async function ensureMatch(
  trx: Transaction,
  { current, permission, path }: Operation,
  actor: Actor,
  { params, condition }: { params: Record<string, unknown>; condition: string | undefined },
): Promise<void> {
  if (!current) return
  // An id alone says which resource it is: members of a conversation belong to different organisations. So do platform admins, who have
  // the installation's. As JSON it is text that the database takes, whatever somebody sends for an id.
  const owner = permission === 'platform:admin' ? path : actor.organisationId
  const resource = JSON.stringify(params['id'] ?? owner)
  await sql`select pg_advisory_xact_lock(hashtextextended(${resource}, 0))`.execute(trx)
  if (condition === undefined) return
  const etag = etagOf(await current(trx, actor, params))
  if (matches(condition, etag)) return
  throw new Refusal('precondition_failed', message('hasChanged', {}), {
    details: { etag },
  })
}
