import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { editMovement } from '../../loads/edit/edit-movement.ts'
import { lockMovement, placeOfParcel, type LockedMovementRow } from '../../loads/edit/lock-movement.ts'
import { applyEdits } from '../../loads/edit/apply-edits.ts'
import { weighed } from '../../loads/edit/load-edit.ts'
import { message } from '../../../words/catalogue.ts'
import { BY_IMPORT } from './undo-loads.ts'

/** Loads that an import has corrected, and what they were before. */

/** Fields of a load that a correction from a file may change, as stored with the import. */
export interface LoadState {
  /** ISO 8601. */
  at: string
  grams: number
  full: number | null
  empty: number | null
  /** Sources of its weights, as JSON; nothing of imports from before that was kept. */
  readings?: string | null
  driver: string | null
  vehicle: string | null
  isComplete: boolean
  storageId: string | null
  bayId: number | null
  receiverId: string | null
  receiverName: string | null
  contract: string | null
}

/** Reads the current state of a load. */
export async function stateOfLoad(trx: Transaction, actor: Actor, id: number): Promise<LoadState> {
  return stateOf(trx, await lockMovement(trx, actor, String(id), undefined))
}

async function stateOf(trx: Transaction, row: LockedMovementRow): Promise<LoadState> {
  const { destination_record_id: to } = row
  const place = to === null ? undefined : await placeOfParcel(trx, to)
  return {
    at: row.effective_at.toISOString(),
    grams: row.weight_grams,
    full: row.full_grams,
    empty: row.empty_grams,
    readings: row.readings === null ? null : JSON.stringify(row.readings),
    driver: row.driver_name,
    vehicle: row.vehicle_registration,
    isComplete: row.completed_at !== null,
    storageId: place?.storage_id ?? null,
    bayId: place?.bay_id ?? null,
    receiverId: row.receiver_id,
    receiverName: row.receiver_name,
    contract: row.contract_reference,
  }
}

/**
 * Gives a load back what it was before an import corrected it, by the changes that are made by hand, so that what has gone on from it is judged.
 * One that somebody has deleted since is gone.
 *
 * @throws Refusal `in_use` where it was changed since; `insufficient_stock` where its grain has gone on
 */
export async function restoreLoad(
  trx: Transaction,
  actor: Actor,
  { id, before, after }: { id: string; before: LoadState; after: LoadState },
): Promise<void> {
  const movement = await lockMovement(trx, actor, id, undefined).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'already_deleted') return undefined
    throw error
  })
  if (!movement) return
  const isChanged = !isSame(await stateOf(trx, movement), after)
  if (isChanged || movement.ticket_id !== null)
    throw new Refusal('in_use', message('wasChangedSince', { what: 'load' }))
  await weighAsBefore(trx, actor, movement, before)
  const { at, storageId, bayId, receiverId, receiverName, contract } = before
  const moved = { at, storageId, bayId, receiverId, receiverName, contract }
  if (isSame({ ...after, ...moved }, after)) return
  await editMovement(trx, actor, id, {
    reason: BY_IMPORT,
    recordId: movement.record_id,
    weight: kilogramsFromGrams(before.grams),
    movementDateISO: at,
    destination:
      storageId === null
        ? { organisationId: receiverId ?? '', organisationName: receiverName }
        : { storageId, ...(bayId !== null && { substorageId: bayId }) },
    contractReference: contract,
  })
}

async function weighAsBefore(
  trx: Transaction,
  actor: Actor,
  movement: LockedMovementRow,
  { grams, full, empty, readings, driver, vehicle, isComplete }: LoadState,
): Promise<void> {
  const columns = {
    full_grams: full,
    empty_grams: empty,
    readings: readings ? JSON.parse(readings) : null,
    driver_name: driver,
    vehicle_registration: vehicle,
  }
  const edit = await weighed(trx, movement, grams, columns)
  await applyEdits(trx, actor, [{ ...edit, isComplete }], BY_IMPORT)
}

function isSame(one: LoadState, other: LoadState): boolean {
  return (Object.keys(one) as (keyof LoadState)[]).every(
    (name) => (one[name] ?? null) === (other[name] ?? null),
  )
}
