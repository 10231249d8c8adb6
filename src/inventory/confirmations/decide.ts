import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { noneFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { queueAnswerMail } from '../../system/counterparties/answer-mail.ts'
import { setStance } from '../../system/counterparties/stances.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import type { StanceBody } from './schema.ts'

type Decision = 'accepted' | 'declined'

/**
 * Accepts or declines what others have booked in the caller's name. It may be decided otherwise later. The stock stays where it is, and as it is in the
 * book of the storer, who hears of it. What is so already stays, and is no news.
 *
 * @returns how many were decided otherwise than before
 * @throws Refusal `not_found` for what the caller is not asked
 */
export async function decideConfirmations(
  trx: Transaction,
  actor: Actor,
  ids: string[],
  decision: Decision,
): Promise<number> {
  const { organisationId } = actor
  const possible = [...new Set(ids.filter(isId))]
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from confirmations where owner_id = ${organisationId} and id = any(${possible}::uuid[])
    order by id for update`.execute(trx)
  const known = new Set(rows.map(({ id }) => id))
  const [missing, ...others] = ids.filter((id) => !known.has(id))
  if (missing !== undefined) throw noneFound('confirmation', [missing, ...others])
  const changed = rows.filter(({ status }) => status !== decision).map(({ id }) => id)
  await applyDecision(trx, actor, changed, decision)
  return changed.length
}

/** Stores a decision about entries that are locked: in the list, on the records and contracts, and for listeners of both sides. */
async function applyDecision(
  trx: Transaction,
  actor: Actor,
  ids: string[],
  decision: Decision,
): Promise<void> {
  if (ids.length === 0) return
  const { organisationId, userId, userName, now } = actor
  const mark = decision === 'accepted' ? null : decision
  // By the indexes of what counts for its owner, and of what does not.
  const isOther =
    mark === null
      ? sql`r.confirmation is not null`
      : sql`(r.elsewhere_owner_id = ${organisationId}::text or (r.confirmation is not null and r.confirmation <> ${mark}))`
  const decided = sql`confirmations c where c.owner_id = ${organisationId} and c.id = any(${ids}::uuid[])`
  const { rows } = await sql<{ id: string; storer_id: string }>`
    update confirmations set status = ${decision}, decided_by = ${userId}, decided_by_name = ${userName}, decided_at = ${now}
    where owner_id = ${organisationId} and id = any(${ids}::uuid[]) returning id, storer_id`.execute(trx)
  await sql`
    update records r set confirmation = ${mark} from (select * from ${decided}) c
    where c.contract_id is null and r.owner_id = ${organisationId}::text and r.keeper_id = c.storer_id and r.commodity_id = c.commodity_id
      and r.harvest_year = c.harvest_year and ${isOther}`.execute(trx)
  await sql`
    update storage_contracts k set confirmation = ${mark} from (select * from ${decided}) c
    where k.storer_id = c.storer_id and k.id = c.contract_id`.execute(trx)
  for (const [storerId, own] of Map.groupBy(rows, (row) => row.storer_id)) {
    const decidedIds = own.map(({ id }) => id).toSorted()
    const event = {
      type: `confirmation.${decision}` as const,
      subject: decidedIds.join(','),
      data: { ids: decidedIds, ownerId: organisationId, storerId },
    }
    await appendEvent(trx, actor, event)
    await appendEvent(trx, { ...actor, organisationId: storerId }, event)
    await queueAnswerMail(trx, actor, storerId)
  }
}

/**
 * Decides about another organisation for good, and with `includesOpen` about what is pending of theirs as well.
 *
 * @throws Refusal as `setStance`
 */
export async function decideForGood(
  trx: Transaction,
  actor: Actor,
  otherId: string,
  { stance, includesOpen }: StanceBody,
): Promise<void> {
  await setStance(trx, actor, otherId, stance)
  if (includesOpen !== true) return
  const { rows } = await sql<{ id: string }>`
    select id from confirmations where owner_id = ${actor.organisationId} and storer_id = ${otherId}::uuid and status = 'pending'
    order by id for update`.execute(trx)
  const open = rows.map(({ id }) => id)
  await applyDecision(trx, actor, open, stance === 'accepted' ? 'accepted' : 'declined')
}
