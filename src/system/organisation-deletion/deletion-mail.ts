import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { message } from '../../words/catalogue.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'
import { DELETION_MAIL_JOB, GRACE_DAYS } from './deletions.ts'

interface Payload {
  organisationId: string
  userId: string
  what: 'asked' | 'withdrawn'
  /** Name of the person who asked for it or withdrew. */
  by: string
}

/** Tells an owner or admin by mail that their organisation is to be deleted, or is not after all. */
export function deletionMailJob({
  database,
  mail,
  publicUrl,
}: {
  database: Pick<Database, 'db'>
  mail: Mail
  publicUrl: string | undefined
}): JobKind<Payload> {
  return {
    name: DELETION_MAIL_JOB,
    mostAttempts: 20,

    async work({ organisationId, userId, what, by }, { signal, askedAt }) {
      const { rows } = await sql<{ email: string; organisation: string; locale: string }>`
        select u.email, o.name as organisation, o.locale from memberships m join users u on u.id = m.user_id
        join organisations o on o.id = m.organisation_id
        where m.organisation_id = ${organisationId} and m.user_id = ${userId} and m.status = 'active' and u.status = 'active'`.execute(
        database.db,
      )
      const [told] = rows
      if (!told) return
      const { email, organisation, locale } = told
      const facts = { organisation, by, ...(publicUrl !== undefined && { publicUrl }) }
      const [subject, text] =
        what === 'asked'
          ? [
              message('deletionMailSubject', { organisation }),
              message('deletionMailText', { ...facts, days: GRACE_DAYS }),
            ]
          : [message('withdrawnMailSubject', { organisation }), message('withdrawnMailText', facts)]
      const id = `${organisationId}-${userId}-${what}-${askedAt.getTime()}`
      await mail.send(writeLetter({ id, to: email, subject, text, date: askedAt }, locale), signal)
    },
  }
}
