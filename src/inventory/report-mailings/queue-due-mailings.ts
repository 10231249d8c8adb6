import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { nextDue, type MailingTime } from './rules.ts'
import { REPORT_MAIL_JOB } from './report-mail-job.ts'

/** A transaction of so many holds up nobody. */
const AT_ONCE = 50

interface DueMailing extends MailingTime {
  organisation_id: string
  id: string
  next_due_at: Date
  time_zone: string
}

/**
 * Has the reports mailed that are due: a job for each reader, stored together with when the mailing is due next. So each is sent once, however many
 * processes ask. Of several that were missed while the service stood still, the last one is sent.
 */
export async function queueDueMailings({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  for (;;) {
    const many = await inTransaction(db, async (trx) => {
      const due = await lockDue(trx, now)
      for (const each of due) await queueMails(trx, each, now)
      return due.length
    })
    if (many < AT_ONCE) return
  }
}

async function lockDue(trx: Transaction, now: Date): Promise<DueMailing[]> {
  const { rows } = await sql<DueMailing>`
    select r.organisation_id, r.id, r.every, r.day, r.hour, r.next_due_at, o.time_zone
    from report_mailings r join organisations o on o.id = r.organisation_id
    where r.next_due_at <= ${now} order by r.next_due_at, r.id limit ${AT_ONCE} for update of r skip locked`.execute(
    trx,
  )
  return rows
}

/** Whoever is suspended, or of an organisation that is, gets nothing. */
async function queueMails(trx: Transaction, due: DueMailing, now: Date): Promise<void> {
  const { organisation_id: organisationId, id, next_due_at: dueAt, time_zone: timeZone } = due
  await sql`
    with readers as (
      update report_mailing_recipients p set due_at = ${dueAt}, status = 'queued', problem = null, settled_at = null
      from memberships m join users u on u.id = m.user_id join organisations o on o.id = m.organisation_id
      where p.organisation_id = ${organisationId} and p.mailing_id = ${id} and m.user_id = p.user_id and m.organisation_id = p.organisation_id
        and m.status = 'active' and u.status = 'active' and o.status = 'active'
      returning p.user_id)
    insert into jobs (id, kind, key, payload, due_at, created_at)
    select gen_random_uuid(), ${REPORT_MAIL_JOB}, ${id}::text || ' ' || user_id::text || ' ' || ${dueAt.toISOString()}::text,
      jsonb_build_object('organisationId', ${organisationId}::text, 'mailingId', ${id}::text, 'userId', user_id, 'dueAtUTC', ${dueAt.toISOString()}::text),
      ${now}::timestamptz, ${now}::timestamptz
    from readers on conflict (kind, key) do nothing`.execute(trx)
  await trx
    .updateTable('report_mailings')
    .set({ next_due_at: nextDue(due, now, timeZone) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
