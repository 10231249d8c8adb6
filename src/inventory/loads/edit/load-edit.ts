import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../db/transaction.ts'
import { completionColumns, missingActions, type MissingActions, type StockMovement } from '../rules.ts'
import { stockMovementOf, type LockedMovementRow } from './lock-movement.ts'

/**
 * A change of a load that was entered, found out while its movement is locked and before anything is changed: a correction replaces what it
 * says, a weighing gives it readings or another weight, and what was deleted may be restored. `applyEdits` makes it.
 */
export type LoadEdit = DeletedLoad | ChangedLoad

interface DeletedLoad {
  kind: 'deleted'
  was: LockedMovementRow
}

export interface ChangedLoad {
  kind: 'corrected' | 'weighed' | 'restored'
  /** As its row is. */
  was: LockedMovementRow
  /** Effect on stock before the edit, but with the source that the edit gives it. */
  before: StockMovement
  /** Effect on stock from now on; a corrected load still has to find the parcel that it goes into. */
  after: StockMovement
  /** Bay that a corrected load goes to; null where it leaves. */
  bay?: { storageId: string; bayId: number } | null
  /** Changed columns of its row, beside those that follow from its stock. */
  row: Partial<Omit<LockedMovementRow, 'entered'>>
  /** True if somebody marks it complete, whatever is missing; false if not complete; left out where nobody does, and it stays as it was. */
  isComplete?: boolean | undefined
}

/** A load with another weight or other readings, and nothing else changed but that it may be complete by that. */
export async function weighed(
  trx: Transaction,
  was: LockedMovementRow,
  grams: number,
  row: ChangedLoad['row'],
): Promise<ChangedLoad> {
  const before = await stockMovementOf(trx, was)
  return { kind: 'weighed', was, before, after: { ...before, grams }, row }
}

/** The row of a load as it is to be, but for the parcel that it joins. */
export function rowAfter({ was, row, after }: ChangedLoad): LockedMovementRow {
  return { ...was, ...row, effective_at: after.effectiveAt, weight_grams: after.grams }
}

/** True if the edit changes the movement of stock. */
export function movesStock(edit: LoadEdit): boolean {
  if (edit.kind !== 'weighed') return true
  const { before, after } = edit
  return after.grams !== before.grams || after.emptiedReasonId !== before.emptiedReasonId
}

/** True if the edit changes anything. */
export function changesAnything(edit: ChangedLoad): boolean {
  const was = new Map<string, unknown>(Object.entries(edit.was))
  return (
    movesStock(edit) ||
    Object.entries(edit.row).some(([name, value]) => !isDeepStrictEqual(was.get(name), value))
  )
}

/** Finds the actions that a load still lacks after the edit. */
export function missingAfter(edit: ChangedLoad): MissingActions {
  return missingActions(rowAfter(edit))
}

/** True if the load is complete after the edit. A load that never had to be weighed has to be, once it leaves by lorry. */
export function isCompleteAfter(edit: ChangedLoad): boolean {
  const { was, row, isComplete = was.completed_at !== null && (row.type ?? was.type) === was.type } = edit
  return isComplete || missingAfter(edit).outstanding === 0
}

/** Returns the completion columns of the row after the edit. */
export function completionAfter(edit: ChangedLoad, now: Date) {
  return completionColumns(isCompleteAfter(edit), edit.was.completed_at ?? now)
}
