import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { findOwnerNames } from '../partners/party-names.ts'
import { insertWindows, resolvePartner } from './create-trade.ts'
import { changedTerms, noteTradeChange } from './history.ts'
import { lockTrade, type StoredTrade } from './lock-trade.ts'
import { nextStatuses } from './rules.ts'
import type { ChangeTradeBody, TradeStatusBody } from './schema.ts'
import { resolveTradeTerms, tradeTermColumns, type TradeTerms } from './terms.ts'

/**
 * Changes what a contract says; what the body leaves out stays. What its loads have moved counts on, in its windows as they are then.
 *
 * @throws Refusal every fault at once; `not_found`; `in_use` for another partner or commodity, or fewer windows, than loads name
 */
export async function changeTrade(
  trx: Transaction,
  actor: Actor,
  id: string,
  { partner: named, reason, ...body }: ChangeTradeBody,
): Promise<void> {
  const trade = await lockTrade(trx, actor, id)
  const partner = named && (await resolvePartner(trx, actor, named))
  const terms = await resolveTradeTerms(trx, actor, body, {
    agreed: trade.terms,
    others: partner && isFault(partner) ? [partner] : [],
  })
  const partnerId = partner && !isFault(partner) ? partner.id : trade.partner_id
  await ensureLoadsFit(trx, actor, trade, { partnerId, terms })
  const names = await findOwnerNames(trx, actor, [trade.partner_id, partnerId])
  const nameOf = (each: string) => names.get(each) ?? each
  const changed = changedTerms(
    { partnerName: nameOf(trade.partner_id), terms: trade.terms },
    { partnerName: nameOf(partnerId), terms },
  )
  if (changed.length === 0) return
  await trx
    .updateTable('trades')
    .set({ partner_id: partnerId, ...tradeTermColumns(terms), updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  if (changed.some(({ field }) => field === 'windows')) {
    await trx
      .deleteFrom('trade_windows')
      .where('organisation_id', '=', actor.organisationId)
      .where('trade_id', '=', id)
      .execute()
    await insertWindows(trx, actor, id, terms.windows)
  }
  await noteTradeChange(trx, actor, { id, status: null, changed, reason: tidied(reason ?? '') })
  await appendEvent(trx, actor, {
    type: 'trade.changed',
    subject: id,
    data: { ids: [id], changed: changed.map(({ field }) => field) },
  })
}

/** Refuses what would leave loads under a contract that is not theirs. */
async function ensureLoadsFit(
  trx: Transaction,
  actor: Actor,
  { id, partner_id, terms: agreed }: StoredTrade,
  { partnerId, terms }: { partnerId: string; terms: TradeTerms },
): Promise<void> {
  const isOther =
    partnerId !== partner_id ||
    terms.commodity_id !== agreed.commodity_id ||
    (terms.type_id !== null && terms.type_id !== agreed.type_id)
  const { loads, lastWindow } = await loadsUnder(trx, actor, id)
  if (isOther && loads > 0) throw new Refusal('in_use', message('tradeIsInUse', { loads }))
  if (lastWindow > terms.windows.length)
    throw new Refusal('in_use', message('windowIsInUse', { number: lastWindow }))
}

/** Counts the loads that name a contract; the highest window that one of them names is 0 where none does. */
async function loadsUnder(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<{ loads: number; lastWindow: number }> {
  const { rows } = await sql<{ loads: number; lastWindow: number }>`
    select count(*)::int as loads, coalesce(max(trade_window), 0) as "lastWindow" from movements
    where organisation_id = ${organisationId} and trade_id = ${id} and status <> 'deleted'`.execute(trx)
  return rows[0] ?? { loads: 0, lastWindow: 0 }
}

/**
 * Confirms a contract, ends it, or lets it go on.
 *
 * @throws Refusal `not_found`; `in_use` to cancel one that loads name; `invalid_input` for a state that it cannot go to, or without the reason that
 *   closing short and cancelling need
 */
export async function setTradeStatus(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: TradeStatusBody,
): Promise<void> {
  const trade = await lockTrade(trx, actor, id)
  const { status } = body
  const reason = tidied(body.reason ?? '')
  if (status === trade.status) return
  refuseFaults(statusFaults(trade, status, reason))
  if (status === 'cancelled') {
    const { loads } = await loadsUnder(trx, actor, id)
    if (loads > 0) throw new Refusal('in_use', message('tradeIsInUse', { loads }))
  }
  await trx
    .updateTable('trades')
    .set({ status, updated_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await noteTradeChange(trx, actor, { id, status, changed: [], reason })
  await appendEvent(trx, actor, { type: 'trade.status_changed', subject: id, data: { ids: [id], status } })
}

function statusFaults(
  { status: from }: StoredTrade,
  status: TradeStatusBody['status'],
  reason: string,
): Fault[] {
  const needsReason = status === 'closed_short' || status === 'cancelled'
  return [
    ...(nextStatuses(from).includes(status)
      ? []
      : [fault('status', message('tradeCannotBecome', { from, status }), 'contradiction')]),
    ...(needsReason && reason === '' ? [fault('reason', message('isNeeded', {}), 'required')] : []),
  ]
}
