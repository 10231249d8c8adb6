import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { appendEvent } from '../../../system/events/append-event.ts'
import { outcomeToResponse, planned } from '../../stock/effects.ts'
import { descriptionOf } from '../../stock/merge-stock.ts'
import { enterLoads } from '../enter-loads.ts'
import { describedColumns, type NewMovement } from '../insert-loads.ts'
import { touchedBy, type Load } from '../load.ts'
import { rejoiningArrivalOf, ensureStillAlike } from './join-again.ts'
import { lockMovement, placeOfParcel, stockMovementOf, type LockedMovementRow } from './lock-movement.ts'
import type { DuplicateBody } from './schema.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/**
 * Makes copies of a movement: same date, weight, places and contract, without driver and weighbridge, hence incomplete
 * where those are needed; its correction of the source is not made again (rules.md §4). They are loads like any other.
 *
 * @throws Refusal `insufficient_stock`; `incompatible_stock` where the two places hold stock of different kinds by now; `grade_lost`
 */
export async function duplicateMovement(
  trx: Transaction,
  actor: Actor,
  id: string,
  { count, recordId }: DuplicateBody,
) {
  const movement = await lockMovement(trx, actor, id, recordId)
  const { destination_record_id: to, effective_at: at, weight_grams: grams } = movement
  const load = await loadLike(trx, actor, movement)
  const loads = Array.from({ length: count }, () => ({ ...load }))
  const requests = [
    {
      actor,
      touched: loads.map(touchedBy),
      async loads() {
        await ensureStillAlike(trx, movement)
        return loads
      },
    },
  ]
  const [its] = await enterLoads(trx, actor, requests)
  if (!its) throw new Error('copies were asked for, and not entered')
  const { entered, outcome } = its
  const ids = entered.map((each) => each.id)
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: outcome.recordIds },
  })
  const said = [
    message('copiesStored', { count, weight: kilogramsFromGrams(grams) }),
    ...dried(movement, at > actor.now),
    ...planned(actor, at, count),
  ]
  const merged = entered.flatMap(({ joined }) => joined ?? []).slice(-1)
  return outcomeToResponse(actor, { said, ids, at, merged, arrivals: ids.map(() => to) }, outcome)
}

/** A load like one that was entered, which corrects and writes off nothing again. */
async function loadLike(trx: Transaction, actor: Actor, movement: LockedMovementRow): Promise<Load> {
  const before = await stockMovementOf(trx, movement)
  const after = { ...before, adjustment: null, emptiedReasonId: null }
  const to = movement.destination_record_id
  const place = to === null ? undefined : await placeOfParcel(trx, to)
  const copy = { kind: 'corrected' as const, was: movement, before, after, row: {} }
  return {
    stock: after,
    into: place
      ? {
          place: { storageId: place.storage_id, bayId: place.bay_id },
          arrival: await rejoiningArrivalOf(trx, actor, copy),
        }
      : null,
    says: { row: { ...copiedColumns(movement), grade_reason: movement.grade_reason } },
    contractId: movement.storage_contract_id,
    clearsAllBut: null,
  }
}

/** Returns the row of a copy: nobody has driven or weighed it, and it corrects nothing. */
export function copiedColumns(movement: LockedMovementRow): NewMovement['row'] {
  return {
    type: movement.type,
    commodity_id: movement.commodity_id,
    ...describedColumns(descriptionOf(movement)),
    sender_name: movement.sender_name,
    receiver_name: movement.receiver_name,
    contract_id: movement.contract_id,
    contract_reference: movement.contract_reference,
    trade_id: movement.trade_id,
    trade_window: movement.trade_window,
    order_id: movement.order_id,
    storage_contract_id: movement.storage_contract_id,
    requires_cleaning: movement.requires_cleaning,
    uncleaned_share: movement.uncleaned_share,
    harvest_moisture_percentage: movement.harvest_moisture_percentage,
    harvest_temperature_celsius: movement.harvest_temperature_celsius,
  }
}

/** A copy is as wet as the load that it was made of, and is dried once like that: whoever copies it sees its weight alone. */
function dried(
  { shrink_grams: shrink, drying_level_percentage: level }: LockedMovementRow,
  isPlanned: boolean,
): Message[] {
  if (shrink === 0) return []
  return [message('eachIsDried', { level: Number(level), weight: kilogramsFromGrams(shrink), isPlanned })]
}
