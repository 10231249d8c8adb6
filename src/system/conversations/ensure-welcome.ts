import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { findBlock } from '../counterparties/stances.ts'
import { lockOrganisation } from '../lock-organisation.ts'
import { organisationOf } from './queries.ts'

/** Conversations of an organisation with strangers in a day, as long as these have not answered. */
const MOST_WITH_STRANGERS = 20
const DAY_MS = 86_400_000

/**
 * Refuses a message between organisations of which one has blocked the other.
 *
 * @param conversationId the conversation it is for, which says for whom the other one writes; none where it begins one
 * @throws Refusal `forbidden`
 */
export async function ensureNotBlocked(
  trx: Transaction,
  { organisationId }: Actor,
  userId: string,
  conversationId?: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from organisations o where o.id = coalesce(
      (select case when first_member_id = ${userId} then first_organisation_id else second_organisation_id end
        from conversations where id = ${conversationId ?? null}::uuid),
      ${organisationOf(sql`${userId}::uuid`)})`.execute(trx)
  const [other] = rows
  if (!other || other.id === organisationId) return
  const whose = await findBlock(trx, organisationId, other.id)
  if (!whose) return
  throw new Refusal('forbidden', message('messagesAreBlocked', { name: other.name, whose }), {
    details: { organisationId: other.id },
  })
}

/**
 * Counts one more conversation with a stranger, and answers whether it is one: somebody of an organisation that the caller's has no dealings with,
 * who has never answered.
 *
 * @throws Refusal `rate_limited` for one too many within a day
 */
export async function ensureNotTooManyStrangers(
  trx: Transaction,
  { organisationId, userId: ownId, now }: Actor,
  userId: string,
): Promise<boolean> {
  if (!(await isStranger(trx, organisationId, ownId, userId))) return false
  // Or of several begun at once none would see the others.
  await lockOrganisation(trx, organisationId)
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*) as count, min(created_at) as first from conversations c
    where c.stranger_to = ${organisationId} and c.created_at > ${now}::timestamptz - interval '1 day'
      and (case when c.created_by = c.first_member_id then c.second_organisation_id else c.first_organisation_id end) is null`.execute(
    trx,
  )
  const { count = 0, first } = rows[0] ?? {}
  if (count < MOST_WITH_STRANGERS || !first) return true
  const retryAfterSeconds = Math.max(1, Math.ceil((first.getTime() + DAY_MS - now.getTime()) / 1000))
  throw new Refusal(
    'rate_limited',
    message('tooManyStrangers', { limit: MOST_WITH_STRANGERS, hours: Math.ceil(retryAfterSeconds / 3600) }),
    { details: { retryAfterSeconds } },
  )
}

/** Dealings are what the other side has a part in: an organisation makes nobody its acquaintance by itself. */
async function isStranger(
  trx: Transaction,
  organisationId: string,
  ownId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m where m.user_id = ${userId} and m.status = 'active' and (
      m.organisation_id = ${organisationId}
      or exists (select from counterparties p
        where p.organisation_id = m.organisation_id and p.other_id = ${organisationId} and p.stance = 'accepted')
      or exists (select from confirmations c where c.status = 'accepted'
        and ((c.owner_id = ${organisationId} and c.storer_id = m.organisation_id) or (c.owner_id = m.organisation_id and c.storer_id = ${organisationId}))))
    union all
    select from conversations c
    where c.first_member_id = least(${ownId}::uuid, ${userId}::uuid) and c.second_member_id = greatest(${ownId}::uuid, ${userId}::uuid)
      and (case when c.first_member_id = ${userId} then c.first_organisation_id else c.second_organisation_id end) is not null
    limit 1`.execute(trx)
  return rows.length === 0
}
