import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { ensureSession } from '../access/credentials.ts'
import { factorsOf, forgetFactors } from '../access/factor-challenges.ts'
import { getMember } from '../access/members.ts'
import { lockAndRecheckRole } from '../access/recheck-role.ts'
import { forbidden } from '../access/rules.ts'
import { hashSecret } from '../access/secrets.ts'
import { endSessions } from '../access/sessions.ts'
import { emailOf, nameOfUser } from '../access/users.ts'
import { appendEvent } from '../events/append-event.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { message } from '../../words/catalogue.ts'
import { readerOf } from '../../words/render.ts'
import type { FactorReset, FactorResetMade } from './schema.ts'
import { appendAccountEvent } from './account-events.ts'

/** The job that mails the link, and tells the admins of it. */
export const FACTOR_RESET_JOB = 'factor-reset'

const HOUR_MS = 3_600_000
/** Long enough for an admin to notice that somebody else asked in their name. */
const DELAY_HOURS = 24
const GOOD_FOR_HOURS = 72

/** The token of a one-time link; never stored, and the same for each attempt at its mail. */
export function factorResetToken(vault: Vault, id: string): string {
  return `factors_${vault.derive(`factor reset ${id}`).toString('base64url')}`
}

/**
 * Makes a one-time link by which a member who has lost it gets rid of their second factor, a day later. All admins are told by mail, and each can
 * take it back; another one can confirm it, so that it is good at once. Somebody who belongs to other organisations as well is for whoever runs
 * the service: no organisation weakens what protects another.
 *
 * @throws Refusal `not_found`, also where there is no factor; `forbidden` for oneself, a role above one's own, or somebody of several organisations
 */
export async function makeFactorReset(
  trx: Transaction,
  vault: Vault,
  caller: Actor,
  { userId, byMail }: { userId: string; byMail: boolean },
): Promise<FactorResetMade> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { organisationId, now } = actor
  const { name } = await getMember(trx, actor, userId)
  if (userId === actor.userId) throw forbidden(message('cannotResetOwnFactors', {}))
  if (await belongsElsewhere(trx, userId, organisationId))
    throw forbidden(message('belongsElsewhereToo', { name }))
  if ((await factorsOf(trx, userId)).length === 0)
    throw new Refusal('not_found', message('memberHasNoFactor', { name }))
  await endReset(trx, sql`organisation_id = ${organisationId} and user_id = ${userId}`, now)
  const id = newId()
  const token = factorResetToken(vault, id)
  const goodFrom = new Date(now.getTime() + DELAY_HOURS * HOUR_MS)
  const expiresAt = new Date(goodFrom.getTime() + GOOD_FOR_HOURS * HOUR_MS)
  await trx
    .insertInto('factor_resets')
    .values({
      organisation_id: organisationId,
      id,
      user_id: userId,
      token_hash: hashSecret(token),
      asked_by: actor.userId,
      asked_by_name: actor.userName,
      created_at: now,
      good_from: goodFrom,
      expires_at: expiresAt,
    })
    .execute()
  const payload = { organisationId, resetId: id, language: actor.language }
  await enqueueJob(trx, { kind: FACTOR_RESET_JOB, key: id, payload, now })
  const data = { resetId: id, goodFromUTC: goodFrom.toISOString() }
  await appendEvent(trx, actor, { type: 'user.factor_reset_asked', subject: userId, data })
  return {
    id,
    goodFromUTC: goodFrom.toISOString(),
    expiresAtUTC: expiresAt.toISOString(),
    token: byMail ? '' : token,
  }
}

async function belongsElsewhere(trx: Transaction, userId: string, organisationId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organisation_id', '<>', organisationId)
    .executeTakeFirst()
  return other !== undefined
}

/** Open resets of an organisation. */
const isOpen = (now: Date) => sql<boolean>`used_at is null and revoked_at is null and expires_at > ${now}`

/** Takes back what is open of those that meet a condition. @returns how many that were */
async function endReset(
  trx: Transaction,
  which: ReturnType<typeof sql<boolean>>,
  now: Date,
): Promise<bigint> {
  const { numUpdatedRows } = await trx
    .updateTable('factor_resets')
    .set({ revoked_at: now })
    .where(sql<boolean>`${which} and used_at is null and revoked_at is null`)
    .executeTakeFirst()
  return numUpdatedRows
}

/** The one-time links of the caller's organisation that are open, the newest first. */
export async function listFactorResets(db: Kysely<Tables>, actor: Actor): Promise<FactorReset[]> {
  const rows = await db
    .selectFrom('factor_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.user_id',
      'r.asked_by',
      'r.asked_by_name',
      'r.created_at',
      'r.good_from',
      'r.expires_at',
    ])
    .select([nameOfUser('u').as('name'), 'r.confirmed_by_name'])
    .where('r.organisation_id', '=', actor.organisationId)
    .where(isOpen(actor.now))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    userName: row.name,
    askedBy: row.asked_by_name,
    isMine: row.asked_by === actor.userId,
    confirmedBy: row.confirmed_by_name,
    createdAtUTC: row.created_at.toISOString(),
    goodFromUTC: row.good_from.toISOString(),
    expiresAtUTC: row.expires_at.toISOString(),
  }))
}

/**
 * Makes a one-time link good at once: a second pair of eyes in place of the day.
 *
 * @throws Refusal `not_found`; `forbidden` for whoever asked for it, or whose factor it is
 */
export async function confirmFactorReset(
  trx: Transaction,
  caller: Actor,
  id: string,
): Promise<Acknowledgement> {
  ensureSession(caller)
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const reset = await trx
    .selectFrom('factor_resets')
    .select(['user_id', 'asked_by'])
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', isId(id) ? id : null)
    .where(isOpen(actor.now))
    .forUpdate()
    .executeTakeFirst()
  if (!reset) throw notFound('factor reset', id)
  const { name } = await getMember(trx, actor, reset.user_id)
  if ([reset.user_id, reset.asked_by].includes(actor.userId))
    throw forbidden(message('takesAnotherAdmin', {}))
  await trx
    .updateTable('factor_resets')
    .set({ good_from: actor.now, confirmed_by_name: actor.userName })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  const event = {
    type: 'user.factor_reset_confirmed',
    subject: reset.user_id,
    data: { resetId: id },
  } as const
  await appendEvent(trx, actor, event)
  return acknowledge(actor, message('resetIsConfirmed', { name }))
}

/**
 * Takes a one-time link back.
 *
 * @throws Refusal `not_found`, also for one that was used or taken back
 */
export async function revokeFactorReset(
  trx: Transaction,
  caller: Actor,
  id: string,
): Promise<Acknowledgement> {
  const actor = await lockAndRecheckRole(trx, caller, 'users:write')
  const { organisationId, now } = actor
  const which = sql<boolean>`organisation_id = ${organisationId} and id = ${isId(id) ? id : null} and expires_at > ${now}`
  if ((await endReset(trx, which, now)) === 0n) throw notFound('factor reset', id)
  await appendEvent(trx, actor, { type: 'user.factor_reset_revoked', subject: id, data: { resetId: id } })
  return acknowledge(actor, message('resetIsTakenBack', {}))
}

/**
 * Takes the second factor of somebody away who has its one-time link, and ends their sessions. They sign in with their password.
 *
 * @throws Refusal `not_found` for a link not known, used, taken back or expired; `forbidden` for one that is not good yet
 */
export async function redeemFactorReset(
  trx: Transaction,
  { now, language }: PublicRequest,
  { token }: { token: string },
): Promise<Acknowledgement> {
  const reset = await trx
    .selectFrom('factor_resets as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select(['r.id', 'r.user_id', 'r.organisation_id', 'r.good_from', 'o.time_zone'])
    .where('r.token_hash', '=', hashSecret(token))
    .where(isOpen(now))
    .forUpdate('r')
    .executeTakeFirst()
  if (!reset) throw new Refusal('not_found', message('factorResetIsGone', {}))
  const { user_id: userId, good_from: goodFrom, time_zone: timeZone } = reset
  if (goodFrom > now)
    throw forbidden(message('factorResetIsGoodLater', { fromUTC: goodFrom.toISOString(), timeZone }))
  await trx
    .updateTable('factor_resets')
    .set({ used_at: now })
    .where('organisation_id', '=', reset.organisation_id)
    .where('id', '=', reset.id)
    .execute()
  await forgetFactors(trx, userId)
  await endSessions(trx, { userId, now })
  await appendAccountEvent(trx, { userId, now }, { type: 'user.factors_reset', data: {} })
  return acknowledge(readerOf(language), message('factorsAreReset', {}))
}

/**
 * Takes the second factors of an account away and ends its sessions, for whoever runs the service.
 *
 * @throws Refusal `not_found`
 */
export async function resetFactorsOf(
  trx: Transaction,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf(email))
    .executeTakeFirst()
  if (!user) throw notFound('user', emailOf(email))
  await forgetFactors(trx, user.id)
  await endSessions(trx, { userId: user.id, now })
  await appendAccountEvent(trx, { userId: user.id, now }, { type: 'user.factors_reset', data: {} })
}
