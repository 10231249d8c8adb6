import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { appendEvent } from '../../../system/events/append-event.ts'
import { nextPostingIds } from '../../ledger/ledger.ts'
import { sayLoad } from '../../records/wire.ts'
import { changeStock } from '../../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { outcomeToResponse, sayPlanned } from '../../stock/effects.ts'
import { descriptionOf } from '../../stock/merge-stock.ts'
import { describedColumns, insertMovements, type NewMovement } from '../insert-loads.ts'
import { ensureStillAlike, joinedBefore } from './join-again.ts'
import { lockOwnMovement, recordsOf, stockMovementOf, type OwnMovement } from './own-movement.ts'
import type { DuplicateBody } from './schema.ts'

/**
 * Makes copies of a movement: same date, weight, places and contract, without driver and weighbridge, hence incomplete
 * where those are needed; its correction of the source is not made again (rules.md §4).
 *
 * @throws Refusal `insufficient_stock`; `incompatible_stock` where the two places hold stock of different kinds by now
 */
export async function duplicateMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  { count, recordId }: DuplicateBody,
) {
  const movement = await lockOwnMovement(trx, actor, id, recordId)
  // It corrects and writes off nothing again.
  const once = { adjustment: null, emptiedReasonId: null, replacedRecordIds: [] }
  const stock = { ...(await stockMovementOf(trx, movement)), ...once }
  const { destination_record_id: to, effective_at: at, weight_grams: grams } = movement
  const { result, outcome } = await changeStock(trx, actor, {
    watched: await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds: recordsOf(movement) }),
    contractIds: [movement.storage_contract_id],
    async *plan() {
      await ensureStillAlike(trx, movement)
      const merged = to === null ? [] : [await joinedBefore(trx, actor, to, at)]
      const ids = await nextPostingIds(trx, count)
      const row = copiedColumns(movement)
      const copies = ids.map((copyId) => ({ stock: { ...stock, id: copyId }, row }))
      const step = await insertMovements(trx, actor, copies)
      // What a copy joins was not described when it was made, and what it is taken from may be called otherwise by now.
      const since = { since: at, changedGrams: grams * count }
      const backdated =
        at > actor.now ? [] : recordsOf(movement).map((each) => ({ recordId: each, ...since }))
      yield { ...step, backdated }
      return { ids, merged }
    },
  })
  const { ids, merged } = result
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: outcome.recordIds },
  })
  const message = `${sayCopies(count, grams)}${sayDried(movement, at > actor.now)}${sayPlanned(actor, at, count)}`
  return outcomeToResponse(actor, { message, ids, at, merged, arrivals: ids.map(() => to) }, outcome)
}

/** What the row of a copy says: nobody has driven or weighed it, and it corrects nothing. */
export function copiedColumns(movement: OwnMovement): NewMovement['row'] {
  return {
    type: movement.type,
    commodity_id: movement.commodity_id,
    ...describedColumns(descriptionOf(movement)),
    sender_name: movement.sender_name,
    receiver_name: movement.receiver_name,
    contract_id: movement.contract_id,
    contract_reference: movement.contract_reference,
    storage_contract_id: movement.storage_contract_id,
    requires_cleaning: movement.requires_cleaning,
    uncleaned_share: movement.uncleaned_share,
    harvest_moisture_percentage: movement.harvest_moisture_percentage,
    harvest_temperature_celsius: movement.harvest_temperature_celsius,
  }
}

function sayCopies(count: number, grams: number): string {
  return count === 1
    ? `One copy stored: ${sayLoad(grams)}.`
    : `${count} copies stored: ${sayLoad(grams)} each.`
}

/** A copy is as wet as the load that it was made of, and is dried once like that: whoever copies it sees its weight alone. */
function sayDried(
  { shrink_grams: shrink, drying_level_percentage: level }: OwnMovement,
  isPlanned: boolean,
): string {
  if (shrink === 0) return ''
  return ` Drying to ${Number(level)} % ${isPlanned ? 'is to take' : 'took'} ${sayWeight(shrink)} off each.`
}
