import type { Database } from '../../db/open.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { JobKind } from '../jobs/job-source.ts'
import type { Mail } from '../mail/mail.ts'
import { hashSecret } from './secrets.ts'

export const PASSWORD_RESET_JOB = 'password-reset'

/** The code is good for an hour, and so many tries take longer. */
const MOST_ATTEMPTS = 8

export interface PasswordResetJobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  /** Makes the code, so that none is kept. */
  vault: Vault
  /** Where people reach the service. */
  publicUrl: string | undefined
}

interface Payload {
  resetId: string
}

/** Sends the code for a new password. An address without an account is asked for like any other, and gets no mail. */
export function passwordResetJob(options: PasswordResetJobOptions): JobKind<Payload> {
  const { database, clock, mail, vault, publicUrl } = options
  return {
    name: PASSWORD_RESET_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ resetId }, { signal, askedAt }) {
      const reset = await database.db
        .selectFrom('password_resets as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select('u.email')
        .where('p.id', '=', resetId)
        .where('p.used_at', 'is', null)
        .where('p.expires_at', '>', clock())
        .executeTakeFirst()
      if (!reset) return
      // The same at every attempt: whichever mail arrives, its code is good.
      const token = `reset_${vault.derive(`password reset ${resetId}`).toString('base64url')}`
      await database.db
        .updateTable('password_resets')
        .set({ token_hash: hashSecret(token) })
        .where('id', '=', resetId)
        .execute()
      const service = publicUrl === undefined ? 'Granary' : `Granary at ${publicUrl}`
      const text = `Somebody has asked for a new password for ${reset.email} in ${service}.

Your code:

${token}

Whoever has it can set a new password and sign in as you, so keep it to yourself. It is good once, for an hour.
If you did not ask for it, leave it: your password stays as it is.
`
      const message = { subject: 'A new password for Granary', text, to: reset.email, date: askedAt }
      await mail.send({ id: resetId, ...message, attachments: [], replyTo: undefined }, signal)
    },
  }
}
