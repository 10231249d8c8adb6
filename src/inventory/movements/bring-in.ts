import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { paired } from '../../kernel/paired.ts'
import { nextPostingIds, type Posted, type Recount } from '../ledger/ledger.ts'
import { changeStock, type StockOutcome, type StockStep } from '../stock/change-stock.ts'
import { conflictsByBay, sayCounted, type Arrived } from '../stock/effects.ts'
import { changesOf, mergeStock, type IncomingStock, type MergeResult } from '../stock/merge-stock.ts'
import { unmeasuredBays } from '../stock/conflicts.ts'

/** Stock that was brought in: the fact that did it, the record that it is of now, and what is to be said of it. */
export interface BroughtIn extends Arrived {
  id: number
  recordId: string
  isNew: boolean
  recounts: Recount[]
  warnings: string[]
}

/** Stock to be entered, with its number among the facts and the parcel that it joins. */
export interface Entering<Item> {
  item: Item
  id: number
  merged: MergeResult
}

interface HowEntered<Item> {
  contractIds?: (string | null)[]
  /** The commodity that is told to have no capacity in a bay, where all of it is of one. */
  commodityId?: number
  /** Which of it is entered together, once the bays are locked: one by one unless said. */
  waves?: (items: Item[]) => Promise<Item[][]>
  /** Writes the rows of what is entered together; answers what the ledger is told of it. */
  enter: (wave: Entering<Item>[]) => Promise<StockStep>
}

/**
 * Brings stock into the caller's places: loads off a field, intakes, and what was there before the books began. Each wave finds the
 * parcels as the one before it leaves them. All or none.
 *
 * @returns what became of each, in their order
 * @throws Refusal `incompatible_stock` where one of them may not lie in its bay
 */
export async function bringIn<Item extends IncomingStock>(
  trx: Transaction,
  actor: Actor,
  items: Item[],
  how: HowEntered<Item>,
): Promise<{ brought: BroughtIn[]; outcome: StockOutcome }> {
  const { contractIds = [], commodityId } = how
  const bayIds = items.flatMap(({ place }) => place.bayId ?? [])
  const { result, outcome } = await changeStock(trx, actor, {
    lock: { bayIds },
    contractIds,
    plan: () => enterWaves(trx, actor, items, how),
  })
  const conflictsIn = conflictsByBay(outcome, bayIds)
  const unmeasured =
    commodityId === undefined ? undefined : await unmeasuredBays(trx, actor, bayIds, commodityId)
  const brought = paired(items, result).map(([{ place, arrival }, { id, merged, recounts }]) => ({
    id,
    recordId: merged.recordId,
    isNew: merged.isNew,
    emptied: sayCounted(outcome, arrival.effectiveAt > actor.now, [id]),
    changes: changesOf(merged, outcome.recomputed),
    recounts,
    conflicts: conflictsIn(place.bayId),
    warnings: unmeasured?.get(place.bayId) ?? [],
  }))
  return { brought, outcome }
}

interface Entered {
  id: number
  merged: MergeResult
  recounts: Recount[]
}

async function* enterWaves<Item extends IncomingStock>(
  trx: Transaction,
  actor: Actor,
  items: Item[],
  { waves, enter }: HowEntered<Item>,
): AsyncGenerator<StockStep, Entered[], Posted> {
  // While the bays are locked: who comes later to a bay gets later numbers.
  const numbers = new Map(paired(items, await nextPostingIds(trx, items.length)))
  const entered = new Map<Item, Entered>()
  for (const wave of waves ? await waves(items) : items.map((item) => [item])) {
    const entering = paired(wave, await mergeStock(trx, actor, wave)).map(([item, merged]) => ({
      item,
      merged,
      id: numbers.get(item) ?? 0,
    }))
    const { recounts } = yield await enter(entering)
    for (const [{ item, ...each }, own] of paired(entering, recountsOfEach(entering, recounts)))
      entered.set(item, { ...each, recounts: own })
  }
  return items.flatMap((item) => entered.get(item) ?? [])
}

/** All that comes into a parcel at once changes its counts together: it is said with the last of it. */
function recountsOfEach(wave: { merged: MergeResult }[], recounts: Recount[]): Recount[][] {
  const last = new Map(wave.map(({ merged }, index) => [merged.recordId, index]))
  const told = Map.groupBy(recounts, ({ recordId }) => last.get(recordId) ?? wave.length - 1)
  return wave.map((_each, index) => told.get(index) ?? [])
}
