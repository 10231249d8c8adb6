import { sql } from 'kysely'
import Type from 'typebox'
import type { Actor } from '../../http/actor.ts'
import type { SearchDefinition, SearchQuery } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { DateText, described } from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstant, formatDate } from '../../kernel/time.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { State } from '../../words/en/trade.ts'
import { buyerOfSettlement, findSettlements } from './queries.ts'
import { settlementStatuses, type SettlementSummary } from './schema.ts'

/** Fields by which settlements can be found, sorted and narrowed. */
export const settlementSearch: SearchDefinition<SettlementSummary> = {
  name: 'settlements',
  path: '/api/inventory/settlements',
  source: (actor, query) => ({
    from: sql`settlements s`,
    where: [
      sql`s.organisation_id = ${actor.organisationId}`,
      ...inDays(actor, query),
      ...matchesText(query['query'], (says) => sql`${says(sql`s.reference`)} or ${says(buyerOfSettlement)}`),
    ],
  }),
  id: sql`s.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: settlementStatuses,
      kind: 'text',
      value: sql`(case when s.closed_at is null then 'open' else 'closed' end)`,
      label: (state, actor) => render(message('stateName', { state: state as State }), actor),
    },
    'f:buyer': {
      displayName: 'Buyer',
      values: 'by id, your own for a trading partner',
      namesPartner: true,
      kind: 'text',
      value: sql`s.buyer_id`,
      labelSql: (id, { organisationId }) => sql`(
        select ${buyerOfSettlement} from settlements s where s.organisation_id = ${organisationId} and s.buyer_id = ${id} limit 1)`,
    },
  },
  sortable: {
    date: sql`s.settled_on`,
    createdAtUTC: sql`s.created_at`,
    reference: sql`lower(s.reference) collate "C"`,
    buyer: sql`lower(${buyerOfSettlement}) collate "C"`,
  },
  defaultSort: { by: 'date', descending: true },
  aggregations: [],
  parameters: {
    query: textParameter('Part of the reference or of the buyer’s name.'),
    startDateISO: Type.Optional(described(DateText, 'Statements of this day and later.')),
    endDateISO: Type.Optional(described(DateText, 'Statements up to and with this day.')),
  },
  docs: findSettlements,
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    buyerId: ({ buyer }) => buyer.id,
    buyer: ({ buyer }) => buyer.name,
    reference: ({ reference }) => reference,
    date: ({ date }) => date,
    lines: ({ totals }) => totals.lines,
    theirs: ({ totals }) => totals.theirs,
    ours: ({ totals }) => totals.ours,
    difference: ({ totals }) => totals.difference.weight,
    differencePercentage: ({ totals }) => totals.difference.share,
    flagged: ({ totals }) => totals.flagged,
    undecided: ({ totals }) => totals.undecided,
    writtenOff: ({ totals }) => totals.writtenOff,
    claimed: ({ totals }) => totals.claimed,
  },
}

function dayOf(text: unknown, timeZone: string): string | undefined {
  const instant = typeof text === 'string' ? parseInstant(text, timeZone) : undefined
  return instant && formatDate(instant, timeZone)
}

function inDays({ timeZone }: Actor, { startDateISO, endDateISO }: SearchQuery) {
  const [from, to] = [dayOf(startDateISO, timeZone), dayOf(endDateISO, timeZone)]
  return [
    ...(from === undefined ? [] : [sql`s.settled_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`s.settled_on <= ${to}::date`]),
  ]
}

/** @throws Refusal `invalid_input` for what is no date, and for an end before the start */
export function ensureDays({ timeZone }: Actor, { startDateISO, endDateISO }: SearchQuery): void {
  const [from, to] = [dayOf(startDateISO, timeZone), dayOf(endDateISO, timeZone)]
  refuseFaults([
    ...(startDateISO !== undefined && !from ? [dateFault('startDateISO')] : []),
    ...(endDateISO !== undefined && !to ? [dateFault('endDateISO')] : []),
    ...(from && to && to < from ? [fault('endDateISO', message('endsBeforeStart', {}), 'minimum')] : []),
  ])
}
