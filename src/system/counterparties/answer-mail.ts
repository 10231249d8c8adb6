import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { message } from '../../words/catalogue.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { ConfirmationMailOptions } from './confirmation-mail.ts'

const ANSWER_MAIL_JOB = 'confirmation-answer-mail'

/** One job for each owner and person at the storer, put off until a day after the last. */
interface Payload {
  ownerId: string
  storerId: string
  userId: string
}

/** Has those who give access at a storer told by mail what the caller has decided about its bookings, once a day at most. */
export async function queueAnswerMail(
  trx: Transaction,
  { organisationId, now }: Actor,
  storerId: string,
): Promise<void> {
  await sql`
    insert into jobs (id, kind, key, payload, due_at, created_at)
    select gen_random_uuid(), ${ANSWER_MAIL_JOB}, ${organisationId}::text || ' ' || ${storerId}::text || ' ' || m.user_id,
      jsonb_build_object('ownerId', ${organisationId}::text, 'storerId', ${storerId}::text, 'userId', m.user_id), ${now}::timestamptz, ${now}::timestamptz
    from memberships m where m.organisation_id = ${storerId}::uuid and m.status = 'active' and m.role in ('owner', 'admin')
    on conflict (kind, key) do update set payload = excluded.payload, status = 'queued', attempts = 0, finished_at = null, last_problem = null,
      due_at = greatest(excluded.due_at, jobs.finished_at + interval '1 day'), created_at = excluded.created_at
      where jobs.status <> 'queued'`.execute(trx)
}

/** Tells an owner or admin of a storer by mail what an owner says to what was booked in its name, since that was last told. */
export function answerMailJob({ database, mail, publicUrl }: ConfirmationMailOptions): JobKind<Payload> {
  return {
    name: ANSWER_MAIL_JOB,
    mostAttempts: 20,

    async work({ ownerId, storerId, userId }, { signal, askedAt }) {
      const { rows } = await sql<{
        email: string
        owner: string
        storer: string
        locale: string
        accepted: number
        declined: number
      }>`
        select u.email, owner.name as owner, o.name as storer, o.locale, answers.accepted, answers.declined
        from memberships m join users u on u.id = m.user_id join organisations o on o.id = m.organisation_id
        join organisations owner on owner.id = ${ownerId}
        cross join lateral (
          select count(*) filter (where c.status = 'accepted') as accepted, count(*) filter (where c.status = 'declined') as declined
          from confirmations c where c.owner_id = owner.id and c.storer_id = o.id and c.decided_by is not null and c.decided_at >= ${askedAt}) answers
        where m.organisation_id = ${storerId} and m.user_id = ${userId} and m.status = 'active' and m.role in ('owner', 'admin')
          and u.status = 'active' and o.status = 'active'`.execute(database.db)
      const [told] = rows
      if (!told || told.accepted + told.declined === 0) return
      const { email, owner, storer, accepted, declined } = told
      const text = message('answerText', {
        owner,
        storer,
        accepted,
        declined,
        ...(publicUrl !== undefined && { publicUrl }),
      })
      const id = `${ownerId}-${userId}-${askedAt.getTime()}`
      const subject = message('answerSubject', { owner })
      await mail.send(writeLetter({ id, to: email, subject, text, date: askedAt }, told.locale), signal)
    },
  }
}
