import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { changeStock } from '../stock/change-stock.ts'
import { nextPostingIds } from '../ledger/ledger.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { sayLoad } from '../records/wire.ts'
import { outcomeToResponse, sayPlanned } from '../stock/effects.ts'
import { ensureStillAlike } from './ensure-still-alike.ts'
import {
  joinedBefore,
  lockOwnMovement,
  recordsOf,
  stockMovementOf,
  type OwnMovement,
} from './own-movement.ts'
import {
  completionColumns,
  driverColumns,
  postingOf,
  missingActions,
  notWeighed,
  type StockMovement,
} from './rules.ts'
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
  body: Static<typeof DuplicateBody>,
) {
  const movement = await lockOwnMovement(trx, actor, id, body.recordId)
  const stock = onceMore(await stockMovementOf(trx, movement))
  const { id: _, ...row } = copyOf(movement, actor)
  const to = movement.destination_record_id
  const at = movement.effective_at
  const { result, outcome } = await changeStock(trx, actor, {
    lock: { recordIds: recordsOf(movement) },
    contractIds: [movement.storage_contract_id],
    async *plan() {
      await ensureStillAlike(trx, movement)
      const merged = to === null ? [] : [await joinedBefore(trx, actor, to, at)]
      const ids = await nextPostingIds(trx, body.count)
      await trx
        .insertInto('movements')
        .values(ids.map((copyId) => ({ ...row, id: copyId })))
        .execute()
      // What a copy joins was not described when it was made, and what it is taken from may be called otherwise by now.
      const changedGrams = movement.weight_grams * body.count
      const since = { since: at, changedGrams }
      yield {
        postings: ids.map((copyId) => postingOf({ ...stock, id: copyId })),
        backdated: at <= actor.now ? recordsOf(movement).map((recordId) => ({ recordId, ...since })) : [],
      }
      return { ids, merged }
    },
  })
  const { ids, merged } = result
  await appendEvent(trx, actor, {
    type: 'movement.created',
    subject: ids.join(','),
    data: { ids, type: movement.type, recordIds: outcome.recordIds },
  })
  const copies = sayCopies(body.count, movement.weight_grams)
  const message = `${copies}${sayDried(movement, at > actor.now)}${sayPlanned(actor, at, body.count)}`
  return outcomeToResponse(actor, { message, ids, at, merged, arrivals: ids.map(() => to) }, outcome)
}

/** The row of a copy: nobody has driven or weighed it, and it corrects nothing. */
function copyOf(movement: OwnMovement, actor: Actor) {
  const withoutLorry = {
    ...movement,
    ...driverColumns(null),
    ...notWeighed,
    weighbridge_file_id: null,
    ticket_id: null,
    ticket_part: null,
    ticket_share: null,
  }
  return {
    ...withoutLorry,
    ...completionColumns(missingActions(withoutLorry).outstanding === 0, actor.now),
    quality: JSON.stringify(movement.quality),
    entered: {},
    adjust_to_zero: false,
    clears_other_years: false,
    is_joined: movement.effective_at <= actor.now,
    is_unlike: false,
    adjustment_grams: null,
    adjustment_reason_id: null,
    adjustment_notes: null,
    recorded_by: actor.userId,
    recorded_by_name: actor.userName,
    recorded_at: actor.now,
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

/** What a copy does to stock: it corrects and writes off nothing again. */
function onceMore(stock: StockMovement): StockMovement {
  return { ...stock, adjustment: null, emptiedReasonId: null, replacedRecordIds: [] }
}
