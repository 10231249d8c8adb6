import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { recordsLastCountedBy } from '../../ledger/ledger.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { applyEdits, editsToResponse } from './apply-edits.ts'
import type { ChangedLoad } from './load-edit.ts'
import { lockMovement, stockMovementOf } from './lock-movement.ts'
import { editReasonOf, type RestoreMovementBody } from './schema.ts'
import { lockTicketOf, weighRestoredPart } from './tickets.ts'
import { message } from '../../../words/catalogue.ts'

/**
 * Puts a deleted movement back into the books, at its own date and with its number, as if nobody had deleted it. As a part of a lorry that
 * was weighed it takes its share of the net back from the other parts.
 *
 * @throws Refusal `not_found`; `not_deleted`; `insufficient_stock` and `incompatible_stock` where the stock no longer allows it; `forbidden`
 *   for an operator where it corrects or empties a bay
 */
export async function restoreMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  body: Static<typeof RestoreMovementBody> | null | undefined,
) {
  // Before the movement itself, as readings lock it.
  const ticket = await lockTicketOf(trx, actor, id)
  const was = await lockMovement(trx, actor, id, body?.recordId, true)
  if (was.adjust_to_zero || was.adjustment_grams || was.clears_other_years) ensureMayAdjust(actor)
  const before = await stockMovementOf(trx, was)
  const replaced = was.clears_other_years ? await recordsLastCountedBy(trx, was.id) : []
  const part = ticket && (await weighRestoredPart(trx, ticket, was))
  const restored: ChangedLoad = {
    kind: 'restored',
    was,
    before,
    after: {
      ...before,
      grams: part?.grams ?? before.grams,
      replacedRecordIds: replaced.filter((each) => each !== was.destination_record_id),
    },
    row: { ...part?.scales, deleted_at: null, deleted_by: null, deleted_by_name: null, lessened_net: false },
  }
  const applied = await applyEdits(trx, actor, [...(part?.others ?? []), restored], editReasonOf(body))
  return editsToResponse(actor, applied, { said: [message('isRestored', {})], ids: [was.id] })
}
