import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { message } from '../../words/catalogue.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'

export interface ConfirmationMailOptions {
  database: Pick<Database, 'db'>
  mail: Mail
  /** Address at which people reach the service. */
  publicUrl: string | undefined
}

/** As `tell_owner_of` in the database enqueues it: one job for each storer and person, put off until a day after the last. */
interface Payload {
  ownerId: string
  storerId: string
  userId: string
}

/** Tells an owner or admin of an organisation by mail that a storer has booked something in its name. Nothing is sent where all is decided by then. */
export function confirmationMailJob({
  database,
  mail,
  publicUrl,
}: ConfirmationMailOptions): JobKind<Payload> {
  return {
    name: 'confirmation-mail',
    mostAttempts: 20,

    async work({ ownerId, storerId, userId }, { signal, askedAt }) {
      const { rows } = await sql<{
        email: string
        owner: string
        storer: string
        locale: string
        count: number
      }>`
        select u.email, o.name as owner, o.locale, storer.name as storer,
          (select count(*) from confirmations c where c.owner_id = o.id and c.storer_id = storer.id and c.status = 'pending') as count
        from memberships m join users u on u.id = m.user_id join organisations o on o.id = m.organisation_id
        join organisations storer on storer.id = ${storerId}
        where m.organisation_id = ${ownerId} and m.user_id = ${userId} and m.status = 'active' and m.role in ('owner', 'admin')
          and u.status = 'active' and o.status = 'active'`.execute(database.db)
      const [told] = rows
      if (!told || told.count === 0) return
      const { email, owner, storer, count } = told
      const text = message('confirmationText', {
        storer,
        owner,
        count,
        ...(publicUrl !== undefined && { publicUrl }),
      })
      const id = `${storerId}-${userId}-${askedAt.getTime()}`
      const subject = message('confirmationSubject', { storer })
      await mail.send(writeLetter({ id, to: email, subject, text, date: askedAt }, told.locale), signal)
    },
  }
}
