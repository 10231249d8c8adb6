import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { BAY_EMPTIED } from '../../system/reasons/reasons.ts'
import { dryingColumns } from '../contracts/intake-terms.ts'
import { changeStock, type StockOutcome, type StockStep } from '../stock/change-stock.ts'
import type { MergeResult } from '../stock/merge-stock.ts'
import { noteChangedMovements } from './note-changed-movements.ts'
import { joinedBefore, recordsOf, stockMovementOf, type OwnMovement } from './own-movement.ts'
import { completionColumns, missingActions, postingOf, type Scales, type StockMovement } from './rules.ts'

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
  return {
    movement,
    before: await stockMovementOf(trx, movement),
    grams,
    columns,
    isComplete,
    empties: false,
  }
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

/** What the ledger is told of weighings, as one step. */
export function stepOf(weighings: Weighing[]): StockStep & { reverse: number[] } {
  const moving = weighings.filter(movesStock)
  const after = moving.map(stockAfter)
  return {
    reverse: after.map(({ id }) => id),
    postings: after.map(postingOf),
    loads: moving.flatMap(({ before }, index) => [before, after[index] ?? before]),
  }
}

function stockAfter({ before, grams, empties }: Weighing): StockMovement {
  return { ...before, grams, emptiedReasonId: empties ? BAY_EMPTIED : before.emptiedReasonId }
}

/** Writes what a movement says from now on. */
export async function saveWeighing(
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
    .where('id', '=', movement.id)
    .returningAll()
    .executeTakeFirstOrThrow()
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
): Promise<{ outcome: StockOutcome; merged: MergeResult[] }> {
  const moving = weighings.filter(movesStock)
  const merged: MergeResult[] = []
  const { result: saved, outcome } = await changeStock(trx, actor, {
    lock:
      moving.length > 0 ? { recordIds: moving.flatMap(({ movement }) => recordsOf(movement)) } : { held: [] },
    contractIds: moving.map(({ movement }) => movement.storage_contract_id),
    async *plan() {
      const rows: OwnMovement[] = []
      for (const weighing of weighings) {
        merged.push(...(await describedNow(trx, actor, weighing)))
        rows.push(await saveWeighing(trx, actor, weighing))
      }
      if (moving.length > 0) yield stepOf(weighings)
      return rows
    },
  })
  const changes = weighings.map(({ movement: before }, index) => ({ before, after: saved[index] ?? before }))
  await noteChangedMovements(
    trx,
    actor,
    changes.filter((_each, index) => weighings[index] && movesStock(weighings[index])),
  )
  await appendWeighed(trx, actor, changes, moving.length > 0 ? outcome.recordIds : undefined)
  return { outcome, merged }
}

/** What a load joins that has a weight only now: until then it described nothing. */
async function describedNow(
  trx: Transaction,
  actor: Actor,
  { before, grams }: Weighing,
): Promise<MergeResult[]> {
  const { grams: was, destinationRecordId, effectiveAt } = before
  if (was > 0 || grams === 0 || destinationRecordId === null) return []
  return [await joinedBefore(trx, actor, destinationRecordId, effectiveAt)]
}

/** An event for each movement that says something else; what they show at besides their own records is told with the last. */
export async function appendWeighed(
  trx: Transaction,
  actor: Actor,
  changes: { before: OwnMovement; after: OwnMovement }[],
  shown: string[] | undefined,
): Promise<void> {
  const events = changes.map(({ before, after }, index) => {
    const isCompleted = after.completed_at !== null && before.completed_at === null
    // Who drove a load shows in the timelines of its records.
    const recordIds = index === changes.length - 1 && shown ? shown : recordsOf(before)
    const type = isCompleted ? ('movement.completed' as const) : ('movement.updated' as const)
    return {
      before,
      after,
      event: { type, subject: String(before.id), data: { ids: [before.id], recordIds } },
    }
  })
  await appendChanges(trx, actor, events)
}

/** Scales that a row has. */
export function scalesOfRow({ empty_grams, full_grams }: OwnMovement): Scales {
  return { empty_grams, full_grams }
}
