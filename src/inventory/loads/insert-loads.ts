import { sql, type Insertable } from 'kysely'
import { columnList, writingRows } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { textColumns, textTypes } from '../load-texts.ts'
import { tradeColumns, tradeTypes } from '../load-trades.ts'
import { dryingColumns } from '../contracts/intake-terms.ts'
import { numberColumns, numbering, storageOfLoad } from '../document-numbers/give-numbers.ts'
import { numberKindOf } from '../document-numbers/number-kinds.ts'
import { tareFinder, type FindReadings, type Weighing } from '../readings/find-tares.ts'
import type { Readings } from '../readings/rules.ts'
import { insertSamples, saysNothing } from '../records/add-sample.ts'
import type { SampleInput } from '../records/bodies.ts'
import type { Description } from '../stock/blend-rules.ts'
import {
  completionColumns,
  driverColumns,
  isWeighed,
  missingActions,
  notWeighed,
  stepOf,
  type StockMovement,
} from './rules.ts'
import { insertTicket, ticketColumns, type NewTicket, type TicketPart } from './tickets/insert-ticket.ts'

/** A movement to be entered. */
export interface NewMovement {
  /** Effect on stock. */
  stock: StockMovement
  /** Other columns of its row; those that are left out keep their default. */
  row: SaidColumns
  /** The lorry that it is a part of the load of. */
  ticket?: TicketPart | null | undefined
  /** Owner of the stock, who therefore reads the weighbridge's file, and the path at which the body names that file. */
  ticketFor?: { ownerId: string; path: string } | undefined
  /** Actor who enters it, where that is not whoever enters the others. */
  recordedBy?: Actor
  /** Sample of the load on its way, and the sample's number where it has one already. */
  sample?: SampleInput | null | undefined
  sampleId?: number | undefined
}

type Stored = Insertable<Tables['movements']>

/** The columns of a movement that its stock does not say. */
type SaidColumns = Required<
  Pick<Stored, 'type' | 'commodity_id' | 'type_id' | 'grade_id' | 'variety' | 'tag_ids'>
> & { quality: unknown } & Partial<Pick<Stored, Exclude<keyof typeof unsaid, 'readings'>>> & {
    readings?: Readings | null
  }

const unsaid = {
  sender_name: null,
  receiver_name: null,
  ...driverColumns(null),
  ...notWeighed,
  weighbridge_file_id: null,
  ...ticketColumns(null, 0, null),
  contract_id: null,
  contract_reference: null,
  storage_contract_id: null,
  ...tradeColumns({}),
  requires_cleaning: false,
  uncleaned_share: 0,
  adjustment_notes: null,
  ...textColumns(null),
  clears_other_years: false,
  harvest_moisture_percentage: null,
  harvest_temperature_celsius: null,
}

/** Columns of a new movement with their types. A column that nothing sets when the movement is entered keeps its default. */
const columns = {
  id: 'bigint',
  organisation_id: 'uuid',
  type: 'text',
  status: 'text',
  effective_at: 'timestamptz',
  record_id: 'uuid',
  source_record_id: 'uuid',
  destination_record_id: 'uuid',
  sender_id: 'text',
  sender_name: 'text',
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
  readings: 'jsonb',
  weighbridge_file_id: 'uuid',
  ticket_id: 'uuid',
  ticket_part: 'integer',
  ticket_share: 'bigint',
  contract_id: 'text',
  contract_reference: 'text',
  storage_contract_id: 'uuid',
  ...tradeTypes,
  requires_cleaning: 'boolean',
  uncleaned_share: 'double precision',
  drying_moisture_percentage: 'numeric',
  drying_level_percentage: 'numeric',
  drying_loss_percentage: 'numeric',
  shrink_grams: 'bigint',
  harvest_moisture_percentage: 'numeric',
  harvest_temperature_celsius: 'numeric',
  sold: 'boolean',
  adjust_to_zero: 'boolean',
  clears_other_years: 'boolean',
  is_joined: 'boolean',
  adjustment_grams: 'bigint',
  adjustment_reason_id: 'integer',
  adjustment_notes: 'text',
  ...textTypes,
  completed_at: 'timestamptz',
  recorded_by: 'uuid',
  recorded_by_name: 'text',
  recorded_at: 'timestamptz',
}

/** With the series that its ticket is numbered in, null as long as it is no ticket, and the load that has one number with it. */
const numberedColumns = { ...columns, number_kind: 'text', number_paper: 'bigint' }

const insertRows = writingRows<Record<keyof typeof numberedColumns, unknown>>(
  numberedColumns,
  (rows) => sql`
    with given as (select * from ${rows}),
    ${numbering(sql`given`, { at: sql`given.effective_at`, storageId: storageOfLoad(sql`given`) })}
    insert into movements (${columnList(columns)}, ${numberColumns})
    select ${columnList(columns)}, ${numberColumns} from given left join numbered on row_id = id`,
)

/**
 * Enters movements, however many, in one write that is waited for with COMMIT, and the samples of their loads. The owners of the
 * grain read the weighbridge tickets.
 *
 * @returns what the ledger is to be told of them
 */
export async function insertMovements(
  trx: Transaction,
  actor: Actor,
  movements: NewMovement[],
): Promise<ReturnType<typeof stepOf>> {
  const readingsOf = await tareFinder(trx, actor, movements.map(weighingOf))
  const ticketIds = insertTickets(trx, actor, movements, readingsOf)
  writeUnawaited(trx, ...insertRows(rowsOf(actor, movements, ticketIds, readingsOf)))
  for (const { row, ticketFor, recordedBy = actor } of movements) {
    const fileId = row.weighbridge_file_id
    if (fileId && ticketFor) await shareFiles(trx, recordedBy, [fileId], ticketFor.ownerId, ticketFor.path)
  }
  for (const [recordedBy, own] of Map.groupBy(movements, (each) => each.recordedBy ?? actor))
    insertSamples(trx, recordedBy, own.flatMap(samplesOf))
  return stepOf(movements.map(({ stock }) => stock))
}

function samplesOf({ stock, sample, sampleId: id }: NewMovement) {
  const { id: movementId, destinationRecordId: recordId, effectiveAt: at } = stock
  return sample && recordId !== null && !saysNothing(sample) ? [{ id, recordId, movementId, at, sample }] : []
}

/** The readings of a movement, and the lorry that they are of. */
function weighingOf({ row, stock }: NewMovement): Weighing {
  return {
    registration: row.vehicle_registration ?? null,
    at: stock.effectiveAt,
    empty_grams: row.empty_grams ?? null,
    readings: row.readings ?? null,
  }
}

/** Enters the tickets that movements are parts of, each once; answers their ids. */
function insertTickets(
  trx: Transaction,
  actor: Actor,
  movements: NewMovement[],
  readingsOf: FindReadings,
): Map<NewTicket, string> {
  const given = new Set(movements.flatMap(({ ticket }) => ticket?.given ?? []))
  return new Map(
    [...given].map((each) => {
      const scales = { ...each.scales, readings: readingsOf(each.scales.readings) }
      return [each, insertTicket(trx, actor, { ...each, scales })]
    }),
  )
}

/** Rows of movements; all parts of a lorry are one paper. */
function rowsOf(
  actor: Actor,
  movements: NewMovement[],
  ticketIds: ReadonlyMap<NewTicket, string>,
  readingsOf: FindReadings,
) {
  const papers = new Map<NewTicket, number>()
  return movements.map((each) => {
    const given = each.ticket?.given
    if (given && !papers.has(given)) papers.set(given, each.stock.id)
    const row = rowOf(actor, each, ticketIds, readingsOf)
    return Object.assign(row, { number_paper: (given && papers.get(given)) ?? row.id })
  })
}

function rowOf(
  actor: Actor,
  { stock, row, ticket, recordedBy = actor }: NewMovement,
  ticketIds: ReadonlyMap<NewTicket, string>,
  readingsOf: FindReadings,
) {
  const part = ticket && ticketColumns(ticketIds.get(ticket.given) ?? null, ticket.index, ticket.share)
  const readings = readingsOf(row.readings ?? null)
  const said = { ...unsaid, ...row, ...part, readings, weight_grams: stock.grams }
  const isComplete = missingActions(said).outstanding === 0
  const isTicket = isComplete || isWeighed(said)
  return {
    ...said,
    ...completionColumns(isComplete, actor.now),
    number_kind: isTicket ? numberKindOf(row.type, stock.source?.isPlanting === true) : null,
    id: stock.id,
    organisation_id: actor.organisationId,
    ...stockColumns(stock, actor.now),
    record_id: stock.source?.recordId ?? stock.destinationRecordId,
    // As arrays are written, whichever way the row goes.
    tag_ids: `{${row.tag_ids.join(',')}}`,
    recorded_by: recordedBy.userId,
    recorded_by_name: recordedBy.userName,
    recorded_at: actor.now,
  }
}

/** Returns the columns of a movement's row for its effect on stock. */
export function stockColumns(stock: StockMovement, now: Date) {
  const { source, destinationRecordId: to, grams, adjustment, effectiveAt } = stock
  return {
    effective_at: effectiveAt,
    source_record_id: source?.recordId ?? null,
    destination_record_id: to,
    sender_id: stock.senderId,
    receiver_id: stock.receiverId,
    weight_grams: grams,
    ...dryingColumns(stock.drying, grams),
    // What leaves is not dried here, and is as its contract has it if it comes in after all.
    ...(to === null && { shrink_grams: 0 }),
    sold: stock.sold,
    adjust_to_zero: stock.emptiedReasonId !== null,
    is_joined: effectiveAt <= now,
    adjustment_grams: adjustment?.grams ?? null,
    adjustment_reason_id: adjustment?.reasonId ?? null,
  }
}

/** Returns the description of a load on its ticket, as columns of its movement. */
export function describedColumns({ typeId, gradeId, variety, tagIds, quality }: Description) {
  return { type_id: typeId, grade_id: gradeId, variety, tag_ids: tagIds, quality }
}
