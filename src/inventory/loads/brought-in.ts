import type { Actor } from '../../http/actor.ts'
import { conflictsByBay, countedOff, type Arrived } from '../stock/effects.ts'
import { changesOf } from '../stock/merge-stock.ts'
import { unmeasured } from '../stock/conflicts.ts'
import type { Recount } from '../ledger/ledger.ts'
import type { EnteredRequest } from './enter-loads.ts'
import type { Wording } from '../../words/writing.ts'

/** Stock that was brought in: the fact that did it, the record that it is of now, and what is to be said of it. */
export interface BroughtIn extends Arrived {
  id: number
  recordId: string
  isNew: boolean
  recounts: Recount[]
  warnings: Wording[]
}

/**
 * Collects the remarks on each load of a request that came into the caller's places.
 *
 * @param commodityId which is told to have no capacity in a bay that has one for others; left out, none is
 */
export function broughtIn(
  actor: Actor,
  { entered, outcome, bays }: EnteredRequest,
  commodityId?: number,
): BroughtIn[] {
  const conflictsIn = conflictsByBay(
    outcome,
    entered.map(({ load }) => load.into?.place.bayId ?? null),
  )
  return entered.flatMap(({ load, id, joined, recounts }) => {
    if (!joined) return []
    const bayId = load.into?.place.bayId ?? null
    const bay = bays.get(bayId ?? 0)
    return [
      {
        id,
        recordId: joined.recordId,
        isNew: joined.isNew,
        emptied: countedOff(outcome, load.stock.effectiveAt > actor.now, [id]),
        changes: changesOf(joined, outcome.recomputed),
        recounts,
        conflicts: conflictsIn(bayId),
        warnings: bay && commodityId !== undefined ? unmeasured(actor, bay, commodityId) : [],
      },
    ]
  })
}
