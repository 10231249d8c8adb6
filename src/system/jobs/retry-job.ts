import type { Transaction } from '../../db/transaction.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { AnyJobKind } from './job-source.ts'
import { jobOf } from './queries.ts'
import type { Job } from './schema.ts'

/**
 * Queues a job that has failed once more, with all its attempts before it.
 *
 * @throws Refusal `not_found`; `in_use` for one that is queued or done
 */
export async function retryJob(trx: Transaction, kinds: AnyJobKind[], id: string, now: Date): Promise<Job> {
  const row = isId(id)
    ? await trx.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw notFound('job', id)
  if (row.status !== 'failed') {
    const message =
      row.status === 'done' ? 'This job is done and cannot be run again.' : 'This job is queued already.'
    throw new Refusal('in_use', message, { details: { status: row.status } })
  }
  const queued = await trx
    .updateTable('jobs')
    .set({ status: 'queued', attempts: 0, due_at: now, finished_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const kind = kinds.find(({ name }) => name === queued.kind)
  await kind?.revive?.(trx, queued.payload)
  return jobOf(queued)
}
