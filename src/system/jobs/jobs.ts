import { sql, type Kysely, type Selectable } from 'kysely'
import Type, { type Static } from 'typebox'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, named, oneOf, Page, PageOf } from '../../http/validate/schema.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { AnyJobKind } from './job-source.ts'
import { message } from '../../words/catalogue.ts'
import type { Reader } from '../../words/render.ts'
import { renderStored } from '../../words/stored.ts'

const jobStatuses = ['queued', 'done', 'failed'] as const

export const Job = named('Job', {
  id: Type.String(),
  kind: Type.String({ description: 'What is to be done, such as expert-question.' }),
  key: Type.String({ description: 'What it is about. Asked for twice, it is done once.' }),
  status: oneOf(jobStatuses, 'queued: to be done, or being done. failed: given up.'),
  attempts: Type.Integer(),
  lastProblem: Type.String({ description: 'Why the last attempt failed, in words.' }),
  dueAtUTC: Type.String({ description: 'When it is tried next.' }),
  createdAtUTC: Type.String(),
  finishedAtUTC: Type.String(),
})
export type Job = Static<typeof Job>

export const JobQuery = closed({
  ...Page,
  status: Type.Optional(oneOf(jobStatuses, 'Only jobs in this state.')),
})
export type JobQuery = Static<typeof JobQuery>

export const JobPage = PageOf(Job)
export type JobPage = Static<typeof JobPage>

/** Jobs of every organisation, the latest first. What they are to do is not told: it may hold secrets. */
export async function listJobs(db: Kysely<Tables>, reader: Reader, query: JobQuery): Promise<JobPage> {
  return inOneMoment(db, (moment) => {
    const found = moment
      .selectFrom('jobs')
      .$if(query.status !== undefined, (select) => select.where('status', '=', query.status ?? ''))
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('kind')
      .orderBy('id')
    return readPage(found, query, (row) => jobOf(row, reader))
  })
}

/** The one row → wire function of jobs. */
function jobOf(row: Selectable<Tables['jobs']>, reader: Reader): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    // The table's check allows no other.
    status: row.status as Job['status'],
    attempts: row.attempts,
    lastProblem: renderStored(row.last_problem, reader),
    dueAtUTC: row.status === 'queued' ? row.due_at.toISOString() : '',
    createdAtUTC: row.created_at.toISOString(),
    finishedAtUTC: row.finished_at?.toISOString() ?? '',
  }
}

/** Counts waiting and failed jobs of each kind there is, with the wait of the oldest. */
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

/**
 * Queues a job that has failed once more, with all its attempts before it.
 *
 * @throws Refusal `not_found`; `in_use` for one that is queued or done
 */
export async function retryJob(
  trx: Transaction,
  actor: Actor,
  kinds: AnyJobKind[],
  id: string,
): Promise<Job> {
  const row = isId(id)
    ? await trx.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw notFound('job', id)
  if (row.status !== 'failed') {
    const said = row.status === 'done' ? message('jobIsDone', {}) : message('jobIsQueued', {})
    throw new Refusal('in_use', said, { details: { status: row.status } })
  }
  const queued = await trx
    .updateTable('jobs')
    .set({ status: 'queued', attempts: 0, due_at: actor.now, finished_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const kind = kinds.find(({ name }) => name === queued.kind)
  await kind?.revive?.(trx, queued.payload)
  return jobOf(queued, actor)
}

/** Longer than any pause between attempts. */
const LONGEST_HOURS = 24

/**
 * Makes due what lies further ahead than anything is ever put off: it was written by a clock that was ahead and has been set right
 * since. Mails and webhooks would wait until that time comes, which may be years.
 */
export async function bringForward(db: Kysely<Tables>, now: Date): Promise<void> {
  const isFarAhead = sql<boolean>`due_at > ${now}::timestamptz + make_interval(hours => ${LONGEST_HOURS})`
  await db.updateTable('jobs').set({ due_at: now }).where('status', '=', 'queued').where(isFarAhead).execute()
  await db.updateTable('webhooks').set({ due_at: now }).where(isFarAhead).execute()
}

const DONE_DAYS = 30
const FAILED_DAYS = 90

/** Done jobs are forgotten after a month, failed ones once nobody will send them again. */
export async function purgeJobs(db: Kysely<Tables>, now: Date): Promise<void> {
  const finishedBefore = (days: number) =>
    sql`finished_at < ${now}::timestamptz - make_interval(days => ${days})`
  // The first day is the one that the index is asked about; of those that failed, few are left by then.
  const isOld = sql`status <> 'queued' and ${finishedBefore(DONE_DAYS)} and (status = 'done' or ${finishedBefore(FAILED_DAYS)})`
  await deleteInPieces(db, 'jobs', isOld)
}
