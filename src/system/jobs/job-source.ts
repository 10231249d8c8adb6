import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { claimJob, LEASE_MS, type ClaimedJob } from './claim-job.ts'
import { afterFailure, type Outcome } from './rules.ts'
import { WorkProblem } from './work-problem.ts'
import type { WorkSource } from './worker.ts'

/** A kind of work, and how it is done. */
export interface JobKind<Payload> {
  name: string
  /** After so many it has failed for good. With the pauses between them, 20 take about a day and a half: 27 to 40 hours. */
  mostAttempts: number
  /** Does it, outside any transaction. May be done again after a crash, so it must bear that. */
  work(payload: Payload, attempt: Attempt): Promise<void>
  /** Writes down the outcome where its subject is, together with the queue's own note of it. */
  settle?(trx: Transaction, payload: Payload, outcome: Outcome): Promise<void>
  /** Writes down there that what had failed is to be done after all. */
  revive?(trx: Transaction, payload: Payload): Promise<void>
}

export interface Attempt {
  /** Ends the work: the service stops, or it has taken too long. */
  signal: AbortSignal
  askedAt: Date
}

export interface JobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  log: Pick<DatabaseLog, 'warn' | 'error'>
}

/** A kind among others: whoever enqueues gives the payload its shape. */
export type AnyJobKind = JobKind<unknown>

/** Ends before the lease does, with time left to write down what happened. */
const MOST_WORK_MS = LEASE_MS - 60_000
const SETTLE_TRIES = 5
const OUR_FAULT = 'Something went wrong on our side; the log says what.'
const NEVER_ENDED = 'It was begun again and again and never came to an end.'

/** The jobs of these kinds, as work for a worker. */
export function jobSource(options: JobOptions, kinds: AnyJobKind[]): WorkSource {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    name: 'jobs',
    async claim() {
      const job = await claimJob(options.database.db, [...byName.keys()], options.clock())
      const kind = job && byName.get(job.kind)
      return kind && ((signal) => runJob(options, kind, job, signal))
    },
  }
}

async function runJob(
  options: JobOptions,
  kind: AnyJobKind,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await attempt(options, kind, job, signal)
  // What was done and is not written down is done once more, so it is worth some patience.
  for (let tries = 1; ; tries++) {
    try {
      await inTransaction(options.database.db, async (trx) => {
        const isOurs = await settleJob(trx, job, outcome)
        if (isOurs) await kind.settle?.(trx, job.payload, outcome)
      })
      return
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error
      options.log.warn({ err: error, job: job.id }, 'the end of a job could not be stored; trying again')
      await sleep(100 * 4 ** tries)
    }
  }
}

async function attempt(
  { clock, log }: JobOptions,
  { mostAttempts, name, work }: AnyJobKind,
  { id, attempts, createdAt, payload }: ClaimedJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const failed = (problem: string, isFinal: boolean) =>
    afterFailure({ attempts, mostAttempts, problem, isFinal, at: clock(), random: Math.random() })
  // Only attempts whose process died are counted beyond the last one.
  if (attempts > mostAttempts) return failed(NEVER_ENDED, true)
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(MOST_WORK_MS)])
    await work(payload, { signal: either, askedAt: createdAt })
    return { status: 'done', attempts, at: clock() }
  } catch (error) {
    log.warn({ err: error, job: id, kind: name, attempts }, 'a job failed')
    return error instanceof WorkProblem ? failed(error.message, error.isFinal) : failed(OUR_FAULT, false)
  }
}

/**
 * Writes down what became of an attempt.
 *
 * @returns false where somebody else holds the job by now, whose word counts instead
 */
async function settleJob(
  trx: Transaction,
  { id, leaseId }: Pick<ClaimedJob, 'id' | 'leaseId'>,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({
      status: outcome.status,
      lease_id: null,
      last_problem: outcome.status === 'done' ? '' : outcome.problem,
      finished_at: outcome.status === 'queued' ? null : outcome.at,
      ...(outcome.status === 'queued' && { due_at: outcome.dueAt }),
      // It may hold a secret, such as an invitation's token.
      ...(outcome.status === 'done' && { payload: {} }),
    })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
