import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { shareFiles } from '../../../system/files/share-files.ts'
import { BAY_EMPTIED } from '../../../system/reasons/reasons.ts'
import { dryingColumns } from '../../contracts/intake-terms.ts'
import type { StockOutcome } from '../../stock/change-stock.ts'
import { noteComing } from '../../stock/label-changes.ts'
import { descriptionOf, type MergeResult } from '../../stock/merge-stock.ts'
import { changeMovements, type MovementChange } from './change-movements.ts'
import { joinedBefore, recordsOf, stockMovementOf, type OwnMovement } from './own-movement.ts'
import { completionColumns, missingActions, type Scales, type StockMovement } from '../rules.ts'

/** What a movement weighs from now on, and what else its row says. */
export interface Weighing {
  movement: OwnMovement
  before: StockMovement
  grams: number
  columns: Partial<
    Pick<
      OwnMovement,
      | 'driver_name'
      | 'vehicle_registration'
      | 'load_reference'
      | 'empty_grams'
      | 'full_grams'
      | 'weighbridge_file_id'
      | 'grade_reason'
    >
  >
  isComplete: boolean
  /** Whether the source is empty after it, and was not said to be before. */
  empties: boolean
}

/** A movement with other readings or another weight, and nothing else changed but that it may be complete by that. */
export async function weighingOf(
  trx: Transaction,
  movement: OwnMovement,
  { grams, ...columns }: Weighing['columns'] & { grams: number },
): Promise<Weighing> {
  const missing = missingActions({ ...movement, ...columns, weight_grams: grams })
  const isComplete = missing.outstanding === 0 || movement.completed_at !== null
  const before = await stockMovementOf(trx, movement)
  return { movement, before, grams, columns, isComplete, empties: false }
}

/** Whether it says anything that was not so. */
export function changesRow({ movement, grams, columns }: Weighing): boolean {
  const said: [string, unknown][] = Object.entries({ ...columns, weight_grams: grams })
  const row = new Map<string, unknown>(Object.entries(movement))
  return said.some(([name, value]) => row.get(name) !== value)
}

/** The same where stock moves by it. */
export function movesStock({ movement, grams, empties }: Weighing): boolean {
  return grams !== movement.weight_grams || empties
}

/**
 * Gives movements other weights, as one change: all of them are judged together, at the end.
 *
 * @throws Refusal `insufficient_stock`, `incompatible_stock`
 */
export async function applyWeighings(
  trx: Transaction,
  actor: Actor,
  weighings: Weighing[],
  reason: string,
): Promise<{ outcome: StockOutcome; merged: MergeResult[] }> {
  const changes = weighings.map((weighing) => changeOf(trx, actor, weighing))
  const { outcome, saved } = await changeMovements(trx, actor, { changes, reason })
  return { outcome, merged: saved.flatMap(({ merged }) => merged ?? []) }
}

/** A weighing as a change of its movement. */
export function changeOf(trx: Transaction, actor: Actor, weighing: Weighing): MovementChange {
  const { movement, before, grams, empties } = weighing
  const emptiedReasonId = empties ? BAY_EMPTIED : before.emptiedReasonId
  return {
    movement,
    moves: movesStock(weighing),
    isWeighed: true,
    async save() {
      const merged = await describedNow(trx, actor, weighing)
      const row = await saveWeighing(trx, actor, weighing)
      await shareTicket(trx, actor, weighing)
      return { row, stock: { ...before, grams, emptiedReasonId }, merged }
    },
  }
}

/** What a load joins that has a weight only now: until then it described nothing. */
async function describedNow(
  trx: Transaction,
  actor: Actor,
  { movement, before, grams, columns }: Weighing,
): Promise<MergeResult | undefined> {
  const { grams: was, destinationRecordId, effectiveAt } = before
  if (was > 0 || grams === 0 || destinationRecordId === null) return undefined
  const description = descriptionOf(movement)
  noteComing(trx, actor.now, destinationRecordId, { grams, effectiveAt, description })
  const gradeReason = columns.grade_reason ?? movement.grade_reason
  const load = { grams, effectiveAt, description, gradeReason }
  return joinedBefore(trx, actor, destinationRecordId, effectiveAt, load)
}

async function saveWeighing(
  trx: Transaction,
  actor: Actor,
  { movement, before, grams, columns, isComplete, empties }: Weighing,
): Promise<OwnMovement> {
  return trx
    .updateTable('movements')
    .set({
      ...columns,
      weight_grams: grams,
      ...dryingColumns(before.drying, grams),
      adjust_to_zero: movement.adjust_to_zero || empties,
      ...completionColumns(isComplete, movement.completed_at ?? actor.now),
    })
    .where('organisation_id', '=', movement.organisation_id)
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The owner of the grain reads the ticket of its load, and not only that there is one. */
async function shareTicket(trx: Transaction, actor: Actor, { movement, columns }: Weighing): Promise<void> {
  const fileId = columns.weighbridge_file_id
  if (!fileId || fileId === movement.weighbridge_file_id) return
  const owners = await trx
    .selectFrom('records')
    .select('owner_id as id')
    .distinct()
    .where('id', 'in', recordsOf(movement))
    .execute()
  for (const { id } of owners) await shareFiles(trx, actor, [fileId], id, 'weighbridge.file')
}

/** Scales that a row has. */
export function scalesOfRow({ empty_grams, full_grams }: OwnMovement): Scales {
  return { empty_grams, full_grams }
}
