import type { Database } from '../../db/open.ts'
import { message } from '../../words/catalogue.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'

/** The job that tells somebody of what the directory of an organisation did with their account. */
export const DIRECTORY_MAIL_JOB = 'directory-member'

const MOST_ATTEMPTS = 8

export interface DirectoryMail {
  /** Stays at each attempt, so that the mail is sent once. */
  mailId: string
  organisationId: string
  what: 'joined' | 'readdressed'
  to: string
}

/** Mails somebody that they are a member now, or that their address is another one. */
export function directoryMailJob({
  database,
  mail,
}: {
  database: Pick<Database, 'db'>
  mail: Mail
}): JobKind<DirectoryMail> {
  return {
    name: DIRECTORY_MAIL_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ mailId, organisationId, what, to }, { signal, askedAt }) {
      const row = await database.db
        .selectFrom('organisations')
        .select(['name', 'locale'])
        .where('id', '=', organisationId)
        .executeTakeFirst()
      if (!row) return
      const organisation = row.name
      const [subject, text] =
        what === 'joined'
          ? [
              message('directoryJoinedSubject', { organisation }),
              message('directoryJoinedText', { organisation }),
            ]
          : [message('directoryAddressSubject', {}), message('directoryAddressText', { organisation })]
      await mail.send(writeLetter({ id: mailId, to, subject, text, date: askedAt }, row.locale), signal)
    },
  }
}
