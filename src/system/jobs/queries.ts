import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readPage } from '../../db/read-page.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Job, JobQuery, JobPage } from './schema.ts'

/** Jobs of every organisation, the latest first. What they are to do is not told: it may hold secrets. */
export async function listJobs(db: Kysely<Tables>, query: JobQuery): Promise<JobPage> {
  return inOneMoment(db, (moment) => {
    const found = moment
      .selectFrom('jobs')
      .$if(query.status !== undefined, (select) => select.where('status', '=', query.status ?? ''))
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
    return readPage(found, query, jobOf)
  })
}

/** The one row → wire function of jobs. */
export function jobOf(row: Selectable<Tables['jobs']>): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    // The table's check allows no other.
    status: row.status as Job['status'],
    attempts: row.attempts,
    lastProblem: row.last_problem,
    dueAtUTC: row.status === 'queued' ? row.due_at.toISOString() : '',
    createdAtUTC: row.created_at.toISOString(),
    finishedAtUTC: row.finished_at?.toISOString() ?? '',
  }
}

/** How much waits, how much has failed, and since when the oldest waits, for each kind there is. */
export async function measureJobs(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ kind: string; queued: number; failed: number; oldestSeconds: number }[]> {
  // In two parts, each with an index of its own: jobs that are done are many, and nobody asks about them.
  const { rows } = await sql<{ kind: string; queued: number; failed: number; oldest: Date | null }>`
    select kind, sum(queued)::bigint as queued, sum(failed)::bigint as failed, min(oldest) as oldest from (
      select kind, count(*) as queued, 0 as failed, min(created_at) as oldest from jobs where status = 'queued' group by kind
      union all
      select kind, 0, count(*), null from jobs where status = 'failed' group by kind
    ) parts group by kind order by kind`.execute(db)
  return rows.map(({ kind, queued, failed, oldest }) => ({
    kind,
    queued,
    failed,
    oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
  }))
}
