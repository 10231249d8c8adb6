import type { Transaction } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'

export interface NewJob {
  /** Who does it: the name of a job kind. */
  kind: string
  /** What is asked for twice under one key is done once. */
  key: string
  /** What the work needs, as JSON. */
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
