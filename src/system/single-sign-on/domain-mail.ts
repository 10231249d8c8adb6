import type { Database } from '../../db/open.ts'
import type { Vault } from '../../kernel/vault.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'
import { DOMAIN_MAIL_JOB, domainToken } from './domains.ts'
import type { DomainMailBody } from './schema.ts'

const MOST_ATTEMPTS = 8

/** Mails the link that proves a domain to a mailbox of it. */
export function domainMailJob({
  database,
  clock,
  mail,
  vault,
  publicUrl,
}: {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  vault: Vault
  publicUrl: string | undefined
}): JobKind<{ organisationId: string; domainId: string; language: Language } & DomainMailBody> {
  return {
    name: DOMAIN_MAIL_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ organisationId, domainId, mailbox, language }, { signal, askedAt }) {
      const row = await database.db
        .selectFrom('sign_in_domains as d')
        .innerJoin('organisations as o', 'o.id', 'd.organisation_id')
        .select(['d.domain', 'd.mail_expires_at', 'o.name'])
        .where('d.organisation_id', '=', organisationId)
        .where('d.id', '=', domainId)
        .where('d.mail_expires_at', '>', clock())
        .executeTakeFirst()
      if (!row?.mail_expires_at) return
      const { domain, name: organisation } = row
      const token = domainToken(vault, { id: domainId, expiresAt: row.mail_expires_at })
      const subject = message('domainMailSubject', { domain })
      const facts = { organisation, domain, token, ...(publicUrl !== undefined && { publicUrl }) }
      const text = message('domainMailText', facts)
      const id = `${domainId}-${askedAt.getTime()}`
      const letter = { id, to: `${mailbox}@${domain}`, subject, text, date: askedAt }
      await mail.send(writeLetter(letter, language), signal)
    },
  }
}
