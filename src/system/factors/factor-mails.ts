import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Vault } from '../../kernel/vault.ts'
import { nameOfUser } from '../access/users.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter, type Letter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { EMAIL_CHANGE_JOB, emailChangeCodes } from './email-changes.ts'
import { FACTOR_RESET_JOB, factorResetToken } from './factor-resets.ts'

const MOST_ATTEMPTS = 8

export interface FactorMailOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  /** Makes the links and codes, so that none is kept. */
  vault: Vault
  /** Address at which people reach the service. */
  publicUrl: string | undefined
}

interface ToSend extends Omit<Letter, 'id' | 'date'> {
  /** Tells the mails of one job apart. */
  part: string
}

/** Sends the mails of a job. One that is tried again sends each with the id that it had. */
async function sendAll(
  mail: Mail,
  all: ToSend[],
  { id, language, askedAt, signal }: { id: string; language: Language; askedAt: Date; signal: AbortSignal },
): Promise<void> {
  for (const { part, ...written } of all)
    await mail.send(writeLetter({ ...written, id: `${id}-${part}`, date: askedAt }, language), signal)
}

/** Mails the one-time link to whose it is, and tells every admin of it. */
export function factorResetJob(
  options: FactorMailOptions,
): JobKind<{ organisationId: string; resetId: string; language: Language }> {
  const { database, clock, mail, vault, publicUrl } = options
  return {
    name: FACTOR_RESET_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ organisationId, resetId, language }, { signal, askedAt }) {
      const reset = await database.db
        .selectFrom('factor_resets as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
        .select(['u.email', nameOfUser('u').as('name'), 'r.asked_by_name', 'r.good_from', 'o.time_zone'])
        .where('r.organisation_id', '=', organisationId)
        .where('r.id', '=', resetId)
        .where('r.used_at', 'is', null)
        .where('r.revoked_at', 'is', null)
        .where('r.expires_at', '>', clock())
        .executeTakeFirst()
      if (!reset) return
      const { email, name, asked_by_name: askedBy, time_zone: timeZone } = reset
      const token = factorResetToken(vault, resetId)
      const facts = { askedBy, fromUTC: reset.good_from.toISOString(), timeZone }
      const own: ToSend = {
        part: 'link',
        to: email,
        subject: message('factorResetSubject', {}),
        text: message('factorResetText', { ...facts, token, ...(publicUrl !== undefined && { publicUrl }) }),
      }
      const admins = await adminsOf(database.db, organisationId)
      const notices = admins.map((to, index): ToSend => ({
        part: `notice-${index}`,
        to,
        subject: message('factorResetNoticeSubject', { name }),
        text: message('factorResetNoticeText', { ...facts, name }),
      }))
      await sendAll(mail, [own, ...notices], { id: resetId, language, askedAt, signal })
    },
  }
}

async function adminsOf(db: Kysely<Tables>, organisationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.organisation_id', '=', organisationId)
    .where('m.role', 'in', ['admin', 'owner'])
    .where('m.status', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ email }) => email)
}

/** Mails a code to the address that somebody has, and one to the address that they want to have. */
export function emailChangeJob(
  options: FactorMailOptions,
): JobKind<{ userId: string; changeId: string; language: Language }> {
  const { database, clock, mail, vault } = options
  return {
    name: EMAIL_CHANGE_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ userId, changeId, language }, { signal, askedAt }) {
      const change = await database.db
        .selectFrom('email_changes as c')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select(['u.email', 'c.new_email'])
        .where('c.user_id', '=', userId)
        .where('c.id', '=', changeId)
        .where('c.expires_at', '>', clock())
        .executeTakeFirst()
      if (!change) return
      const { email, new_email: newEmail } = change
      const codes = emailChangeCodes(vault, changeId)
      const subject = message('emailChangeSubject', {})
      const mails: ToSend[] = [
        {
          part: 'old',
          to: email,
          subject,
          text: message('emailChangeOldText', { newEmail, code: codes.old }),
        },
        { part: 'new', to: newEmail, subject, text: message('emailChangeNewText', { code: codes.new }) },
      ]
      await sendAll(mail, mails, { id: changeId, language, askedAt, signal })
    },
  }
}
