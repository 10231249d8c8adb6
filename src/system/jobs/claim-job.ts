import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../kernel/ids.ts'

/** Longer than any attempt may take, so that no job is ever held twice while both holders live. */
export const LEASE_MS = 5 * 60_000

/** A job that this process holds until its lease ends. */
export interface ClaimedJob {
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
export async function claimJob(
  db: Kysely<Tables>,
  kinds: string[],
  now: Date,
): Promise<ClaimedJob | undefined> {
  const leaseId = newId()
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<Row>`
    update jobs set attempts = attempts + 1, lease_id = ${leaseId}, due_at = ${leaseEnd}
    where id = (
      select id from jobs
      where status = 'queued' and due_at <= ${now} and kind = any(${kinds}::text[])
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
