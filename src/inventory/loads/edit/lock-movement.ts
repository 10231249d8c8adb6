import type { Selectable } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isNumericId } from '../../../kernel/ids.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { dryingOfRow } from '../../contracts/intake-terms.ts'
import { recordsCountedBy } from '../../ledger/ledger.ts'
import type { Readings, Scales } from '../../readings/rules.ts'
import type { StockMovement } from '../rules.ts'
import { message } from '../../../words/catalogue.ts'

/** A movement of the caller's, as its row has it. */
export type LockedMovementRow = Selectable<Tables['movements']>

/**
 * The caller's movement, locked so that two changes of it come one after the other.
 *
 * @param isDeleted whether it is one that was deleted
 * @throws Refusal `not_found` when it is not the caller's or `recordId` is not its own record (rules.md §4);
 *   `already_deleted`, or `not_deleted`
 */
export async function lockMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  recordId: string | undefined,
  isDeleted = false,
): Promise<LockedMovementRow> {
  if (!isNumericId(id)) throw notFound('movement', id)
  const row = await trx
    .selectFrom('movements')
    .selectAll()
    .where('id', '=', Number(id))
    .where('organisation_id', '=', actor.organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('movement', id)
  if (recordId !== undefined && row.record_id !== recordId) {
    throw new Refusal('not_found', message('movementIsOfAnotherRecord', { id, recordId }))
  }
  if ((row.status === 'deleted') === isDeleted) return row
  throw isDeleted
    ? new Refusal('not_deleted', message('movementIsNotDeleted', { id }))
    : new Refusal('already_deleted', message('movementIsDeleted', { id }))
}

/** Those of some movements of the caller's that are there, locked in their order. */
export function lockMovements(trx: Transaction, actor: Actor, ids: number[]): Promise<LockedMovementRow[]> {
  return trx
    .selectFrom('movements')
    .selectAll()
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', anyOf(ids, 'bigint'))
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The records that a movement takes stock from and puts it into, whose bays are locked before it changes. */
export function recordsOfMovements(
  row: Pick<LockedMovementRow, 'source_record_id' | 'destination_record_id'>,
): string[] {
  return [row.source_record_id, row.destination_record_id].filter((id) => id !== null)
}

export type MovedStock = Awaited<ReturnType<typeof getMoved>>

/** Reads the stock or crop that a movement moves, with its owner and storer. */
export async function getMoved(trx: Transaction, { record_id: id }: LockedMovementRow) {
  return trx
    .selectFrom('records')
    .select(['owner_id', 'keeper_id', 'commodity_id', 'source', 'bay_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** A stored movement as the ledger's rules see it. */
export async function stockMovementOf(trx: Transaction, row: LockedMovementRow): Promise<StockMovement> {
  const { adjustment_grams: grams, adjustment_reason_id: reasonId, destination_record_id: to } = row
  // The parcels of other years in its bay that an intake wrote off when it was entered.
  const counted = row.type === 'intake' ? await recordsCountedBy(trx, row.id) : []
  return {
    id: row.id,
    effectiveAt: row.effective_at,
    source: row.source_record_id === null ? null : await sourceOf(trx, row.source_record_id),
    destinationRecordId: to,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    grams: row.weight_grams,
    sold: row.sold,
    adjustment: grams === null || reasonId === null ? null : { grams, reasonId },
    emptiedReasonId: row.adjust_to_zero ? BAY_EMPTIED : null,
    replacedRecordIds: counted.filter((each) => each !== to),
    drying: dryingOfRow(row),
  }
}

async function sourceOf(trx: Transaction, recordId: string): Promise<StockMovement['source']> {
  const { source } = await trx
    .selectFrom('records')
    .select('source')
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  return { recordId, isPlanting: source === 'planting' }
}

/** Reads the store and bay in which a parcel lies. */
export function placeOfParcel(trx: Transaction, recordId: string) {
  return trx
    .selectFrom('records')
    .select(['storage_id', 'bay_id'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
}

/** Scales that a row has. */
export function scalesOfRow({
  empty_grams,
  full_grams,
  readings,
}: Pick<LockedMovementRow, keyof Scales>): Scales {
  // The column holds what loads are entered and weighed with.
  return { empty_grams, full_grams, readings: readings as Readings | null }
}
