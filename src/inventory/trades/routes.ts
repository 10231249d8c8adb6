import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { closed } from '../../http/validate/schema.ts'
import { tableFor } from '../table-for.ts'
import { changeTrade, setTradeStatus } from './change-trade.ts'
import { createTrade } from './create-trade.ts'
import { listTradeChanges } from './history.ts'
import { findOpenTrades } from './open-trades.ts'
import { getTrade } from './queries.ts'
import {
  ChangeTradeBody,
  CreateTradeBody,
  OpenTrades,
  OpenTradesQuery,
  Trade,
  TradeChangePage,
  TradeChangesQuery,
  TradeIdParam,
  TradeStatusBody,
} from './schema.ts'
import { tradeSearch } from './search-trades.ts'

const ofOne = {
  params: TradeIdParam,
  permission: 'contracts:write' as const,
  result: Trade,
  isResource: true,
  current: (trx: Transaction, actor: Actor, { id }: { id: string }) => getTrade(trx, actor, id),
}

/** Contracts to buy and to sell: what is agreed, what moved under them, and what is left. */
export const tradeOperations: Operation[] = [
  read(
    {
      path: '/trades',
      title: 'Search contracts to buy and to sell',
      description: `Your contracts, the latest first, each with what has moved and what is left. Weights in kilograms.${describeSearch(tradeSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(tradeSearch),
      result: SearchEnvelope(Trade, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, tradeSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, tradeSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/trades/open',
      title: 'Find the contracts that a load may go on',
      description:
        'Confirmed contracts with this partner, of this commodity and type, by window, the newest first: what is left of each and, with `weight`, by how much ' +
        'the load is over. One without a window that is open on that day is offered as a whole. 50 contracts at most.',
      permission: 'stock:read',
      query: OpenTradesQuery,
      result: OpenTrades,
    },
    (db, actor, { query }) => findOpenTrades(db, actor, query),
  ),
  read(
    {
      path: '/trades/:id',
      title: 'Retrieve a contract to buy or to sell',
      description: 'One contract, with what has moved under it, by window. Weights in kilograms.',
      permission: 'stock:read',
      params: TradeIdParam,
      result: Trade,
      isResource: true,
    },
    (db, actor, { params }) => getTrade(db, actor, params.id),
  ),
  read(
    {
      path: '/trades/:id/changes',
      title: 'List the changes of a contract to buy or to sell',
      description: 'What was agreed otherwise, when, by whom and why; the latest first.',
      permission: 'stock:read',
      params: TradeIdParam,
      query: TradeChangesQuery,
      result: TradeChangePage,
    },
    (db, actor, { params, query }) => listTradeChanges(db, actor, params.id, query),
  ),
  write(
    {
      method: 'POST',
      path: '/trades',
      title: 'Enter a contract to buy or to sell',
      description:
        'What is bought from or sold to a partner: how much, when, of what quality, at what price. Loads name it by `tradeId`; what they move is summed from ' +
        'the loads as they are, so a late or corrected one counts at once. Weights in kilograms.',
      permission: 'contracts:write',
      body: CreateTradeBody,
      result: Trade,
      isResource: true,
      location: ({ id }) => `/api/inventory/trades/${id}`,
      example: {
        kind: 'sale',
        partner: { id: 'valley-mill', name: 'Valley Mill' },
        reference: 'S-2026-031',
        commodity: { id: 1, type: 101 },
        harvestYear: '2026',
        weight: 500_000,
        tolerance: { percentage: 5, option: 'seller' },
        windows: [
          { fromISO: '2026-09-01', toISO: '2026-09-30', weight: 250_000 },
          { fromISO: '2026-10-01', toISO: '2026-10-31', weight: 250_000 },
        ],
        delivery: { terms: 'delivered' },
        final: { weight: 'unloading', quality: 'unloading' },
        limits: [{ name: 'Moisture', maximum: 15, rejectAbove: 18 }],
        allowances: [{ name: 'Moisture', from: 15, to: 18, base: 15, perPoint: '-1.3', unit: 'percent' }],
        price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
      },
    },
    async (trx, actor, { body }) => getTrade(trx, actor, await createTrade(trx, actor, body)),
  ),
  write(
    {
      ...ofOne,
      method: 'PATCH',
      path: '/trades/:id',
      title: 'Change a contract to buy or to sell',
      description:
        'Changes what the body gives; what it leaves out stays, and null takes it away. Another partner or commodity is refused with in_use once loads name ' +
        'the contract, and so is a list without a window that they name.',
      body: ChangeTradeBody,
      example: { weight: 520_000, reason: 'As agreed on the phone.' },
    },
    async (trx, actor, { params: { id }, body }) => {
      await changeTrade(trx, actor, id, body)
      return getTrade(trx, actor, id)
    },
  ),
  write(
    {
      ...ofOne,
      method: 'POST',
      path: '/trades/:id/status',
      title: 'Confirm or end a contract to buy or to sell',
      description:
        'A draft is confirmed or cancelled; a confirmed contract is fulfilled, closed short or cancelled; one that was fulfilled or closed short may be ' +
        'confirmed again. One that loads name cannot be cancelled: in_use.',
      body: TradeStatusBody,
      example: { status: 'closed_short', reason: 'The last lorry was 2 t short, as agreed.' },
    },
    async (trx, actor, { params: { id }, body }) => {
      await setTradeStatus(trx, actor, id, body)
      return getTrade(trx, actor, id)
    },
  ),
]
