import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'

export interface NewJob {
  /** Name of the job kind that does it. */
  kind: string
  /** Key of the work: asked for twice under one key, it is done once. */
  key: string
  /** Facts that the work needs, as JSON. */
  payload: object
  now: Date
}

/**
 * Asks for work that is done soon after this transaction is stored, and never when it is not.
 *
 * @example await enqueueJob(trx, { kind: 'expert-question', key: id, payload: { questionId: id }, now: actor.now })
 */
export async function enqueueJob(trx: Transaction, { kind, key, payload, now }: NewJob): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ id: newId(), kind, key, payload, due_at: now, created_at: now })
    .onConflict((conflict) => conflict.constraint('jobs_key').doNothing())
    .execute()
}

/**
 * Asks for work that may have been done before to be done once more, soon after this transaction is stored. There is one job of a key,
 * however often that is asked for: one that waits is due now, and one under way is let be.
 */
export async function enqueueAgain(trx: Transaction, { kind, key, payload, now }: NewJob): Promise<void> {
  const asked = { payload, due_at: now, created_at: now }
  await trx
    .insertInto('jobs')
    .values({ id: newId(), kind, key, ...asked })
    .onConflict((conflict) =>
      conflict
        .constraint('jobs_key')
        .doUpdateSet({ ...asked, status: 'queued', attempts: 0, finished_at: null, last_problem: null })
        .where(sql<boolean>`jobs.status <> 'queued' or jobs.lease_id is null`),
    )
    .execute()
}
