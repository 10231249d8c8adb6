import { sql } from 'kysely'
import { momentColumns } from '../../http/table.ts'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import {
  commodityFilter,
  gradeFilter,
  gradeLabel,
  harvestYearFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { partnerOfTrade } from './lock-trade.ts'
import { findTrades } from './queries.ts'
import { tradeKinds, tradeStatuses, type TradeKind, type TradeStatus } from './rules.ts'
import type { Trade } from './schema.ts'

/** Fields by which contracts to buy and to sell can be found, sorted and added up. */
export const tradeSearch: SearchDefinition<Trade> = {
  name: 'trades',
  path: '/api/inventory/trades',
  source: ({ organisationId, now }, { query }) => ({
    // Of use only where weights are added up: a left join that nothing asks for costs nothing.
    from: sql`trades t left join lateral (
      select coalesce(sum(m.weight_grams), 0)::bigint as grams from movements m
      where m.organisation_id = t.organisation_id and m.trade_id = t.id and m.status <> 'deleted' and m.effective_at <= ${now}) moved on true`,
    where: [
      sql`t.organisation_id = ${organisationId}`,
      ...matchesText(
        query,
        (says) =>
          sql`${says(sql`t.reference`)} or ${says(sql`t.partner_reference`)} or ${says(partnerOfTrade)}`,
      ),
    ],
  }),
  id: sql`t.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: tradeStatuses,
      kind: 'text',
      value: sql`t.status`,
      label: (status, actor) => render(message('tradeStatusName', { status: status as TradeStatus }), actor),
    },
    kind: {
      displayName: 'Kind',
      choices: tradeKinds,
      kind: 'text',
      value: sql`t.kind`,
      label: (kind, actor) => render(message('tradeKindName', { kind: kind as TradeKind }), actor),
    },
    'f:commodity': commodityFilter(sql`t.commodity_id`),
    'f:commodityType': typeFilter(sql`coalesce(t.type_id, 0)`),
    'f:commodityGrade': {
      ...gradeFilter(sql`coalesce(t.grade_id, 0)`),
      values: 'by id; 0 is a contract that names none',
      label: (id, actor) => (id === '0' ? render(message('anyGrade', {}), actor) : gradeLabel(id, actor)),
    },
    'f:harvestYear': harvestYearFilter(sql`coalesce(t.harvest_year, '')`),
    'f:partnerId': {
      displayName: 'Partner',
      values: 'by id, your own for a trading partner',
      namesPartner: true,
      kind: 'text',
      value: sql`t.partner_id`,
      labelSql: (id, { organisationId }) => sql`(
        select ${partnerOfTrade} from trades t where t.partner_id = ${id} and t.organisation_id = ${organisationId} limit 1)`,
    },
  },
  sortable: {
    createdAtUTC: sql`t.created_at`,
    reference: sql`lower(t.reference) collate "C"`,
    partner: sql`lower(${partnerOfTrade}) collate "C"`,
    weight: sql`t.weight_grams`,
  },
  defaultSort: { by: 'createdAtUTC', descending: true },
  aggregations: [
    { name: 'weight', unit: 'kg', value: sql`t.weight_grams`, divisor: 1000 },
    { name: 'moved', unit: 'kg', value: sql`moved.grams`, divisor: 1000 },
    // Nothing more moves under a draft or one that has ended.
    {
      name: 'left',
      unit: 'kg',
      value: sql`case when t.status = 'confirmed' then greatest(t.weight_grams - moved.grams, 0) else 0 end`,
      divisor: 1000,
    },
  ],
  parameters: { query: textParameter('Part of your number or theirs, or of the partner’s name.') },
  docs: findTrades,
  columns: {
    id: ({ id }) => id,
    tradeKind: ({ kind }) => kind,
    status: ({ status }) => status,
    reference: ({ reference }) => reference,
    partnerReference: ({ partnerReference }) => partnerReference,
    partnerId: ({ partner }) => partner.id,
    partner: ({ partner }) => partner.name,
    commodity: ({ commodity }) => commodity.commodity.name,
    commodityType: ({ commodity }) => commodity.type.name,
    grade: ({ commodity }) => commodity.grade.name,
    varieties: ({ varieties }) => varieties.join(', '),
    harvestYear: ({ harvestYear }) => harvestYear,
    weight: ({ weight }) => weight,
    tolerancePercentage: ({ tolerance }) => tolerance.percentage,
    moved: ({ usage }) => usage.moved,
    planned: ({ usage }) => usage.planned,
    remaining: ({ usage }) => usage.left,
    exceeded: ({ usage }) => usage.over,
    priceKind: ({ price }) => price?.kind ?? '',
    price: ({ price }) => price?.amount ?? '',
    currency: ({ price }) => price?.currency ?? '',
    priceUnit: ({ price }) => price?.unit ?? '',
    ...momentColumns<Trade>('createdAt', 'createdAtUTC', ({ createdAtUTC }) => createdAtUTC),
  },
}
