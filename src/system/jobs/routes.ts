import { read, write, type Operation } from '../../http/operation.ts'
import { idParam } from '../../http/validate/schema.ts'
import type { AnyJobKind } from './job-source.ts'
import { listJobs, retryJob, Job, JobPage, JobQuery } from './jobs.ts'

/** Operations on work done beside the requests, for the person who runs the installation. */
export const jobOperations = (kinds: AnyJobKind[]): Operation[] => [
  read(
    {
      path: '/jobs',
      title: 'List jobs',
      description:
        'Background work, such as mail, of all organisations, the latest first. `status=failed` shows what was given up. ' +
        'Done jobs are kept for 30 days, failed ones for 90.',
      permission: 'platform:admin',
      query: JobQuery,
      result: JobPage,
    },
    (db, actor, { query }) => listJobs(db, actor, query),
  ),
  write(
    {
      method: 'POST',
      path: '/jobs/:id/retry',
      title: 'Do a failed job again',
      description:
        'Queues a failed job again, with its full number of attempts. Refused with in_use if it is queued or done.',
      permission: 'platform:admin',
      params: idParam('The job, by id.'),
      result: Job,
    },
    (trx, actor, { params }) => retryJob(trx, actor, kinds, params.id),
  ),
]
