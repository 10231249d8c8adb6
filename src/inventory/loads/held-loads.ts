import type { Actor } from '../../http/actor.ts'
import { ensurePermitted } from '../../kernel/permissions.ts'
import { holdsAgainst, type LoadSide } from '../ledger/ledger.ts'
import { refuseHeld, type AgainstHold, type PlacedHold } from '../stock/holds.ts'
import { parcelKey, type LockedStock } from '../stock/lock-stock.ts'
import type { Load } from './load.ts'

/**
 * Refuses new loads that leave or come into a bay or parcel while it is on hold (rules.md §13). A plan is a conflict and is not refused, and
 * a load that somebody lets go for a reason is taken.
 *
 * @throws Refusal `on_hold`; `forbidden` for a reason of somebody who may not override
 */
export function refuseHeldLoads(actor: Actor, loads: Load[], locked: LockedStock): void {
  for (const load of loads) {
    if (isOverridden(load)) ensurePermitted(actor, 'holds:override')
    else if (load.stock.effectiveAt <= actor.now)
      refuseHeld(
        actor,
        sidesOf(load, locked).flatMap((side) => against(side, locked.holds)),
      )
  }
}

function isOverridden({ says }: Load): boolean {
  return 'row' in says && (says.row.hold_override ?? '') !== ''
}

function against(side: LoadSide, holds: PlacedHold[]): AgainstHold[] {
  return holdsAgainst(side, holds).map((hold) => ({ hold, direction: side.direction }))
}

function sidesOf({ stock: { source, effectiveAt }, into }: Load, locked: LockedStock): LoadSide[] {
  if (locked.holds.length === 0) return []
  const at = effectiveAt.getTime()
  const leaves = source ? (locked.records.get(source.recordId)?.bay_id ?? null) : null
  const comes = into?.place.bayId ?? null
  return [
    ...(source === null || leaves === null
      ? []
      : [{ direction: 'out' as const, bayId: leaves, recordId: source.recordId, at }]),
    ...(into === null || comes === null
      ? []
      : [
          {
            direction: 'in' as const,
            bayId: comes,
            recordId: locked.parcels.get(parcelKey(comes, into.arrival.kind))?.id ?? null,
            at,
          },
        ]),
  ]
}
