import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { mergeKeyColumns } from '../stock/merge-key.ts'
import type { OwnMovement } from './own-movement.ts'

/**
 * Stock on its way once more, or sooner than planned, may not join what by now, after a correction, it may not be mixed with
 * (rules.md §3).
 */
export async function ensureStillAlike(
  trx: Transaction,
  { source_record_id: from, destination_record_id: to }: OwnMovement,
): Promise<void> {
  if (from === null || to === null) return
  const kinds = await trx
    .selectFrom('records')
    .select(mergeKeyColumns)
    .distinct()
    .where('id', '=', anyOf([from, to], 'uuid'))
    .execute()
  if (kinds.length === 1) return
  throw new Refusal(
    'incompatible_stock',
    'The source or the destination was given another harvest year or status since, and the two may not be mixed.',
    { details: { recordId: from, otherRecordId: to } },
  )
}
