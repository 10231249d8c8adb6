import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { resolveParty, type Party } from '../partners/parties.ts'
import { noteTradeChange } from './history.ts'
import type { Window } from './rules.ts'
import type { CreateTradeBody } from './schema.ts'
import { resolveTradeTerms, tradeTermColumns } from './terms.ts'

/**
 * Enters a contract to buy or to sell (rules.md §17). Answers its id.
 *
 * @throws Refusal every fault of the body at once
 */
export async function createTrade(trx: Transaction, actor: Actor, body: CreateTradeBody): Promise<string> {
  const partner = await resolvePartner(trx, actor, body.partner)
  const terms = await resolveTradeTerms(trx, actor, body, { others: isFault(partner) ? [partner] : [] })
  if (isFault(partner)) throw new Error('unreachable: the faults were refused')
  const id = newId()
  const status = body.status ?? 'confirmed'
  await trx
    .insertInto('trades')
    .values({
      organisation_id: actor.organisationId,
      id,
      kind: body.kind,
      status,
      partner_id: partner.id,
      ...tradeTermColumns(terms),
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await insertWindows(trx, actor, id, terms.windows)
  await noteTradeChange(trx, actor, { id, status, changed: [], reason: '' })
  await appendEvent(trx, actor, {
    type: 'trade.created',
    subject: id,
    data: { ids: [id], kind: body.kind, partnerId: partner.id },
  })
  return id
}

/** Resolves whom a contract is with, who is somebody else. */
export async function resolvePartner(
  trx: Transaction,
  actor: Actor,
  named: CreateTradeBody['partner'],
): Promise<Party | Fault> {
  const partner = await resolveParty(trx, actor, named, { id: 'partner.id', name: 'partner.name' })
  if (isFault(partner) || partner.id !== actor.organisationId) return partner
  return fault('partner.id', message('contractIsWithOthers', {}), 'own_organisation')
}

/** Stores the windows of a contract that has none yet. */
export async function insertWindows(
  trx: Transaction,
  { organisationId }: Actor,
  tradeId: string,
  windows: Window[],
): Promise<void> {
  if (windows.length === 0) return
  await trx
    .insertInto('trade_windows')
    .values(
      windows.map(({ number, firstDay, lastDay, grams }) => ({
        organisation_id: organisationId,
        trade_id: tradeId,
        number,
        first_day: firstDay,
        last_day: lastDay,
        weight_grams: grams,
      })),
    )
    .execute()
}
