import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { shrinkGrams } from '../../contracts/rules.ts'
import { recordsLastCountedBy } from '../../ledger/ledger.ts'
import { ensureMayAdjust } from '../../records/ensure-may-adjust.ts'
import { noteCleared } from '../../stock/clearings.ts'
import { outcomeToResponse } from '../../stock/effects.ts'
import { noteIncompatible } from '../../stock/incompatible-stock.ts'
import { descriptionOf, type MergeResult } from '../../stock/merge-stock.ts'
import { changeMovements, type MovementChange } from './change-movements.ts'
import {
  ensureStillAlike,
  joinedBefore,
  lockDeletedMovement,
  stockMovementOf,
  type OwnMovement,
} from './own-movement.ts'
import { completionColumns, missingActions, type Scales, type StockMovement } from '../rules.ts'
import { reasonOf, type RestoreMovementBody } from './schema.ts'
import { lockTicketOf, weighRestoredPart } from './tickets.ts'
import { changeOf } from './weighings.ts'

/** What a restored movement is from now on. */
interface Restored {
  movement: OwnMovement
  stock: StockMovement
  scales: Scales
}

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
  const movement = await lockDeletedMovement(trx, actor, id, body?.recordId)
  if (movement.adjust_to_zero || movement.adjustment_grams || movement.clears_other_years)
    ensureMayAdjust(actor)
  const before = await stockMovementOf(trx, movement)
  const replaced = movement.clears_other_years ? await recordsLastCountedBy(trx, movement.id) : []
  const part = ticket && (await weighRestoredPart(trx, ticket, movement))
  const restored: Restored = {
    movement,
    stock: {
      ...before,
      grams: part?.grams ?? before.grams,
      emptiedReasonId: movement.adjust_to_zero ? BAY_EMPTIED : null,
      replacedRecordIds: replaced.filter((each) => each !== movement.destination_record_id),
    },
    scales: part?.scales ?? { empty_grams: movement.empty_grams, full_grams: movement.full_grams },
  }
  const others = (part?.others ?? []).map((weighing) => changeOf(trx, actor, weighing))
  const { outcome, saved } = await changeMovements(trx, actor, {
    changes: [...others, changeOfRestored(trx, actor, restored)],
    reason: reasonOf(body),
  })
  const done = {
    message: 'Movement restored.',
    ids: [movement.id],
    at: movement.effective_at,
    merged: saved.flatMap(({ merged }) => merged ?? []),
    arrivals: [movement.destination_record_id],
  }
  return outcomeToResponse(actor, done, outcome)
}

function changeOfRestored(trx: Transaction, actor: Actor, restored: Restored): MovementChange {
  const { movement, stock } = restored
  return {
    movement,
    moves: true,
    async save() {
      const to = movement.destination_record_id
      // Of a plan it is a conflict, which is shown.
      if (movement.effective_at <= actor.now) await ensureStillAlike(trx, movement)
      const merged = to === null ? undefined : await joinAgain(trx, actor, to, restored)
      const row = await saveRestored(trx, actor, restored)
      if (to !== null) await noteIncompatible(trx, to, actor.now)
      if (row.clears_other_years && to !== null) await noteClearedIn(trx, to, movement.effective_at)
      return { row, stock, merged }
    },
  }
}

/** What it joins once more: a reason for its grade that was given once holds. */
function joinAgain(
  trx: Transaction,
  actor: Actor,
  to: string,
  { movement, stock: { grams, effectiveAt } }: Restored,
): Promise<MergeResult> {
  const load = {
    grams,
    effectiveAt,
    description: descriptionOf(movement),
    gradeReason: movement.grade_reason,
  }
  return joinedBefore(trx, actor, to, effectiveAt, load)
}

async function noteClearedIn(trx: Transaction, recordId: string, effectiveAt: Date): Promise<void> {
  const { bay_id: bayId } = await trx
    .selectFrom('records')
    .select('bay_id')
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  if (bayId !== null) await noteCleared(trx, bayId, effectiveAt)
}

function saveRestored(
  trx: Transaction,
  actor: Actor,
  { movement, stock, scales }: Restored,
): Promise<OwnMovement> {
  const lacks = missingActions({ ...movement, ...scales, weight_grams: stock.grams }).outstanding
  const isComplete = movement.completed_at !== null || lacks === 0
  return trx
    .updateTable('movements')
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_by_name: null,
      lessened_net: false,
      ...scales,
      ...completionColumns(isComplete, movement.completed_at ?? actor.now),
      weight_grams: stock.grams,
      shrink_grams: stock.destinationRecordId === null ? 0 : shrinkGrams(stock.drying, stock.grams),
      is_joined: movement.effective_at <= actor.now,
    })
    .where('organisation_id', '=', movement.organisation_id)
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
