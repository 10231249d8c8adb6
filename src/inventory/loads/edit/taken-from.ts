import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../../kernel/errors.ts'
import { descriptionOf } from '../../stock/merge-stock.ts'
import { getStoredRecords, type StoredRecord } from '../../stock/stored-records.ts'
import { describedColumns } from '../insert-loads.ts'
import type { ChangedLoad } from './load-edit.ts'
import type { LockedMovementRow } from './lock-movement.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/**
 * Returns the changed columns of a movement that is taken from another record: it gets the description of the stock there, as if it had
 * been entered so.
 *
 * @throws Refusal `not_found`, `forbidden` as for any record that stock is taken from; `invalid_input` for stock of another owner, for a
 *   crop in place of stock, or where it corrects what it was to be taken from
 */
export async function takenFrom(
  trx: Transaction,
  actor: Actor,
  movement: LockedMovementRow,
  sourceId: string,
): Promise<ChangedLoad['row']> {
  const from = movement.source_record_id
  if (from === null)
    return refuseFaults([fault('source', message('isForLoadFromRecord', {}), 'contradiction')])
  if (from === sourceId) return {}
  const [present, source] = await getStoredRecords(trx, actor, [from, sourceId])
  if (!present || !source) throw new Error('unreachable: a record is there, or refused')
  refuseFaults(sourceFaults(movement, present, source))
  return {
    ...describedColumns(descriptionOf(source)),
    quality: source.quality,
    record_id: source.id,
    source_record_id: source.id,
    commodity_id: source.commodity_id,
    uncleaned_share: source.uncleaned_share,
  }
}

function sourceFaults(movement: LockedMovementRow, present: StoredRecord, source: StoredRecord): Fault[] {
  const { adjust_to_zero, adjustment_grams, storage_contract_id } = movement
  const faultIf = (isWrong: boolean, said: Message, code: Fault['code'] = 'contradiction') =>
    isWrong ? [fault('source.recordId', said, code)] : []
  return [
    ...faultIf(adjust_to_zero || adjustment_grams !== null, message('isForUncorrectingLoad', {})),
    ...faultIf(
      (present.source === 'planting') !== (source.source === 'planting'),
      message('isCropInsteadOfStock', {}),
      'not_stock',
    ),
    ...faultIf(present.owner_id !== source.owner_id, message('isStockOfAnotherOwner', {})),
    ...faultIf(
      storage_contract_id !== null && present.commodity_id !== source.commodity_id,
      message('isOfAnotherCommodity', {}),
    ),
  ]
}
