import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../events/append-event.ts'
import { forbidden } from './admit.ts'
import { openMemberships } from './memberships.ts'
import { me } from './queries.ts'

/**
 * Gives the caller another name, which all their organisations see. What they did before keeps the name that they had then.
 *
 * @returns who they are from now on
 * @throws Refusal `forbidden` for an API key
 */
export async function changeName(
  trx: Transaction,
  actor: Actor,
  { givenName, familyName }: { givenName?: string; familyName?: string },
) {
  const { userId, now, isMachine } = actor
  if (isMachine) throw forbidden('This is for people: an API key keeps the name it was made with.')
  const before = await trx
    .selectFrom('users')
    .select(['given_name', 'family_name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const name = {
    given_name: givenName === undefined ? before.given_name : tidied(givenName),
    family_name: familyName === undefined ? before.family_name : tidied(familyName),
  }
  // What is sent again as it is already is no news.
  if (name.given_name !== before.given_name || name.family_name !== before.family_name) {
    await trx.updateTable('users').set(name).where('id', '=', userId).execute()
    for (const { id } of await openMemberships(trx, userId)) {
      const event = { type: 'user.renamed', subject: userId, data: {} } as const
      await appendEvent(trx, { organisationId: id, userId, now }, event)
    }
  }
  return me(trx, actor)
}
