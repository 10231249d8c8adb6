import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  countedGains,
  post,
  type Backdated,
  type NamedConflict,
  type Posted,
  type Posting,
  type Recount,
  type Undone,
} from '../ledger/ledger.ts'
import type { Description } from './blend-rules.ts'
import { findClearedBays, laterClearings } from './clearings.ts'
import { snapshotConflicts } from './conflicts.ts'
import { findUnweighedLoads } from './lock-stock.ts'
import { ensureGradesKept } from './lower-grades.ts'
import { lockBaysAndApplyDuePlans } from './due-plans.ts'
import type { LockedStock } from './lock-stock.ts'
import {
  backdatedUnweighed,
  beforeStatements,
  cleanedBy,
  recomputeDescriptions,
  type KnownLoad,
} from './recompute-descriptions.ts'

/** Postings that are judged together: those of `reverse` are taken back at their own dates before the new ones are added. */
export interface StockStep {
  reverse?: number[]
  postings: Posting[]
  /** Loads as they were and as they are from now on: the ledger has no entries of those that nobody weighed. */
  loads?: KnownLoad[]
  /** What else changes how stock was called in the past. */
  backdated?: Backdated[]
}

/** What a change did, as data; `outcomeToResponse` puts it into words. */
export interface StockOutcome {
  /** The records that it shows at: those posted to, and those described anew. */
  recordIds: string[]
  recomputed: Map<string, Description>
  /** What each posting's own counts found, in grams; negative where stock was written off. */
  countedGrams: Map<number, number>
  /** Later counts that stand, and lost or gained otherwise. */
  recounts: Recount[]
  /** What was lost or found before, and is no more. */
  undone: Undone[]
  /** The conflicts that became worse. */
  conflicts: NamedConflict[]
}

/** Which bays a change locks: those named, and those of the records. */
interface Lock {
  bayIds?: number[]
  recordIds?: string[]
}

export interface StockChange<Result> {
  /** `held` where all is locked already, and read with it (`stock`): then these bays alone are watched for conflicts. */
  lock: Lock | { held: number[]; stock?: LockedStock }
  /** Whether it was worked out ahead that nothing is called otherwise by it than it is written. */
  isWorkedOut?: boolean
  /** The storage contracts that stock comes in under, or no longer does. */
  contractIds?: (string | null)[]
  /** Decides what is posted while the bays are locked, and writes the rows that go with it. A step is posted before the next is planned. */
  plan: (bayIds: number[]) => AsyncGenerator<StockStep, Result, Posted>
}

/**
 * The one way in which a command changes stock. It locks the bays, applies plans of theirs that have come due, notes the conflicts, posts
 * what the plan yields, describes anew whatever was entered into the past of, and finds the conflicts that became worse.
 *
 * @throws Refusal as `post` and the plan do; `grade_lost`; nothing is changed then
 *
 * @example
 * const { outcome } = await changeStock(trx, actor, {
 *   lock: { recordIds },
 *   plan: async function* () {
 *     yield { reverse: [movement.id], postings: [] }
 *   },
 * })
 */
export async function changeStock<Result>(
  trx: Transaction,
  actor: Actor,
  { lock, isWorkedOut = false, contractIds = [], plan }: StockChange<Result>,
): Promise<{ result: Result; outcome: StockOutcome }> {
  const bayIds = 'held' in lock ? lock.held : await lockNamed(trx, actor, lock)
  const [newConflicts, unweighed, clearedBays] = await Promise.all([
    snapshotConflicts(trx, bayIds, actor.now, contractIds),
    findUnweighedLoads(trx, bayIds),
    findClearedBays(trx, bayIds),
  ])
  const locked = 'held' in lock ? lock.stock : undefined
  const all: Posted[] = []
  const backdated: Backdated[] = []
  const ownIds: number[] = []
  const steps = plan(bayIds)
  let step = await steps.next()
  while (!step.done) {
    const { reverse = [], postings, loads = [] } = step.value
    const cleared = await laterClearings(trx, clearedBays, { reverse, postings })
    const posting = {
      storerId: actor.organisationId,
      reverse,
      postings: [...postings, ...cleared],
      unweighed,
    }
    // What was read ahead is as it was before the first step.
    const posted = await post(trx, posting, actor.now, all.length === 0 ? locked?.held : undefined)
    const weighedGrams = Math.max(0, ...loads.map(({ grams }) => grams))
    // Where there is nothing to lock, as for stock that lies nowhere, nothing was said of what lies there.
    if (locked || !('held' in lock))
      backdated.push(...(await beforeStatements(trx, postings, actor.now, locked?.records)))
    backdated.push(
      ...cleanedBy(postings, actor.now),
      ...posted.backdated,
      ...backdatedUnweighed(loads, actor.now, weighedGrams),
      ...(step.value.backdated ?? []),
    )
    ownIds.push(...postings.map(({ id }) => id))
    all.push(posted)
    step = await steps.next(posted)
  }
  const recomputed = await recomputeDescriptions(trx, isWorkedOut ? [] : backdated, actor.now)
  await ensureGradesKept(trx, actor)
  const counted = countedGains(all.flatMap(({ entries }) => entries))
  return {
    result: step.value,
    outcome: {
      recordIds: [...new Set([...all.flatMap(({ recordIds }) => recordIds), ...recomputed.keys()])],
      recomputed,
      countedGrams: new Map(ownIds.map((id) => [id, counted.get(id) ?? 0])),
      recounts: all.flatMap(({ recounts }) => recounts),
      undone: all.flatMap(({ undone }) => undone),
      conflicts: await newConflicts(),
    },
  }
}

function lockNamed(
  trx: Transaction,
  { now }: Actor,
  { bayIds = [], recordIds = [] }: Lock,
): Promise<number[]> {
  return lockBaysAndApplyDuePlans(trx, now, { bayIds, recordIds })
}
