import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { paired } from '../../../kernel/paired.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import { resolveLoads, withTerms, type ResolvedLoad } from '../../harvest/resolve-loads.ts'
import { nextPostingIds } from '../../ledger/ledger.ts'
import { insertMovements } from '../../loads/insert-loads.ts'
import { saysNothing } from '../../records/add-sample.ts'
import { changeStock, type StockOutcome } from '../../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { getStoredRecords, type StoredRecord } from '../../stock/stored-records.ts'
import { attempt } from '../attempt.ts'
import { BaysInHand } from './bays-in-hand.ts'
import type { AskedLoad } from './judge-loads.ts'
import { harvestLoad } from './load-bodies.ts'
import { PartiesInHand } from './parties-of-loads.ts'
import { planLoad, type Looked, type PlannedLoad } from './plan-load.ts'
import { storeLoad, type StoredLoad } from './store-load.ts'

/**
 * Enters loads in their order, each as `storeLoad` enters it. As many as can be are worked out one after the other before any is stored, and
 * then stored in a handful of statements. Whatever a rule may be against, and whatever has more to be told than its own doing, goes alone.
 *
 * @returns for each, what it was stored as, or why it was not
 */
export async function storeTogether(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
): Promise<(StoredLoad | Refusal)[]> {
  const results: (StoredLoad | Refusal)[] = []
  // Where loads go alone one after the other, not all that come later are looked at each time.
  let most = loads.length
  while (results.length < loads.length) {
    const next = loads.slice(results.length, results.length + most)
    const together = await attempt(trx, () => storeFirst(trx, actor, next))
    const stored = together instanceof Refusal ? [] : together
    results.push(...stored)
    most = stored.length === next.length ? most * 2 : Math.max(LEAST, stored.length * 2)
    const [alone] = next.slice(stored.length)
    if (alone) results.push(await attempt(trx, () => storeLoad(trx, actor, alone)))
  }
  return results
}

const LEAST = 8

/** Stores as many of the first as can be together; none where one goes alone. */
async function storeFirst(trx: Transaction, actor: Actor, loads: AskedLoad[]): Promise<StoredLoad[]> {
  const [first] = loads
  if (!first) return []
  const bayIds = await lockBaysAndApplyDuePlans(trx, actor.now, { bayIds: baysOf(loads) })
  const hand = await BaysInHand.of(trx, actor, bayIds, first.at)
  const looked = await lookUp(trx, actor, loads)
  const planned: PlannedLoad[] = []
  for (const load of loads) {
    const its = await planLoad(trx, actor, load, hand, looked)
    if (!its) break
    planned.push(its)
  }
  if (planned.length < 2) return []
  const entering = await numbered(trx, planned)
  await hand.write(trx)
  const { outcome } = await changeStock(trx, actor, {
    watched: [],
    locked: hand.stock,
    async *plan() {
      yield await insertMovements(
        trx,
        actor,
        entering.flatMap(({ movement }) => movement ?? []),
      )
    },
  })
  ensureNothingElse(outcome)
  await appendEvents(
    trx,
    actor,
    entering.flatMap(({ events }) => events),
  )
  return entering.map(({ stored }) => stored)
}

/** Gives loads their numbers, and samples theirs, in the order in which they would be entered one by one. */
async function numbered(trx: Transaction, planned: PlannedLoad[]) {
  const counts = planned.map(({ sample }) => (sample && !saysNothing(sample) ? 2 : 1))
  const ids = await nextPostingIds(
    trx,
    counts.reduce((sum, count) => sum + count, 0),
  )
  return paired(planned, counts).map(([plan, count]) => {
    const [id = 0, sampleId] = ids.splice(0, count)
    const its = plan.numbered(id)
    return { ...its, movement: its.movement && { ...its.movement, sampleId } }
  })
}

function baysOf(loads: AskedLoad[]): number[] {
  return loads.flatMap(({ store, toStore }) => [store?.bay.id ?? [], toStore?.bay.id ?? []].flat())
}

/**
 * What was worked out ahead is what has come about: anything else would have to be told with the load that did it.
 *
 * @throws Refusal that nobody is told of: the loads go alone then
 */
function ensureNothingElse({ recomputed, recounts, undone, conflicts }: StockOutcome): void {
  if (recomputed.size + recounts.length + undone.length + conflicts.length > 0)
    throw new Refusal('invalid_input', 'These loads are to be entered one by one.')
}

async function lookUp(trx: Transaction, actor: Actor, loads: AskedLoad[]): Promise<Looked> {
  const named = loads.flatMap(({ parties: { sender, receiver, owner } }) => [sender, receiver, owner])
  return {
    parties: await PartiesInHand.of(
      trx,
      actor,
      named.filter((each) => each !== undefined),
    ),
    harvested: await findHarvested(trx, actor, loads),
    crops: await findCrops(trx, actor, loads),
  }
}

/** Loads off fields with all that they name. Of a harvest plan of which one is refused, all go alone. */
async function findHarvested(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
): Promise<Map<AskedLoad, ResolvedLoad>> {
  const harvested = loads.filter(({ route }) => route.kind === 'harvest_load')
  const found = new Map<AskedLoad, ResolvedLoad>()
  const ofPlans = Map.groupBy(harvested, (load) => harvestLoad(load).crop.harvest_plan_id)
  for (const [planId, own] of ofPlans) {
    const bodies = own.map((load) => harvestLoad(load).body)
    const resolved = await attempt(trx, () => resolveLoads(trx, actor, planId, bodies))
    if (resolved instanceof Refusal) continue
    const sources = await getStoredRecords(
      trx,
      actor,
      resolved.loads.map(({ planting }) => planting.id),
    )
    for (const [[load, named], source] of paired(paired(own, resolved.loads), sources))
      found.set(load, await withTerms(trx, actor, named, source))
  }
  return found
}

async function findCrops(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
): Promise<Map<string, StoredRecord>> {
  const ids = loads.flatMap(({ route, crops }) =>
    route.kind === 'outbound' && route.from === 'field' ? crops.map(({ id }) => id) : [],
  )
  const records = ids.length === 0 ? [] : await getStoredRecords(trx, actor, [...new Set(ids)])
  return new Map(records.map((record) => [record.id, record]))
}
