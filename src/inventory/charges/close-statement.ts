import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { parseInstant } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'
import { booksHash, holdBooks } from '../ledger/ledger.ts'
import { ensurePaper, issuePaper } from '../papers/store-paper.ts'
import { dayAfter, daysOfMonth } from './balance-rules.ts'
import { totalsByCurrency } from './correction-rules.ts'
import { chargesFacts } from './charges-facts.ts'
import { getCharges } from './queries.ts'
import { reckonStatement } from './reckon.ts'

/**
 * Closes a statement of charges: its lines stay as they are now, with a number, as a paper, and with the hash of the ledger up to its last day. Whoever
 * changes stock meanwhile is waited for, and is on it.
 *
 * @throws Refusal `not_found`; `in_use` where it is closed already, its last month is not over, or it has no lines
 */
export async function closeStatement(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const { organisationId, userId, userName, now, timeZone } = actor
  await lockOrganisation(trx, organisationId)
  const draft = await lockDraft(trx, actor, id)
  await holdBooks(trx, organisationId)
  const end = parseInstant(dayAfter(daysOfMonth(draft.toMonth).at(-1) ?? ''), timeZone) ?? now
  if (end > now) throw new Refusal('in_use', message('monthIsNotOver', { month: draft.toMonth }))
  const lines = await reckonStatement(trx, actor, draft)
  if (lines.length === 0) throw new Refusal('in_use', message('nothingIsCharged', {}))
  const ledgerHash = await booksHash(trx, organisationId, end)
  const statement = await getCharges(trx, actor, id)
  const { ids } = await issuePaper(trx, actor, {
    kind: 'charges',
    subject: `charges:${id}`,
    facts: chargesFacts(actor, { ...statement, ledgerHash }),
  })
  const paper = await ensurePaper(trx, actor, ids?.[0] ?? '')
  await trx
    .updateTable('charge_statements')
    .set({
      number: paper.documentNumber ?? String(paper.id),
      lines: JSON.stringify(lines),
      totals: JSON.stringify(totalsByCurrency(lines)),
      ledger_hash: ledgerHash,
      paper_id: paper.id,
      closed_by: userId,
      closed_by_name: userName,
      closed_at: now,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, {
    type: 'charges.closed',
    subject: id,
    data: { ids: [id], number: paper.documentNumber ?? '', ledgerHash },
  })
}

/**
 * Deletes a draft; its months are free for another statement.
 *
 * @throws Refusal `not_found`, and `in_use` where it is closed
 */
export async function deleteStatement(trx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockDraft(trx, actor, id)
  await trx
    .deleteFrom('charge_statements')
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'charges.deleted', subject: id, data: { ids: [id] } })
}

async function lockDraft(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<{ ownerId: string; fromMonth: string; toMonth: string }> {
  const { rows } = isId(id)
    ? await sql<{ owner_id: string; from_month: string; to_month: string; is_closed: boolean }>`
        select owner_id, to_char(first_month, 'YYYY-MM') as from_month, to_char(last_month, 'YYYY-MM') as to_month, closed_at is not null as is_closed
        from charge_statements where organisation_id = ${organisationId} and id = ${id} for update`.execute(
        trx,
      )
    : { rows: [] }
  const [row] = rows
  if (!row) throw notFound('statement of charges', id)
  if (row.is_closed) throw new Refusal('in_use', message('chargesAreClosed', {}))
  return { ownerId: row.owner_id, fromMonth: row.from_month, toMonth: row.to_month }
}
