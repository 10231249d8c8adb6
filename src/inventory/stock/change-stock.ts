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
import { refuseLoweredGrades } from './lower-grades.ts'
import type { LockedStock } from './lock-stock.ts'
import {
  backdatedUnweighed,
  beforeStatements,
  cleanedBy,
  recomputeDescriptions,
  type DescribedLoad,
} from './recompute-descriptions.ts'

/** Postings that are judged together: those of `reverse` are taken back at their own dates before the new ones are added. */
export interface StockStep {
  reverse?: number[]
  postings: Posting[]
  /** Loads as they were and as they are from now on: the ledger has no entries of those that nobody weighed. */
  loads?: DescribedLoad[]
  /** Other changes to past descriptions of stock. */
  backdated?: Backdated[]
}

/** Effects of a change, as data; `outcomeToResponse` puts them into words. */
export interface StockOutcome {
  /** The records that it shows at: those posted to, and those described anew. */
  recordIds: string[]
  recomputed: Map<string, Description>
  /** Grams that each posting's own counts found; negative where stock was written off. */
  countedGrams: Map<number, number>
  /** Later counts that stand, and lost or gained otherwise. */
  recounts: Recount[]
  /** Losses and finds of before that are no more. */
  undone: Undone[]
  /** The conflicts that became worse. */
  conflicts: NamedConflict[]
}

export interface StockChange<Result> {
  /** The bays that are watched for conflicts, which are locked and have taken in what was due (`lockBaysAndApplyDuePlans`); none of stock that lies nowhere. */
  watched: number[]
  /** Stock that was locked with them and read, where more than the bays was (`lockStock`). */
  locked?: LockedStock
  /** True if it was worked out ahead that all descriptions are already written as the change leaves them. */
  isWorkedOut?: boolean
  /** The one who asks for all of it; null where several do together. By default the actor. */
  userId?: string | null
  /** The storage contracts that stock comes in under, or no longer does. */
  contractIds?: (string | null)[]
  /** Decides what is posted, and writes the rows that go with it. A step is posted before the next is planned. */
  plan: () => AsyncGenerator<StockStep, Result, Posted>
}

/**
 * The one way in which a command changes stock, whose bays are locked. It notes the conflicts, posts what the plan yields, describes anew
 * whatever was entered into the past of, and finds the conflicts that became worse.
 *
 * @throws Refusal as `post` and the plan do (`period_closed` among them); `grade_lost`; nothing is changed then
 *
 * @example
 * const { outcome } = await changeStock(trx, actor, {
 *   watched: (await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds })).bayIds,
 *   plan: async function* () {
 *     yield { reverse: [movement.id], postings: [] }
 *   },
 * })
 */
export async function changeStock<Result>(
  trx: Transaction,
  actor: Actor,
  {
    watched,
    locked,
    isWorkedOut = false,
    userId = actor.userId,
    contractIds = [],
    plan,
  }: StockChange<Result>,
): Promise<{ result: Result; outcome: StockOutcome }> {
  const [newConflicts, unweighed, clearedBays] = await Promise.all([
    snapshotConflicts(trx, watched, actor.now, contractIds),
    findUnweighedLoads(trx, watched),
    findClearedBays(trx, watched),
  ])
  const all: Posted[] = []
  const backdated: Backdated[] = []
  const ownIds: number[] = []
  const steps = plan()
  let step = await steps.next()
  while (!step.done) {
    const { reverse = [], postings, loads = [] } = step.value
    const cleared = await laterClearings(trx, clearedBays, { reverse, postings })
    const posting = {
      storerId: actor.organisationId,
      userId,
      reverse,
      postings: [...postings, ...cleared],
      unweighed,
    }
    // What was read ahead is as it was before the first step.
    const posted = await post(trx, posting, actor.now, all.length === 0 ? locked?.held : undefined)
    const weighedGrams = Math.max(0, ...loads.map(({ grams }) => grams))
    backdated.push(
      ...(await beforeStatements(trx, postings, actor.now, locked?.records)),
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
  await refuseLoweredGrades(trx, actor)
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
