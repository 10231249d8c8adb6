import { sql } from 'kysely'
import { momentColumns } from '../../http/table.ts'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import type { HoldReason } from '../../words/stock-terms.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { holdReasons } from '../ledger/ledger.ts'
import { findHolds, holdTables } from './queries.ts'
import { holdStates, type Hold, type HoldState } from './schema.ts'

/** Fields by which holds can be found, sorted and narrowed. */
export const holdSearch: SearchDefinition<Hold> = {
  name: 'holds',
  path: '/api/inventory/holds',
  source: ({ organisationId, now }, query) => ({
    from: sql`(
      select h.*, b.storage_id, s.name as store, b.name as bay, coalesce(r.name, '') as record_name,
        case when h.over_at <= ${now} then 'ended' when h.begins_at <= ${now} then 'standing' else 'coming' end as state
      from ${holdTables} where h.organisation_id = ${organisationId}) h`,
    where: matchesText(
      query['query'],
      (says) =>
        sql`${says(sql`h.note`)} or ${says(sql`h.store`)} or ${says(sql`h.bay`)} or ${says(sql`h.record_name`)}`,
    ),
  }),
  id: sql`h.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: holdStates,
      kind: 'text',
      value: sql`h.state`,
      label: (state, actor) => render(message('holdStateName', { state: state as HoldState }), actor),
    },
    'f:reason': {
      displayName: 'Reason',
      choices: holdReasons,
      kind: 'text',
      value: sql`h.reason`,
      label: (reason, actor) => render(message('holdReasonName', { reason: reason as HoldReason }), actor),
    },
    'f:storageId': {
      displayName: 'Storage location',
      kind: 'uuid',
      value: sql`h.storage_id`,
      labelSql: (id, { organisationId }) =>
        sql`(select s.name from storages s where s.organisation_id = ${organisationId} and s.id = ${id})`,
    },
    'f:substorageId': {
      displayName: 'Bay',
      kind: 'int',
      value: sql`h.bay_id`,
      labelSql: (id, { organisationId }) =>
        sql`(select b.name from bays b where b.organisation_id = ${organisationId} and b.id = ${id})`,
    },
  },
  sortable: {
    from: sql`h.begins_at`,
    createdAtUTC: sql`h.created_at`,
    bay: sql`lower(h.store || ' ' || h.bay) collate "C"`,
  },
  defaultSort: { by: 'from', descending: true },
  aggregations: [],
  parameters: { query: textParameter('Part of the note, or of the name of the store, bay or parcel.') },
  docs: findHolds,
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    store: ({ store }) => store,
    bay: ({ bay }) => bay,
    record: ({ recordName }) => recordName,
    reason: ({ reason }) => reason,
    blocks: ({ blocks }) => blocks,
    ...momentColumns('from', 'fromUTC', ({ fromUTC }) => fromUTC),
    ...momentColumns('until', 'untilUTC', ({ untilUTC }) => untilUTC),
    note: ({ note }) => note,
    product: ({ fumigation }) => fumigation?.product ?? '',
    dose: ({ fumigation }) => fumigation?.dose ?? '',
    ...momentColumns('airedAt', 'airedAtUTC', ({ fumigation }) => fumigation?.airedAtUTC),
    withholdingDays: ({ fumigation }) => fumigation?.withholdingDays ?? '',
    setBy: ({ createdByName }) => createdByName,
    ...momentColumns('releasedAt', 'releasedAtUTC', ({ releasedAtUTC }) => releasedAtUTC),
    releasedBy: ({ releasedByName }) => releasedByName,
    releaseNote: ({ releaseNote }) => releaseNote,
  },
}
