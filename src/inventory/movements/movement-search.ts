import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { DateText, described, oneOf, Text } from '../../http/validate/schema.ts'
import type { SearchDefinition, SearchFilter, SearchQuery, Sql } from '../../http/search/definition.ts'
import { filterFaults, selectionOf } from '../../http/search/filters.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { isId, MAX_INTEGER } from '../../kernel/ids.ts'
import { ticketKey } from '../../kernel/ticket-number.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { commodityFilter, gradeFilter, typeFilter } from '../../system/commodities/search-filters.ts'
import { findMovements } from './queries.ts'
import { visibleMovements } from './rows.ts'
import type { Movement as MovementSchema, Movement } from './schema.ts'
import { momentColumns, type TableColumns } from '../../http/table.ts'
import { nameOnMovement } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { MovementChoice } from '../../words/stock-terms.ts'

type Movement = Static<typeof MovementSchema>

/** Sources of its weights, by the words of the API, and the numbers of the instruments' own records. */
const readingColumns: TableColumns<Movement> = {
  emptySource: ({ weighbridge }) => weighbridge.readings?.empty?.source,
  emptyRecordNumber: ({ weighbridge }) => weighbridge.readings?.empty?.recordNumber,
  tareOfTicket: ({ weighbridge }) => weighbridge.readings?.empty?.ofTicket?.number,
  fullSource: ({ weighbridge }) => weighbridge.readings?.full?.source,
  fullRecordNumber: ({ weighbridge }) => weighbridge.readings?.full?.recordNumber,
  netSource: ({ weighbridge }) => weighbridge.readings?.net?.source,
}

/** A movement as a line of a CSV file; weights in kilograms, a weight that nobody weighed empty. */
export const movementColumns: TableColumns<Movement> = {
  id: ({ id }) => id,
  ...momentColumns<Movement>('date', 'dateUTC', ({ movementDateISO }) => movementDateISO),
  type: ({ type }) => type,
  status: ({ status }) => status,
  record: ({ inventory }) => inventory.name,
  recordId: ({ inventory }) => inventory.recordId,
  commodity: ({ inventory }) => inventory.commodity.commodity.name,
  commodityType: ({ inventory }) => inventory.commodity.type.name,
  grade: ({ inventory }) => inventory.commodity.grade.name,
  variety: ({ inventory }) => inventory.commodity.variety,
  tags: ({ inventory }) => inventory.commodity.tags.map(({ name }) => name).join('; '),
  weight: ({ inventory }) => inventory.commodity.weight.weight,
  weightRemaining: ({ weightRemaining }) => weightRemaining.weight,
  fromOrganisation: ({ inventory }) => inventory.storage.source.organisationName,
  fromStorage: ({ inventory }) => inventory.storage.source.name,
  fromSubstorageId: ({ inventory }) => inventory.storage.source.substorageId || '',
  toOrganisation: ({ inventory }) => inventory.storage.destination.organisationName,
  toStorage: ({ inventory }) => inventory.storage.destination.name,
  toSubstorageId: ({ inventory }) => inventory.storage.destination.substorageId || '',
  driver: ({ driver }) => driver.name,
  vehicleRegistration: ({ driver }) => driver.vehicleRegistration,
  documentNumber: ({ documentNumber }) => documentNumber,
  loadReference: ({ driver }) => driver.loadReference,
  emptyWeight: ({ weighbridge }) => weighbridge.empty.weight,
  fullWeight: ({ weighbridge }) => weighbridge.full.weight,
  ...readingColumns,
  ticketId: ({ ticket }) => ticket?.id,
  sold: ({ sold }) => sold,
  contractId: ({ contractId }) => contractId,
  contractReference: ({ contractReference }) => contractReference,
  storageContractId: ({ storageContract }) => storageContract.id,
  dryingLoss: ({ drying }) => drying?.lossWeight ?? 0,
  actionsOutstanding: ({ actionsRequired }) => actionsRequired.outstanding,
  ...momentColumns<Movement>('recordedAt', 'recordedAtUTC', ({ recordedAtUTC }) => recordedAtUTC),
  ...momentColumns<Movement>('completedAt', 'completedAtUTC', ({ completedAtUTC }) => completedAtUTC),
  ...momentColumns<Movement>('happened', 'happenedAtUTC', ({ happenedAtISO }) => happenedAtISO ?? ''),
  conflicts: ({ conflicts }) => (conflicts ?? []).map(({ message }) => message).join(' '),
}

/** Names a choice of a filter as people call it. */
function choiceName(id: string, actor: Actor): string {
  // Nothing else is in the columns.
  return render(message('movementChoiceName', { name: id as MovementChoice }), actor)
}

/** That a record is one of these places', in words from which the planner chooses whether to begin with records or movements. */
function liesIn(recordId: Sql, storageIds: Sql): Sql {
  return sql`(${recordId} is not null and ${recordId} in (select id from records where storage_id = any(${storageIds})))`
}

const filters = {
  'f:type': {
    displayName: 'Type',
    choices: ['intake', 'internal', 'outbound'],
    kind: 'text',
    value: sql`m.type`,
    label: choiceName,
  },
  'f:commodity': commodityFilter(sql`m.commodity_id`),
  'f:commodityType': typeFilter(sql`m.type_id`),
  'f:commodityGrade': gradeFilter(sql`coalesce(m.grade_id, 0)`),
  'f:storageSourceId': {
    displayName: 'Field or store it came from',
    kind: 'uuid',
    value: sql`source.storage_id`,
    condition: (ids) => liesIn(sql`m.source_record_id`, ids),
  },
  'f:storageDestinationId': {
    displayName: 'Store it went to',
    kind: 'uuid',
    value: sql`destination.storage_id`,
    condition: (ids) => liesIn(sql`m.destination_record_id`, ids),
  },
  'f:recordId': {
    displayName: 'Record that it is known by, took from or brought to',
    kind: 'uuid',
    value: sql`m.record_id`,
    condition: (ids) =>
      sql`(m.record_id = any(${ids}) or coalesce(m.source_record_id = any(${ids}), false) or coalesce(m.destination_record_id = any(${ids}), false))`,
  },
  'f:vehicle': {
    displayName: 'Registration of the vehicle',
    values: 'with or without blanks, in upper or lower case',
    kind: 'text',
    value: sql`m.vehicle_registration`,
    condition: (registrations) =>
      sql`coalesce(plate(m.vehicle_registration) in (select plate(each) from unnest(${registrations}) as wanted (each)), false)`,
  },
  'f:partner': {
    displayName: 'Sender or receiver',
    values: 'by id, your own for a trading partner',
    namesPartner: true,
    kind: 'text',
    value: sql`coalesce(m.sender_id, m.receiver_id)`,
  },
} satisfies Record<string, SearchFilter>

const statusFilter = {
  'f:status': {
    displayName: 'Status',
    values: 'incomplete, complete or deleted; deleted movements are listed only on request',
    choices: ['incomplete', 'complete', 'deleted'],
    kind: 'text',
    value: sql`m.status`,
    label: choiceName,
  },
} satisfies Record<string, SearchFilter>

const parameters = {
  query: textParameter(
    'The load reference or the number of the ticket, however it is written, or part of it, of the driver’s name or vehicle registration, of the contract’s reference, of the sender’s or ' +
      'receiver’s name, or of the record’s name; or the movement’s whole number.',
  ),
  startDateISO: Type.Optional(
    described(DateText, 'From this moment on; a date alone is the start of that day in your time zone.'),
  ),
  endDateISO: Type.Optional(
    described(DateText, 'Up to and with this moment; a date alone is all of that day in your time zone.'),
  ),
  conflicts: Type.Optional(
    Type.Boolean({ default: false, description: 'true adds to each movement the conflicts that it causes.' }),
  ),
  type: Type.Optional(oneOf(['intake', 'internal', 'outbound'], 'Only movements of this type.')),
  storageContractId: Type.Optional(described(Text, 'Only movements under this storage contract, by id.')),
  tradeId: Type.Optional(described(Text, 'Only movements under this contract to buy or to sell, by id.')),
  orderId: Type.Optional(described(Text, 'Only movements on this order, by id.')),
  noContract: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: only movements without a contract, of sale or of storage.',
    }),
  ),
}

/** "Search Movements Between Dates": what movements can be found and sorted by. */
export const movementSearch: SearchDefinition<Movement> = {
  name: 'movements',
  path: '/api/inventory/movements',
  source: (actor, query) => ({
    from: movementsFrom(visibleMovements(actor)),
    where: [
      ...conditions(actor, query),
      ...unlessDeleted(actor, query),
      ...(query['actions'] === true ? [needsAction] : []),
    ],
  }),
  id: sql`m.id`,
  filters: { ...filters, ...statusFilter },
  sortable: {
    movementDateISO: sql`m.effective_at`,
    recordedAtUTC: sql`m.recorded_at`,
    id: sql`m.id`,
    type: sql`m.type collate "C"`,
    status: sql`m.status collate "C"`,
    weight: sql`m.weight_grams`,
    name: sql`lower(known.name) collate "C"`,
  },
  defaultSort: { by: 'movementDateISO', descending: true },
  aggregations: [],
  parameters: {
    ...parameters,
    actions: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: only incomplete movements that lack a driver or a weight.',
      }),
    ),
  },
  docs: (db, actor, ids) => findMovements(db, actor, ids.map(Number)),
  columns: movementColumns,
}

/** "List Movements Requiring Action": the same search over incomplete movements that lack something. */
export const actionSearch: SearchDefinition<Movement> = {
  ...movementSearch,
  name: 'movements-requiring-action',
  path: '/api/inventory/movements/actions',
  source: (actor, query) => ({
    from: movementsFrom(visibleMovements(actor)),
    where: [...conditions(actor, query), needsAction],
  }),
  filters,
  parameters,
}

/** Deleted movements are listed only on request. */
export function unlessDeleted(actor: Actor, query: SearchQuery): Sql[] {
  return selectionOf(statusFilter, actor, query).size === 0 ? [sql`m.status <> 'deleted'`] : []
}

/** That a movement is of the type that `type` asks for; nothing where it does not ask. */
export function ofType(query: SearchQuery): Sql[] {
  return typeof query['type'] === 'string' ? [sql`m.type = ${query['type']}`] : []
}

/** Left joins: one that neither a filter nor the order asks for costs nothing. */
export function movementsFrom(movements: Sql): Sql {
  return sql`${movements} m left join records known on known.keeper_id = m.organisation_id and known.id = m.record_id ${ofItsSides}`
}

const ofItsSides = sql`left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    left join records destination on destination.keeper_id = m.organisation_id and destination.id = m.destination_record_id`

/**
 * The caller's own movements by the names of their records: who enters a movement keeps its record. The records are few and put in
 * order first, so that the planner can stop at the first name that fills a page, and does not put all movements in order.
 */
export function enteredByName({ organisationId }: Actor, direction: Sql): Sql {
  return sql`(select r.id, lower(r.name) collate "C" as in_order from records r where r.keeper_id = ${organisationId} order by 2 ${direction}) known
    join movements m on m.record_id = known.id and m.organisation_id = ${organisationId} ${ofItsSides}`
}

/** Condition in SQL that movements lack actions: it finds for many what `missingActions` of rules.ts finds for one. */
export const needsAction = sql`m.status = 'incomplete' and (
  (m.type <> 'internal' and coalesce(m.driver_name, '') = '' and coalesce(m.vehicle_registration, '') = '')
  or ((m.empty_grams is null or m.full_grams is null)
    and (m.type <> 'internal' or m.weight_grams = 0 or (m.empty_grams is null) <> (m.full_grams is null))))`

const searchedTexts = [
  sql`m.load_reference`,
  sql`m.document_number`,
  sql`m.driver_name`,
  sql`m.vehicle_registration`,
  sql`m.contract_reference`,
  nameOnMovement('sender'),
  nameOnMovement('receiver'),
  sql`known.name`,
]

/** That it is the movement whose number is asked for, which stands on its ticket, or that its ticket has that number, however it is written. */
function isNumbered({ query }: SearchQuery): Sql {
  const key = typeof query === 'string' ? ticketKey(query) : ''
  if (key === '') return sql`false`
  const hasTicket = sql`(coalesce(ticket_key(m.load_reference) = ${key}, false) or coalesce(ticket_key(m.document_number) = ${key}, false))`
  const number = /^\d+$/.test(key) ? Number(key) : 0
  return number > 0 && number <= MAX_INTEGER ? sql`(m.id = ${number} or ${hasTicket})` : hasTicket
}

function conditions({ timeZone }: Actor, query: SearchQuery): Sql[] {
  const { from, to } = datesOf(query, timeZone)
  const contractId = query['storageContractId']
  const tradeId = query['tradeId']
  const orderId = query['orderId']
  return [
    ...(from ? [sql`m.effective_at >= ${from}`] : []),
    ...(to ? [sql`m.effective_at <= ${to}`] : []),
    ...ofType(query),
    ...matchesText(
      query['query'],
      (says) => sql`(${sql.join([...searchedTexts.map(says), isNumbered(query)], sql` or `)})`,
    ),
    ...(typeof contractId === 'string' ? [sql`m.storage_contract_id = ${contractId}`] : []),
    ...(typeof tradeId === 'string' ? [sql`m.trade_id = ${tradeId}`] : []),
    ...(typeof orderId === 'string' ? [sql`m.order_id = ${orderId}`] : []),
    ...(query['noContract'] === true
      ? [sql`coalesce(m.contract_id, '') = '' and m.storage_contract_id is null`]
      : []),
  ]
}

/** The time searched; both ends are part of it. */
export function datesOf(
  { startDateISO, endDateISO }: SearchQuery,
  timeZone: string,
): { from: Date | undefined; to: Date | undefined } {
  return {
    from: typeof startDateISO === 'string' ? parseInstant(startDateISO, timeZone) : undefined,
    to: typeof endDateISO === 'string' ? parseInstantEnd(endDateISO, timeZone) : undefined,
  }
}

/**
 * Refuses what nothing can be searched by, all of it at once.
 *
 * @throws Refusal `invalid_input` for what is no date, for an end before the start, and for what is no value of a filter
 */
export function ensureSearchable(search: SearchDefinition<Movement>, actor: Actor, query: SearchQuery): void {
  const { from, to } = datesOf(query, actor.timeZone)
  refuseFaults([
    ...(query['startDateISO'] !== undefined && !from ? [dateFault('startDateISO')] : []),
    ...(query['endDateISO'] !== undefined && !to ? [dateFault('endDateISO')] : []),
    ...(from && to && to < from
      ? [fault('endDateISO', message('isBeforeStart', { start: 'startDateISO' }), 'minimum')]
      : []),
    ...(['storageContractId', 'tradeId', 'orderId'] as const).flatMap((name) => {
      const given = query[name]
      return typeof given === 'string' && !isId(given)
        ? [fault(name, message('isNoId', { given: given.slice(0, 100) }), 'type')]
        : []
    }),
    ...filterFaults(search.filters, actor, query),
  ])
}
