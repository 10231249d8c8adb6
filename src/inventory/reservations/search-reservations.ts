import { sql } from 'kysely'
import { momentColumns } from '../../http/table.ts'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { partnerOfTrade } from '../trades/lock-trade.ts'
import { findReservations, reservationTables, stateOfReservation } from './queries.ts'
import { reservationStates, type Reservation, type ReservationState } from './schema.ts'

/** Fields by which reservations can be found, sorted and narrowed. */
export const reservationSearch: SearchDefinition<Reservation> = {
  name: 'reservations',
  path: '/api/inventory/reservations',
  source: ({ organisationId, now }, { query }) => ({
    from: sql`(
      select v.*, b.storage_id, s.name as store, b.name as bay, ${stateOfReservation(now)} as state,
        t.reference, t.partner_reference, ${partnerOfTrade} as partner_name
      from ${reservationTables} where v.organisation_id = ${organisationId}) v`,
    where: matchesText(
      query,
      (says) =>
        sql`${says(sql`v.reference`)} or ${says(sql`v.partner_reference`)} or ${says(sql`v.partner_name`)} or ${says(sql`v.store`)} or ${says(sql`v.bay`)}`,
    ),
  }),
  id: sql`v.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: reservationStates,
      kind: 'text',
      value: sql`v.state`,
      label: (state, actor) =>
        render(message('reservationStateName', { state: state as ReservationState }), actor),
    },
    'f:tradeId': {
      displayName: 'Contract',
      kind: 'uuid',
      value: sql`v.trade_id`,
      labelSql: (id, { organisationId }) => sql`(
        select coalesce(nullif(t.reference, ''), nullif(t.partner_reference, ''), ${partnerOfTrade}) from trades t
        where t.organisation_id = ${organisationId} and t.id = ${id})`,
    },
    'f:storageId': {
      displayName: 'Storage location',
      kind: 'uuid',
      value: sql`v.storage_id`,
      labelSql: (id, { organisationId }) =>
        sql`(select s.name from storages s where s.organisation_id = ${organisationId} and s.id = ${id})`,
    },
    'f:substorageId': {
      displayName: 'Bay',
      kind: 'int',
      value: sql`v.bay_id`,
      labelSql: (id, { organisationId }) =>
        sql`(select b.name from bays b where b.organisation_id = ${organisationId} and b.id = ${id})`,
    },
  },
  sortable: {
    from: sql`v.begins_at`,
    createdAtUTC: sql`v.created_at`,
    bay: sql`lower(v.store || ' ' || v.bay) collate "C"`,
  },
  defaultSort: { by: 'from', descending: true },
  aggregations: [],
  parameters: {
    query: textParameter('Part of the contract’s number, of the partner’s name, or of the store or bay.'),
  },
  docs: findReservations,
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    contract: ({ trade }) => trade.name,
    partner: ({ trade }) => trade.partnerName,
    store: ({ store }) => store,
    bay: ({ bay }) => bay,
    record: ({ recordName }) => recordName,
    weight: ({ weight }) => weight ?? '',
    moved: ({ moved }) => moved,
    left: ({ left }) => left ?? '',
    ...momentColumns('from', 'fromUTC', ({ fromUTC }) => fromUTC),
    ...momentColumns('until', 'untilUTC', ({ untilUTC }) => untilUTC),
    note: ({ note }) => note,
  },
}
