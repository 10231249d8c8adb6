import { sql } from 'kysely'
import Type from 'typebox'
import { momentColumns, type TableColumns } from '../../http/table.ts'
import type { SearchDefinition, SearchFilter } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { described, Text } from '../../http/validate/schema.ts'
import { isId } from '../../kernel/ids.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import { commodityFilter } from '../../system/commodities/search-filters.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { tradeKinds, type TradeKind } from '../trades/rules.ts'
import { ordersWithTrades, partnerIdOfOrder, partnerOfOrder } from './lock-order.ts'
import { findOrders } from './queries.ts'
import { orderStatuses, type OrderStatus } from './rules.ts'
import type { Order } from './schema.ts'

const partnerFilter: SearchFilter = {
  displayName: 'Partner',
  values: 'by id, your own for a trading partner',
  namesPartner: true,
  kind: 'text',
  value: partnerIdOfOrder,
  labelSql: (id, { organisationId }) => sql`(
    select ${partnerOfOrder} from ${ordersWithTrades} where ${partnerIdOfOrder} = ${id} and ord.organisation_id = ${organisationId} limit 1)`,
}

/** Fields by which orders can be found, sorted and added up. */
export const orderSearch = (publicUrl: PublicUrl): SearchDefinition<Order> => ({
  name: 'orders',
  path: '/api/inventory/orders',
  source: ({ organisationId, now }, { query, tradeId }) => ({
    // Of use only where weights are added up: a left join that nothing asks for costs nothing.
    from: sql`${ordersWithTrades} left join lateral (
      select coalesce(sum(m.weight_grams), 0)::bigint as grams from movements m
      where m.organisation_id = ord.organisation_id and m.order_id = ord.id and m.status <> 'deleted' and m.effective_at <= ${now}) moved on true`,
    where: [
      sql`ord.organisation_id = ${organisationId}`,
      ...(typeof tradeId === 'string' ? [isId(tradeId) ? sql`ord.trade_id = ${tradeId}` : sql`false`] : []),
      ...matchesText(
        query,
        (says) =>
          sql`${says(sql`ord.reference`)} or ${says(sql`ord.partner_reference`)} or ${says(sql`ord.haulier`)} or ${says(sql`coalesce(t.reference, '')`)} or ${says(partnerOfOrder)}`,
      ),
    ],
  }),
  id: sql`ord.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: orderStatuses,
      kind: 'text',
      value: sql`ord.status`,
      label: (status, actor) => render(message('orderStatusName', { status: status as OrderStatus }), actor),
    },
    kind: {
      displayName: 'Kind',
      choices: tradeKinds,
      kind: 'text',
      value: sql`coalesce(t.kind, ord.kind)`,
      label: (kind, actor) => render(message('tradeKindName', { kind: kind as TradeKind }), actor),
    },
    'f:commodity': commodityFilter(sql`coalesce(t.commodity_id, ord.commodity_id)`),
    'f:partnerId': partnerFilter,
  },
  sortable: {
    createdAtUTC: sql`ord.created_at`,
    reference: sql`lower(ord.reference) collate "C"`,
    partner: sql`lower(${partnerOfOrder}) collate "C"`,
    weight: sql`ord.weight_grams`,
  },
  defaultSort: { by: 'createdAtUTC', descending: true },
  aggregations: [
    { name: 'weight', unit: 'kg', value: sql`ord.weight_grams`, divisor: 1000 },
    { name: 'moved', unit: 'kg', value: sql`moved.grams`, divisor: 1000 },
    // Nothing more moves on one that has ended.
    {
      name: 'left',
      unit: 'kg',
      value: sql`case when ord.status = 'open' then greatest(ord.weight_grams - moved.grams, 0) else 0 end`,
      divisor: 1000,
    },
  ],
  parameters: {
    query: textParameter(
      'Part of your number or theirs, of the contract’s, of the haulier’s or of the partner’s name.',
    ),
    tradeId: Type.Optional(described(Text, 'Only orders under this contract to buy or to sell, by id.')),
  },
  docs: (db, actor, ids) => findOrders(db, actor, publicUrl, ids),
  columns: orderColumns,
})

const orderColumns: TableColumns<Order> = {
  id: ({ id }) => id,
  tradeKind: ({ kind }) => kind,
  status: ({ status }) => status,
  reference: ({ reference }) => reference,
  partnerReference: ({ partnerReference }) => partnerReference,
  tradeId: ({ trade }) => trade?.id ?? '',
  trade: ({ trade }) => trade?.name ?? '',
  partnerId: ({ partner }) => partner.id,
  partner: ({ partner }) => partner.name,
  commodity: ({ commodity }) => commodity.name,
  commodityType: ({ type }) => type.name,
  startDate: ({ fromISO }) => fromISO ?? '',
  endDate: ({ toISO }) => toISO ?? '',
  haulier: ({ haulier }) => haulier,
  weight: ({ weight }) => weight ?? '',
  loadsOrdered: ({ loads }) => loads ?? '',
  moved: ({ usage }) => usage.moved,
  planned: ({ usage }) => usage.planned,
  remaining: ({ usage }) => usage.left ?? '',
  exceeded: ({ usage }) => usage.over,
  loadsMoved: ({ usage }) => usage.movedLoads,
  loadsLeft: ({ usage }) => usage.leftLoads ?? '',
  ...momentColumns<Order>('createdAt', 'createdAtUTC', ({ createdAtUTC }) => createdAtUTC),
}
