import type { Transaction } from '../../../db/transaction.ts'
import { completionColumns, missingActions, type MissingActions, type StockMovement } from '../rules.ts'
import { stockMovementOf, type OwnMovement } from './own-movement.ts'

/**
 * A change of a load that was entered, found out while its movement is locked and before anything is changed: a correction replaces what it
 * says, a weighing gives it readings or another weight, and what was deleted may be restored. `applyEdits` makes it.
 */
export type LoadEdit = DeletedLoad | ChangedLoad

interface DeletedLoad {
  kind: 'deleted'
  was: OwnMovement
}

export interface ChangedLoad {
  kind: 'corrected' | 'weighed' | 'restored'
  /** As its row is. */
  was: OwnMovement
  /** What it does to stock, taken from where it is taken from afterwards. */
  before: StockMovement
  /** What it does to stock from now on; a corrected load still has to find the parcel that it goes into. */
  after: StockMovement
  /** Where a corrected load goes: null where it leaves. */
  bay?: { storageId: string; bayId: number } | null
  /** What its row says otherwise, beside what follows from its stock. */
  row: Partial<Omit<OwnMovement, 'entered'>>
  /** Whether somebody says that it is complete, whatever is missing, or that it is not; as it was where nobody does. */
  isComplete?: boolean | undefined
}

/** A load with another weight or other readings, and nothing else changed but that it may be complete by that. */
export async function weighed(
  trx: Transaction,
  was: OwnMovement,
  grams: number,
  row: ChangedLoad['row'],
): Promise<ChangedLoad> {
  const before = await stockMovementOf(trx, was)
  return { kind: 'weighed', was, before, after: { ...before, grams }, row }
}

/** The row of a load as it is to be, but for the parcel that it joins. */
export function rowAfter({ was, row, after }: ChangedLoad): OwnMovement {
  return { ...was, ...row, effective_at: after.effectiveAt, weight_grams: after.grams }
}

/** Whether stock moves otherwise by it. */
export function movesStock(edit: LoadEdit): boolean {
  if (edit.kind !== 'weighed') return true
  const { before, after } = edit
  return after.grams !== before.grams || after.emptiedReasonId !== before.emptiedReasonId
}

/** Whether it says anything that was not so. */
export function changesAnything(edit: ChangedLoad): boolean {
  const was = new Map<string, unknown>(Object.entries(edit.was))
  return movesStock(edit) || Object.entries(edit.row).some(([name, value]) => was.get(name) !== value)
}

/** What a load still lacks after it. */
export function missingAfter(edit: ChangedLoad): MissingActions {
  return missingActions(rowAfter(edit))
}

/** Whether the load is complete after it. What never had to be weighed has to be, once it leaves by lorry. */
export function isCompleteAfter(edit: ChangedLoad): boolean {
  const { was, row, isComplete = was.completed_at !== null && (row.type ?? was.type) === was.type } = edit
  return isComplete || missingAfter(edit).outstanding === 0
}

/** What the row says of that. */
export function completionAfter(edit: ChangedLoad, now: Date) {
  return completionColumns(isCompleteAfter(edit), edit.was.completed_at ?? now)
}
