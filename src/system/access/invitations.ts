import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ensureProvedLately, type Actor } from '../../http/actor.ts'
import type { Role } from '../../kernel/permissions.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { fault, Refusal, refuseFaults, notFound } from '../../kernel/errors.ts'
import { newId, isId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { appendEvents, appendEvent, type NewEvent } from '../events/append-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'
import { ensureNotTooManyMails } from '../mail/mail.ts'
import { isMailbox, headerText } from '../mail/rules.ts'
import { lockAndRecheckRole } from './recheck-role.ts'
import { roleOf, ensureMayGrant, isAbove } from './rules.ts'
import type { InvitationView, InvitationMade } from './schema.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { emailOf } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import type { Language } from '../../words/languages.ts'

/** The invitations of the caller's organisation that can still be accepted, newest first. */
export async function listInvitations(db: Kysely<Tables>, actor: Actor): Promise<InvitationView[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'invited_by_name', 'created_at', 'expires_at'])
    .where('organisation_id', '=', actor.organisationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', actor.now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: roleOf(row.role),
    invitedBy: row.invited_by_name,
    createdAtUTC: row.created_at.toISOString(),
    expiresAtUTC: row.expires_at.toISOString(),
  }))
}

const INVITATION_DAYS = 7
/** Beyond any staff; whoever sends more uses somebody's mail server for something else. */
const MOST_MAILS_A_DAY = 200

/**
 * Invites somebody by e-mail into the caller's organisation. The token is what the invited person accepts with: with `byMail` they alone
 * get it, so that whoever has it has read their mail; otherwise it is in the answer, to be handed over. An earlier open invitation of the
 * same person is replaced.
 *
 * @throws Refusal `invalid_input` for an address that no mail is sent to; `forbidden` for a role above the caller's own; `already_exists` for
 *   a member; `rate_limited` where too many were invited by mail within a day
 */
export async function inviteUser(
  trx: Transaction,
  caller: Actor,
  input: { email: string; role: Role },
  { byMail }: { byMail: boolean },
): Promise<InvitationMade> {
  const email = mailboxOf(input.email)
  // Or of two invitations made at once neither would see the other, and both stay open.
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  ensureMayGrant(actor.role, input.role)
  // Whoever may give access to others is not let in by a device that was left open.
  if (isAbove(input.role, 'manager')) ensureProvedLately(actor)
  if (byMail)
    await ensureNotTooManyMails(trx, actor, {
      table: 'invitations',
      mostADay: MOST_MAILS_A_DAY,
      refusal: (data) => message('tooManyInvitations', data),
    })
  const member = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.organisation_id', '=', actor.organisationId)
    .where('u.email', '=', email)
    .executeTakeFirst()
  if (member)
    throw new Refusal('already_exists', message('belongsAlready', { email }), {
      details: { userId: member.id },
    })
  return makeInvitation(trx, actor, { email, role: input.role }, { byMail })
}

/** @throws Refusal `invalid_input` for an address that no mail is sent to */
export function mailboxOf(text: string): string {
  const email = emailOf(text)
  if (!isMailbox(email)) refuseFaults([fault('email', message('takesNoMail', {}), 'format')])
  return email
}

/** Makes the invitation of an address that was checked, into the organisation of an actor who may; as `inviteUser`. */
export async function makeInvitation(
  trx: Transaction,
  actor: Pick<Actor, 'organisationId' | 'userId' | 'userName' | 'language' | 'now'>,
  input: { email: string; role: Role },
  { byMail }: { byMail: boolean },
): Promise<InvitationMade> {
  const { email } = input
  const replaced = await trx
    .updateTable('invitations')
    .set({ revoked_at: actor.now })
    .where('organisation_id', '=', actor.organisationId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const id = newId()
  const token = newSecret('invitation_')
  const expiresAt = new Date(actor.now.getTime() + INVITATION_DAYS * 86_400_000)
  await trx
    .insertInto('invitations')
    .values({
      id,
      organisation_id: actor.organisationId,
      email,
      role: input.role,
      token_hash: hashSecret(token),
      is_mailed: byMail,
      invited_by: actor.userId,
      invited_by_name: actor.userName,
      created_at: actor.now,
      expires_at: expiresAt,
    })
    .execute()
  if (byMail) {
    // The job makes the token that is mailed: it is not kept here to be read.
    const payload = { invitationId: id, language: actor.language }
    await enqueueJob(trx, { kind: INVITATION_JOB, key: id, payload, now: actor.now })
  }
  await appendEvents(trx, actor, [
    ...replaced.map(invitationRevoked),
    { type: 'user.invited', subject: id, data: { role: input.role } },
  ])
  return { id, email, role: input.role, expiresAtUTC: expiresAt.toISOString(), token: byMail ? '' : token }
}

/**
 * Takes an open invitation back.
 *
 * @throws Refusal `not_found`, also for one that was accepted or has expired
 */
export async function revokeInvitation(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const revoked = isId(id)
    ? await trx
        .updateTable('invitations')
        .set({ revoked_at: actor.now })
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', actor.now)
        .returning('email')
        .executeTakeFirst()
    : undefined
  if (!revoked) throw notFound('open invitation', id)
  await appendEvent(trx, actor, invitationRevoked({ id }))
  return acknowledge(actor, message('invitationIsTakenBack', { email: revoked.email }))
}

/**
 * Takes back every open invitation that a person or key made in an organisation, and those by keys of that person: nobody stands
 * behind them any longer.
 */
export async function revokeInvitationsBy(trx: Transaction, actor: Actor, makerIds: string[]): Promise<void> {
  const inOrganisation = sql<boolean>`organisation_id = ${actor.organisationId}`
  const revoked = await revokeMadeBy(trx, makerIds, inOrganisation, actor.now)
  await appendEvents(trx, actor, revoked.map(invitationRevoked))
}

/** Takes back a person's open invitations in every organisation, for one whom the operator shuts out of all of them. */
export async function revokeAllInvitationsBy(trx: Transaction, userId: string, now: Date): Promise<void> {
  await revokeMadeBy(trx, [userId], sql<boolean>`true`, now)
}

function revokeMadeBy(trx: Transaction, makerIds: string[], where: RawBuilder<boolean>, now: Date) {
  return trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where(where)
    .where((is) =>
      is.or([
        is('invited_by', 'in', makerIds),
        is('invited_by', 'in', (keys) =>
          keys
            .selectFrom('api_keys')
            .select('id')
            .whereRef('api_keys.organisation_id', '=', 'invitations.organisation_id')
            .where('created_by', 'in', makerIds),
        ),
      ]),
    )
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
}

/** The event for an invitation that is taken back. */
function invitationRevoked({ id }: { id: string }): NewEvent {
  return { type: 'user.invitation_revoked', subject: id, data: {} }
}

const INVITATION_JOB = 'invitation'

/** Tried for about a day and a half of the seven days for which an invitation is good. */
const MOST_ATTEMPTS = 20

export interface InvitationJobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  /** Makes the token, so that none is kept. */
  vault: Vault
  /** Address at which people reach the service. */
  publicUrl: string | undefined
}

interface Payload {
  invitationId: string
  /** Of who invites; English in jobs of before it was known. */
  language?: Language
}

/** Sends an invitation to whoever is invited. One that was taken back or accepted meanwhile is not sent. */
export function invitationJob(options: InvitationJobOptions): JobKind<Payload> {
  const { database, clock, mail, vault, publicUrl } = options
  return {
    name: INVITATION_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ invitationId, language = 'en' }, { signal, askedAt }) {
      const invitation = await findOpenInvitation(database.db, invitationId, clock())
      if (!invitation) return
      const { email, organisation, ...facts } = invitation
      // The same at every attempt: whichever mail arrives, its code is good.
      const token = tokenOf(vault, invitationId)
      await acceptBy(database.db, invitationId, token)
      const text = message('invitationText', {
        organisation,
        ...facts,
        token,
        // Where nobody has said what the service is called outside, the page takes the code.
        ...(publicUrl !== undefined && { publicUrl }),
      })
      const subject = message('invitationSubject', { organisation })
      const letter = { id: invitationId, to: email, subject, text, date: askedAt }
      await mail.send(writeLetter(letter, language), signal)
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
      organisation: headerText(row.name),
      invitedBy: headerText(row.invited_by_name),
      untilUTC: row.expires_at.toISOString(),
      timeZone: row.time_zone,
    }
  )
}
