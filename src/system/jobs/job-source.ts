import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { storedMessage } from '../../words/stored.ts'
import { afterFailure, type JobOutcome } from './rules.ts'
import { WorkProblem, type WorkSource } from './worker.ts'

/** Longer than any attempt may take, so that no job is ever held twice while both holders live. */
export const LEASE_MS = 5 * 60_000

/** A kind of work, and how it is done. */
export interface JobKind<Payload> {
  name: string
  /** After so many it has failed for good. With the pauses between them, 20 take about a day and a half: 27 to 40 hours. */
  mostAttempts: number
  /** Does it, outside any transaction. May be done again after a crash, so it must bear that. */
  work(payload: Payload, attempt: JobAttempt): Promise<void>
  /** Writes down the outcome where its subject is, together with the queue's own note of it. */
  settle?(trx: Transaction, payload: Payload, outcome: JobOutcome): Promise<void>
  /** Writes down there that what had failed is to be done after all. */
  revive?(trx: Transaction, payload: Payload): Promise<void>
  /** Milliseconds that an attempt may take at most, where that is more than usual. */
  leaseMs?: number
}

export interface JobAttempt {
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

/** Work ends so long before its lease does: time to write down what happened. */
const SETTLE_MS = 60_000
const SETTLE_TRIES = 5

/** The jobs of these kinds, as work for a worker. */
export function jobSource(options: JobOptions, kinds: AnyJobKind[]): WorkSource {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  return {
    name: 'jobs',
    async claim() {
      const job = await claimJob(options.database.db, kinds, options.clock())
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
  { mostAttempts, name, work, leaseMs = LEASE_MS }: AnyJobKind,
  { id, attempts, createdAt, payload }: ClaimedJob,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const failed = (problem: Message, isFinal: boolean) =>
    afterFailure({ attempts, mostAttempts, problem, isFinal, at: clock(), random: Math.random() })
  // Only attempts whose process died are counted beyond the last one.
  if (attempts > mostAttempts) return failed(message('neverCameToAnEnd', {}), true)
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(leaseMs - SETTLE_MS)])
    await work(payload, { signal: either, askedAt: createdAt })
    return { status: 'done', attempts, at: clock() }
  } catch (error) {
    log.warn({ err: error, job: id, kind: name, attempts }, 'a job failed')
    return error instanceof WorkProblem
      ? failed(error.said, error.isFinal)
      : failed(message('failedOnOurSide', {}), false)
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
  outcome: JobOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({
      status: outcome.status,
      lease_id: null,
      last_problem: outcome.status === 'done' ? null : storedMessage(outcome.problem),
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

/** A job that this process holds until its lease ends. */
interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  /** This attempt included. */
  attempts: number
  leaseId: string
  createdAt: Date
}

interface Row {
  id: string
  kind: string
  payload: unknown
  attempts: number
  created_at: Date
}

/**
 * Takes the job that has been due for longest, or none. One statement and no transaction around the work: the attempt
 * is counted and the lease stored before the work begins.
 */
async function claimJob(db: Kysely<Tables>, kinds: AnyJobKind[], now: Date): Promise<ClaimedJob | undefined> {
  const leaseId = newId()
  const names = kinds.map(({ name }) => name)
  const ends = kinds.map(({ leaseMs = LEASE_MS }) => new Date(now.getTime() + leaseMs))
  const { rows } = await sql<Row>`
    update jobs set attempts = attempts + 1, lease_id = ${leaseId}, due_at = (
      select ends_at from unnest(${names}::text[], ${ends}::timestamptz[]) as lease (kind, ends_at) where lease.kind = jobs.kind
    )
    where id = (
      select id from jobs
      where status = 'queued' and due_at <= ${now} and kind = any(${names}::text[])
      order by due_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, payload, attempts, created_at`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, kind, payload, attempts } = row
  return { id, kind, payload, attempts, leaseId, createdAt: row.created_at }
}
