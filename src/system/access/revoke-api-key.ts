import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvents, type NewEvent } from '../events/append-event.ts'
import { lockStanding } from './lock-standing.ts'
import { ensureMayManage } from './member-rules.ts'
import { revokeInvitationsBy } from './revoke-invitation.ts'
import { roleOf } from './role.ts'

/**
 * Revokes an API key, with every key made and everybody invited with it: whoever found one may have done both.
 *
 * @throws Refusal `not_found`, also for one revoked before; `forbidden` for a key of a role above the caller's own
 */
export async function revokeApiKey(trx: Transaction, caller: Actor, id: string): Promise<Acknowledgement> {
  const actor = await lockStanding(trx, caller, 'keys:write')
  const key = isId(id)
    ? await trx
        .selectFrom('api_keys')
        .select(['name', 'role'])
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .where('revoked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!key) throw notFound('API key', id)
  ensureMayManage(actor.role, roleOf(key.role))
  const { rows } = await sql<{ id: string }>`
    with recursive family as (
      select k.id from api_keys k where k.id = ${id}
      union all
      select k.id from family f cross join lateral (select id from api_keys where made_by_key = f.id offset 0) k
    )
    update api_keys set revoked_at = ${actor.now}
    where id = any(array(select f.id from family f)) and revoked_at is null
    returning id
  `.execute(trx)
  await revokeInvitationsBy(
    trx,
    actor,
    rows.map((row) => row.id),
  )
  await appendEvents(trx, actor, rows.map(keyRevoked))
  const others = rows.length - 1
  const more =
    others === 0 ? '' : ` So ${others === 1 ? 'is the key' : `are the ${others} keys`} made with it.`
  return { status: 'success', message: `The API key ${key.name} is revoked.${more}` }
}

/** That a key was revoked, whatever for. */
export function keyRevoked({ id }: { id: string }): NewEvent {
  return { type: 'api_key.revoked', subject: id, data: {} }
}
