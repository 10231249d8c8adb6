import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { noteChangeOf } from '../change-history.ts'
import { commodityFaults } from '../records/commodity.ts'
import { resolvePartner } from '../trades/create-trade.ts'
import { holdTrades } from '../trades/lock-trade.ts'
import { takesLoads, type TradeKind } from '../trades/rules.ts'
import type { CreateOrderBody } from './schema.ts'
import { resolveOrderTerms } from './terms.ts'

/** With whom, of what and which way an order is: its contract says so, or it does itself. */
interface Whose {
  trade_id: string | null
  kind: TradeKind | null
  partner_id: string | null
  commodity_id: number | null
  type_id: number | null
}

const NOBODYS: Whose = { trade_id: null, kind: null, partner_id: null, commodity_id: null, type_id: null }

/**
 * Enters an order (rules.md §18). Answers its id.
 *
 * @throws Refusal every fault of the body at once
 */
export async function createOrder(trx: Transaction, actor: Actor, body: CreateOrderBody): Promise<string> {
  const { whose, faults } = body.tradeId?.trim()
    ? await ofTrade(trx, actor, body.tradeId.trim(), body)
    : await ofItself(trx, actor, body)
  const terms = await resolveOrderTerms(trx, actor, body, { others: faults })
  const id = newId()
  await trx
    .insertInto('orders')
    .values({
      organisation_id: actor.organisationId,
      id,
      status: 'open',
      ...whose,
      ...terms,
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
      updated_at: actor.now,
    })
    .execute()
  await noteChangeOf(trx, actor, 'order', { id, status: 'open', changed: [], reason: '' })
  await appendEvent(trx, actor, {
    type: 'order.created',
    subject: id,
    data: { ids: [id], tradeId: whose.trade_id },
  })
  return id
}

type Resolved = { whose: Whose; faults: Fault[] }

async function ofTrade(
  trx: Transaction,
  actor: Actor,
  tradeId: string,
  body: CreateOrderBody,
): Promise<Resolved> {
  const trade = (await holdTrades(trx, actor, [tradeId])).get(tradeId)
  const twice = (['kind', 'partner', 'commodity'] as const).filter((name) => body[name] != null)
  const faults = [
    ...(trade ? [] : [fault('tradeId', message('isNoTrade', { id: tradeId }), 'unknown')]),
    ...(trade && !takesLoads(trade.status)
      ? [
          fault(
            'tradeId',
            message('tradeTakesNoLoads', { trade: trade.name, status: trade.status }),
            'not_running',
          ),
        ]
      : []),
    ...twice.map((name) => fault(name, message('doesNotGoWith', { other: 'tradeId' }), 'contradiction')),
  ]
  return { whose: { ...NOBODYS, trade_id: tradeId }, faults }
}

async function ofItself(trx: Transaction, actor: Actor, body: CreateOrderBody): Promise<Resolved> {
  const { kind, partner: named, commodity } = body
  const partner = named ? await resolvePartner(trx, actor, named) : undefined
  const missing = (['kind', 'partner', 'commodity'] as const).filter((name) => body[name] == null)
  const faults = [
    ...missing.map((name) => fault(name, message('orderNeedsTradeOr', {}), 'required')),
    ...(partner && isFault(partner) ? [partner] : []),
    ...(commodity
      ? commodityFaults(
          { ...commodity, type: commodity.type ?? 0 },
          findCommodity(commodity.id)?.kind ?? 'crop',
          'commodity',
          { mayBeMixed: true },
        )
      : []),
  ]
  return {
    whose: {
      trade_id: null,
      kind: kind ?? null,
      partner_id: partner && !isFault(partner) ? partner.id : null,
      commodity_id: commodity?.id ?? null,
      type_id: commodity?.type || null,
    },
    faults,
  }
}
