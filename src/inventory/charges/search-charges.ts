import { sql } from 'kysely'
import { momentColumns } from '../../http/table.ts'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { findCharges, ownerOfCharges } from './queries.ts'
import { chargeStatuses, type ChargeStatementSummary, type ChargeStatus } from './schema.ts'

/** Fields by which statements of charges can be found and sorted. */
export const chargesSearch: SearchDefinition<ChargeStatementSummary> = {
  name: 'charges',
  path: '/api/inventory/charges',
  source: ({ organisationId }, { query }) => ({
    from: sql`charge_statements s`,
    where: [
      sql`s.organisation_id = ${organisationId}`,
      ...matchesText(query, (says) => sql`${says(sql`coalesce(s.number, '')`)} or ${says(ownerOfCharges)}`),
    ],
  }),
  id: sql`s.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: chargeStatuses,
      kind: 'text',
      value: sql`(case when s.closed_at is null then 'draft' else 'closed' end)`,
      label: (status, actor) =>
        render(message('chargeStatusName', { status: status as ChargeStatus }), actor),
    },
    'f:ownerId': {
      displayName: 'Owner',
      values: 'by id, your own for a trading partner',
      namesPartner: true,
      kind: 'text',
      value: sql`s.owner_id`,
      labelSql: (id, { organisationId }) => sql`(
        select ${ownerOfCharges} from charge_statements s where s.organisation_id = ${organisationId} and s.owner_id = ${id} limit 1)`,
    },
  },
  sortable: {
    createdAtUTC: sql`s.created_at`,
    fromMonth: sql`s.first_month`,
    owner: sql`lower(${ownerOfCharges}) collate "C"`,
    number: sql`lower(coalesce(s.number, '')) collate "C"`,
  },
  defaultSort: { by: 'createdAtUTC', descending: true },
  aggregations: [],
  parameters: { query: textParameter('Part of the number or of the owner’s name.') },
  docs: findCharges,
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    number: ({ number }) => number,
    ownerId: ({ owner }) => owner.id,
    owner: ({ owner }) => owner.name,
    fromMonth: ({ fromMonth }) => fromMonth,
    toMonth: ({ toMonth }) => toMonth,
    amounts: ({ totals }) => totals.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    ...momentColumns<ChargeStatementSummary>('closed', 'closedAtUTC', ({ closedAtUTC }) => closedAtUTC),
  },
}
