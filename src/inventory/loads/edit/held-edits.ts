import { rowsById } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { ensurePermitted } from '../../../kernel/permissions.ts'
import { holdsAgainstEdit, type LoadSide } from '../../ledger/ledger.ts'
import { findHoldsOfBays, refuseHeld } from '../../stock/holds.ts'
import type { LockedBays } from '../../stock/lock-bays.ts'
import { notWeighed, type StockMovement } from '../rules.ts'
import type { ChangedLoad } from './load-edit.ts'

/** A load as an edit leaves it. */
interface EditedLoad {
  edit: ChangedLoad
  stock: StockMovement
}

/**
 * Refuses edits by which a load leaves or comes into a bay or parcel that is on hold: it is weighed, restored, or goes elsewhere or at another
 * time. One that had left before the hold was entered is not stopped again (rules.md §13).
 *
 * @param locked the bays that the loads leave and come into
 * @throws Refusal `on_hold`; `forbidden` for a reason of somebody who may not override
 */
export async function refuseHeldEdits(
  trx: Transaction,
  actor: Actor,
  all: EditedLoad[],
  { bayIds, heldUntil }: LockedBays,
): Promise<void> {
  for (const { edit } of all)
    if (edit.row.hold_override !== undefined && edit.row.hold_override !== edit.was.hold_override)
      ensurePermitted(actor, 'holds:override')
  const judged = all.filter(
    ({ edit, stock }) =>
      isStopped(edit, stock) &&
      stock.effectiveAt <= actor.now &&
      heldUntil !== null &&
      stock.effectiveAt < heldUntil,
  )
  if (judged.length === 0) return
  const since = new Date(Math.min(...judged.map(({ stock }) => stock.effectiveAt.getTime())))
  const holds = await findHoldsOfBays(trx, actor.organisationId, bayIds, since)
  const bayOf = await findBaysOfRecords(trx, judged)
  for (const { edit, stock } of judged) {
    const before = isYetToGo(edit) ? [] : sidesOf(bayOf, edit.was.effective_at, columnsOf(edit))
    const sides = sidesOf(bayOf, stock.effectiveAt, {
      from: stock.source?.recordId ?? null,
      to: stock.destinationRecordId,
    })
    const against = sides.flatMap((side) => {
      const was = before.find(({ direction }) => direction === side.direction)
      return holdsAgainstEdit(side, was, holds).map((hold) => ({ hold, direction: side.direction }))
    })
    refuseHeld(actor, against)
  }
}

/** True if a hold may be against an edit: it does more than say who drove, and nobody has let the load go. */
function isStopped({ kind, was, row }: ChangedLoad, stock: StockMovement): boolean {
  if ((row.hold_override ?? was.hold_override) !== '') return false
  if (kind === 'restored') return true
  const isRead =
    (row.empty_grams ?? was.empty_grams) !== was.empty_grams ||
    (row.full_grams ?? was.full_grams) !== was.full_grams
  const isMoved =
    stock.effectiveAt.getTime() !== was.effective_at.getTime() ||
    stock.grams !== was.weight_grams ||
    (stock.source?.recordId ?? null) !== was.source_record_id ||
    stock.destinationRecordId !== was.destination_record_id
  return isRead || isMoved
}

/** True for a load that did not lie anywhere else before: it was deleted, or planned and has not been on a scale yet. */
function isYetToGo({ kind, was }: ChangedLoad): boolean {
  const isUnread = was.empty_grams === notWeighed.empty_grams && was.full_grams === notWeighed.full_grams
  return kind === 'restored' || (was.effective_at > was.recorded_at && isUnread)
}

const columnsOf = ({ was }: ChangedLoad) => ({ from: was.source_record_id, to: was.destination_record_id })

async function findBaysOfRecords(trx: Transaction, all: EditedLoad[]): Promise<Map<string, number>> {
  const ids = all.flatMap(({ edit, stock }) => [
    edit.was.source_record_id ?? [],
    edit.was.destination_record_id ?? [],
    stock.source?.recordId ?? [],
    stock.destinationRecordId ?? [],
  ])
  const rows = await trx
    .selectFrom(rowsById('records', [...new Set(ids.flat())]).as('r'))
    .select(['r.id', 'r.bay_id'])
    .execute()
  return new Map(rows.flatMap(({ id, bay_id: bayId }) => (bayId === null ? [] : [[id, bayId] as const])))
}

function sidesOf(
  bayOf: ReadonlyMap<string, number>,
  effectiveAt: Date,
  { from, to }: { from: string | null; to: string | null },
): LoadSide[] {
  const at = effectiveAt.getTime()
  return (
    [
      ['out', from],
      ['in', to],
    ] as const
  ).flatMap(([direction, recordId]) => {
    const bayId = recordId === null ? undefined : bayOf.get(recordId)
    return bayId === undefined ? [] : [{ direction, bayId, recordId, at }]
  })
}
