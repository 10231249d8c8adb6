import type { Kysely } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { sayDate } from '../../kernel/time.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvent } from '../events/append-event.ts'
import type { JobKind } from '../jobs/job-source.ts'
import type { Mail } from '../mail/mail.ts'
import { headerText } from '../mail/rules.ts'
import { hashSecret } from './secrets.ts'

export const INVITATION_JOB = 'invitation'

/** Tried for about a day and a half of the seven days for which an invitation is good. */
const MOST_ATTEMPTS = 20

export interface InvitationJobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  /** Makes the token, so that none is kept. */
  vault: Vault
  /** Where people reach the service. */
  publicUrl: string | undefined
}

interface Payload {
  invitationId: string
}

/** Sends an invitation to whoever is invited. One that was taken back or accepted meanwhile is not sent. */
export function invitationJob(options: InvitationJobOptions): JobKind<Payload> {
  const { database, clock, mail, vault, publicUrl } = options
  return {
    name: INVITATION_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ invitationId }, { signal, askedAt }) {
      const invitation = await findOpenInvitation(database.db, invitationId, clock())
      if (!invitation) return
      const { email, organisationName, invitedByName, lastDay } = invitation
      // The same at every attempt: whichever mail arrives, its code is good.
      const token = tokenOf(vault, invitationId)
      await acceptBy(database.db, invitationId, token)
      const service = publicUrl === undefined ? 'Granary' : `Granary at ${publicUrl}`
      const text = `${invitedByName} invites you to ${organisationName} in ${service}.

Your invitation code:

${token}

Whoever has it can accept in your place, so keep it to yourself. It is good once, until ${lastDay}.
If you did not expect this, leave it: nothing happens.
`
      const subject = `${organisationName} invites you to Granary`
      const message = { subject, text, to: email, date: askedAt, attachments: [], replyTo: undefined }
      await mail.send({ id: invitationId, ...message }, signal)
    },

    async settle(trx, { invitationId }, { status, at }) {
      if (status !== 'failed') return
      const row = await trx
        .selectFrom('invitations')
        .select(['organisation_id', 'invited_by'])
        .where('id', '=', invitationId)
        .executeTakeFirstOrThrow()
      const actor = { organisationId: row.organisation_id, userId: row.invited_by, now: at }
      await appendEvent(trx, actor, { type: 'user.invitation_failed', subject: invitationId, data: {} })
    },
  }
}

function tokenOf(vault: Vault, invitationId: string): string {
  return `invitation_${vault.derive(`invitation ${invitationId}`).toString('base64url')}`
}

/** Whoever invites by mail, and whoever copies the database, has no token that is good. */
async function acceptBy(db: Kysely<Tables>, id: string, token: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ token_hash: hashSecret(token) })
    .where('id', '=', id)
    .execute()
}

async function findOpenInvitation(db: Kysely<Tables>, id: string, now: Date) {
  const row = await db
    .selectFrom('invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .select(['i.email', 'i.invited_by_name', 'i.expires_at', 'o.name', 'o.time_zone'])
    .where('i.id', '=', id)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.status', '=', 'active')
    .executeTakeFirst()
  return (
    row && {
      email: row.email,
      organisationName: headerText(row.name),
      invitedByName: headerText(row.invited_by_name),
      lastDay: sayDate(row.expires_at, row.time_zone),
    }
  )
}
