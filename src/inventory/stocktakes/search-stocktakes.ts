import { sql } from 'kysely'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { State } from '../../words/en/trade.ts'
import { findStocktakes } from './queries.ts'
import { stocktakeStatuses, type StocktakeSummary } from './schema.ts'

/** Fields by which stock-takes can be found, sorted and narrowed. */
export const stocktakeSearch: SearchDefinition<StocktakeSummary> = {
  name: 'stocktakes',
  path: '/api/inventory/stocktakes',
  source: (actor, query) => ({
    from: sql`stocktakes s`,
    where: [
      sql`s.organisation_id = ${actor.organisationId}`,
      ...matchesText(query['query'], (says) => says(sql`s.name`)),
    ],
  }),
  id: sql`s.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: stocktakeStatuses,
      kind: 'text',
      value: sql`(case when s.approved_at is not null then 'approved' when s.cancelled_at is not null then 'cancelled' else 'open' end)`,
      label: (state, actor) => render(message('stateName', { state: state as State }), actor),
    },
  },
  sortable: {
    cutOffUTC: sql`s.cut_off_at`,
    createdAtUTC: sql`s.created_at`,
    name: sql`lower(s.name) collate "C"`,
  },
  defaultSort: { by: 'cutOffUTC', descending: true },
  aggregations: [],
  parameters: { query: textParameter('Part of the name.') },
  docs: findStocktakes,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    status: ({ status }) => status,
    cutOff: ({ cutOffUTC }) => cutOffUTC,
    lines: ({ totals }) => totals.lines,
    counted: ({ totals }) => totals.counted,
    leftOut: ({ totals }) => totals.leftOut,
    book: ({ totals }) => totals.book ?? '',
    countedWeight: ({ totals }) => totals.countedWeight ?? '',
    variance: ({ totals }) => totals.variance ?? '',
    approvedBy: ({ approvedBy }) => approvedBy,
    ledgerHash: ({ ledgerHash }) => ledgerHash,
  },
}
