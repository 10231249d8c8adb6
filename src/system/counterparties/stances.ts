import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { message } from '../../words/catalogue.ts'
import { appendEvent } from '../events/append-event.ts'

/** A decision of an organisation about another for good: that it accepts what that one books in its name, or that it blocks it. */
export type Stance = 'accepted' | 'blocked'

/**
 * Decides about another organisation, until it is decided otherwise; without a stance, its organisation is asked each time again. Tells listeners
 * where something changes.
 *
 * @throws Refusal `not_found`; `invalid_input` for the caller's own organisation
 */
export async function setStance(
  trx: Transaction,
  actor: Actor,
  otherId: string,
  stance: Stance | undefined,
): Promise<void> {
  const { organisationId, userId, userName, now } = actor
  if (otherId === organisationId)
    refuseFaults([fault('id', message('isYourOwnOrganisation', {}), 'own_organisation')])
  const other = isId(otherId)
    ? await trx.selectFrom('organisations').select('id').where('id', '=', otherId).executeTakeFirst()
    : undefined
  if (!other) throw notFound('organisation', otherId)
  const { rows } =
    stance === undefined
      ? await sql`delete from counterparties where organisation_id = ${organisationId} and other_id = ${otherId} returning other_id`.execute(
          trx,
        )
      : await sql`
        insert into counterparties as known (organisation_id, other_id, stance, decided_by, decided_by_name, decided_at)
        values (${organisationId}, ${otherId}, ${stance}, ${userId}, ${userName}, ${now})
        on conflict (organisation_id, other_id) do update
          set stance = excluded.stance, decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name, decided_at = excluded.decided_at
          where known.stance <> excluded.stance
        returning other_id`.execute(trx)
  if (rows.length === 0) return
  await appendEvent(trx, actor, {
    type: 'counterparty.changed',
    subject: otherId,
    data: { ids: [otherId], stance: stance ?? 'asked' },
  })
}

/** Which of two organisations blocks the other, as the first sees it; undefined where neither does. */
export async function findBlock(
  db: Kysely<Tables>,
  organisationId: string,
  otherId: string,
): Promise<'ours' | 'theirs' | undefined> {
  const { rows } = await sql<{ whose: 'ours' | 'theirs' }>`
    select case when organisation_id = ${organisationId} then 'ours' else 'theirs' end as whose from counterparties
    where stance = 'blocked' and (organisation_id, other_id) in ((${organisationId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${organisationId}::uuid))
    order by whose limit 1`.execute(db)
  return rows[0]?.whose
}
