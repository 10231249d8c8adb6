import { sql } from 'kysely'
import { columnList, writingRows, type Columns } from '../../db/rows.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import type { MergeResult } from '../stock/merge-stock.ts'
import type { Departure, PlacedRequest } from './movement-context.ts'
import { completionColumns, driverColumns, missingActions, type StockMovement } from './rules.ts'
import { insertTicket, ticketColumns } from './tickets/insert-ticket.ts'

/** A load that has been decided on: what it does to stock. */
export interface NewMovement {
  departure: Departure
  movement: StockMovement
  /** Whether it comes in off a field under a contract that asks for it to be cleaned. */
  requiresCleaning: boolean
  /** Which share of it is still to be cleaned as it goes. */
  uncleanedShare: number
  /** The parcel that it joins; none where it leaves. */
  joined: MergeResult | undefined
}

/** A request with its movements. */
export interface MadeRequest extends PlacedRequest {
  movements: NewMovement[]
}

type Row = ReturnType<typeof rowOf> & ReturnType<typeof ticketColumns>

/** Columns that movements of this kind do not have keep their defaults. */
const columns: Columns<Row> = {
  id: 'bigint',
  organisation_id: 'uuid',
  type: 'text',
  status: 'text',
  effective_at: 'timestamptz',
  record_id: 'uuid',
  source_record_id: 'uuid',
  destination_record_id: 'uuid',
  receiver_id: 'text',
  receiver_name: 'text',
  weight_grams: 'bigint',
  commodity_id: 'integer',
  type_id: 'integer',
  grade_id: 'integer',
  variety: 'text',
  tag_ids: 'integer[]',
  quality: 'jsonb',
  driver_name: 'text',
  vehicle_registration: 'text',
  load_reference: 'text',
  empty_grams: 'bigint',
  full_grams: 'bigint',
  weighbridge_file_id: 'uuid',
  ticket_id: 'uuid',
  ticket_part: 'integer',
  ticket_share: 'bigint',
  contract_id: 'text',
  contract_reference: 'text',
  storage_contract_id: 'uuid',
  requires_cleaning: 'boolean',
  uncleaned_share: 'double precision',
  sold: 'boolean',
  adjust_to_zero: 'boolean',
  is_joined: 'boolean',
  adjustment_grams: 'bigint',
  adjustment_reason_id: 'integer',
  adjustment_notes: 'text',
  completed_at: 'timestamptz',
  recorded_by: 'uuid',
  recorded_by_name: 'text',
  recorded_at: 'timestamptz',
}

const insertRows = writingRows(
  columns,
  (rows) => sql`insert into movements (${columnList(columns)}) select * from ${rows}`,
)

/** The owners of grain read the weighbridge tickets of its loads. */
export async function shareTickets(trx: Transaction, actor: Actor, requests: MadeRequest[]): Promise<void> {
  for (const { source, weighbridge } of requests.flatMap(({ departures }) => departures))
    if (weighbridge.file)
      await shareFiles(trx, actor, [weighbridge.file.id], source.owner_id, 'weighbridge.file')
}

/** Stores movements out of records, however many, in one write that is waited for with COMMIT. */
export function insertMovements(trx: Transaction, actor: Actor, requests: MadeRequest[]): void {
  const rows = requests.flatMap((request) => {
    const shared = sharedOf(actor, request)
    const ticketId = request.ticket && insertTicket(trx, actor, request.ticket)
    return request.movements.map((each, index) => ({
      ...rowOf(each, actor, shared),
      ...ticketColumns(ticketId, index, each.departure.share),
    }))
  })
  writeUnawaited(trx, ...insertRows(rows))
}

/** What is the same for all of one request. */
function sharedOf(actor: Actor, { body, destination }: PlacedRequest) {
  return {
    organisation_id: actor.organisationId,
    type: destination.type,
    receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
    ...driverColumns(body.driver),
    contract_id: body.contractId ?? null,
    contract_reference: body.contractReference ?? null,
    recorded_by: actor.userId,
    recorded_by_name: actor.userName,
    recorded_at: actor.now,
  }
}

function rowOf(
  {
    departure: { source, adjustment, weighbridge, storageContract: contract },
    movement,
    ...cleaning
  }: NewMovement,
  { now }: Actor,
  shared: ReturnType<typeof sharedOf>,
) {
  const { file, ...scales } = weighbridge
  const lorry = { ...shared, ...scales, weight_grams: movement.grams }
  return {
    ...lorry,
    ...completionColumns(missingActions(lorry).outstanding === 0, now),
    weighbridge_file_id: file?.id ?? null,
    id: movement.id,
    effective_at: movement.effectiveAt,
    record_id: source.id,
    source_record_id: source.id,
    destination_record_id: movement.destinationRecordId,
    receiver_id: movement.receiverId,
    commodity_id: source.commodity_id,
    type_id: source.type_id,
    grade_id: source.grade_id,
    variety: source.variety,
    // As arrays and JSON are written, whichever way the row goes.
    tag_ids: `{${source.tag_ids.join(',')}}`,
    quality: source.quality,
    storage_contract_id: contract?.id ?? null,
    requires_cleaning: cleaning.requiresCleaning,
    uncleaned_share: cleaning.uncleanedShare,
    sold: movement.sold,
    adjust_to_zero: movement.emptiedReasonId !== null,
    is_joined: movement.effectiveAt <= now,
    adjustment_grams: adjustment?.grams ?? null,
    adjustment_reason_id: adjustment?.reasonId ?? null,
    adjustment_notes: adjustment?.notes ?? null,
  }
}
