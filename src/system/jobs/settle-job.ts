import type { Transaction } from '../../db/transaction.ts'
import type { ClaimedJob } from './claim-job.ts'
import type { Outcome } from './rules.ts'

/**
 * Writes down what became of an attempt.
 *
 * @returns false where somebody else holds the job by now, whose word counts instead
 */
export async function settleJob(
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
