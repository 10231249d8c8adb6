import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { noteAudit, type AuditNote } from '../../http/write/audit.ts'
import type { PublicRequest } from '../../http/operation.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { StalePlan } from '../../http/write/stale-plan.ts'
import { notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import { newId, NIL_ID } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { JobKind } from '../jobs/job-source.ts'
import { writeLetter } from '../mail/letter.ts'
import type { Mail } from '../mail/message.ts'
import type { AccessTokens } from './access-tokens.ts'
import { passwordFaults } from './password-rules.ts'
import { transferAccount, userByEmail, inHashingTurn } from './passwords.ts'
import { settleGivenOut } from './given-out.ts'
import type { PasswordRedeemed } from './schema.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { forgiveFailures, knowNetwork, networkOf } from './sign-in-limits.ts'
import { enterByPassword } from './sign-in.ts'
import { emailOf, openMemberships, nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import type { Language } from '../../words/languages.ts'
import { readerOf } from '../../words/render.ts'

const HOUR_MS = 3_600_000
/** Whoever has lost a password tries a few times; an office behind one address holds several such people. */
const MOST_AN_HOUR = { address: 3, network: 20 }
const FORGET_AFTER_HOURS = 24

/**
 * Mails a code to somebody who has lost their password. The answer is the same, and takes as long, whether the address has an account or
 * not: that is found out when the mail is to be sent.
 *
 * @throws Refusal `rate_limited`, by address as well as by network
 */
export async function requestPasswordReset(
  trx: Transaction,
  { now, address, language }: PublicRequest,
  input: { email: string },
  { sendsMail }: { sendsMail: boolean },
): Promise<Acknowledgement> {
  const email = emailOf(input.email)
  const askedFor = hashOf(email)
  const askedFrom = hashOf(networkOf(address))
  await ensureNotTooMany(trx, { askedFor, askedFrom, now })
  const user = await userByEmail(trx, email)
  noteAudit(trx, { ...(await auditedFor(trx, user?.id ?? NIL_ID)), after: null })
  // The job makes the code that is mailed: it is not kept here to be read.
  const { id } = await insertReset(trx, { userId: user?.id ?? null, askedFor, askedFrom, now })
  await enqueueJob(trx, { kind: PASSWORD_RESET_JOB, key: id, payload: { resetId: id, language }, now })
  return acknowledge(
    readerOf(language),
    sendsMail ? message('resetCodeIsMailed', {}) : message('resetCodeIsNotMailed', {}),
  )
}

/** In whose audit logs it stands. Asked of nobody as well, so that it takes as long. */
async function auditedFor(trx: Transaction, userId: string): Promise<AuditNote> {
  const rows = await trx
    .selectFrom('memberships')
    .select('organisation_id')
    .where('user_id', '=', userId)
    .execute()
  const organisationIds = rows.map((row) => row.organisation_id)
  return {
    subjectId: userId === NIL_ID ? '' : userId,
    ...(organisationIds.length > 0 && { organisationIds }),
  }
}

/**
 * Makes a code for somebody who cannot get in, to be given to them by whoever runs the service: it works whatever passwords are being
 * guessed at meanwhile.
 *
 * @throws Refusal `not_found`
 */
export async function makeResetCode(
  trx: Transaction,
  { email, now }: { email: string; now: Date },
): Promise<string> {
  const user = await userByEmail(trx, emailOf(email))
  if (!user) throw notFound('user', emailOf(email))
  const { token } = await insertReset(trx, {
    userId: user.id,
    askedFor: hashOf(user.email),
    askedFrom: null,
    now,
  })
  return token
}

async function insertReset(
  trx: Transaction,
  reset: { userId: string | null; askedFor: Buffer; askedFrom: Buffer | null; now: Date },
): Promise<{ id: string; token: string }> {
  const id = newId()
  const token = newSecret('reset_')
  await trx
    .insertInto('password_resets')
    .values({
      id,
      user_id: reset.userId,
      asked_for: reset.askedFor,
      asked_from: reset.askedFrom,
      token_hash: hashSecret(token),
      created_at: reset.now,
      expires_at: new Date(reset.now.getTime() + HOUR_MS),
    })
    .execute()
  return { id, token }
}

async function ensureNotTooMany(
  trx: Transaction,
  { askedFor, askedFrom, now }: { askedFor: Buffer; askedFrom: Buffer; now: Date },
): Promise<void> {
  // Or of several made at once none would see the others. The network first, in every request, so that no two wait for each other.
  for (const turn of [askedFrom, askedFor]) {
    const name = `password reset ${turn.toString('hex')}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  }
  const since = new Date(now.getTime() - HOUR_MS)
  const { rows } = await sql<{ network: number; address: number }>`
    select
      (select count(*) from password_resets where asked_from = ${askedFrom} and created_at > ${since}) as network,
      (select count(*) from password_resets
        where asked_for = ${askedFor} and asked_from is not null and created_at > ${since}) as address`.execute(
    trx,
  )
  const { network = 0, address = 0 } = rows[0] ?? {}
  if (network < MOST_AN_HOUR.network && address < MOST_AN_HOUR.address) return
  throw new Refusal('rate_limited', message('tooManyResets', {}), {
    details: { retryAfterSeconds: HOUR_MS / 1000 },
  })
}

/**
 * Hashes the new password that comes with a code. Whether the code is good is decided by `redeemPasswordReset`; for one that is not, nothing is
 * prepared.
 *
 * @throws Refusal `invalid_input` with every fault of the password
 */
export async function prepareRedemption(
  db: Kysely<Tables>,
  now: Date,
  { token, password }: { token: string; password: string },
): Promise<string | undefined> {
  const account = await openReset(db, token, now).executeTakeFirst()
  if (!account) return undefined
  const { email, name: userName } = account
  const organisationNames = (await openMemberships(db, account.id)).map(({ name }) => name)
  refuseFaults(await passwordFaults(password, { path: 'password', email, userName, organisationNames }))
  return inHashingTurn(({ hash }) => hash(password))
}

/**
 * Sets a new password by a code, and signs in. Whoever has the code reads the mail of the account's address, or was given it by whoever
 * runs the service; so the account is theirs, and everybody else is signed out of it.
 *
 * @throws Refusal `not_found` for a code not known, used or expired; what signing in refuses
 */
export async function redeemPasswordReset(
  trx: Transaction,
  tokens: AccessTokens,
  request: PublicRequest,
  body: { token: string; organisationId?: string | null; endGivenOut?: boolean | null },
  passwordHash: string | undefined,
): Promise<PasswordRedeemed> {
  const { now, address } = request
  const account = await takeReset(trx, body.token, now)
  if (passwordHash === undefined) throw new StalePlan()
  const isEnded = body.endGivenOut ?? false
  const givenOut = await settleGivenOut(trx, { userId: account.id, now, isEnded })
  await transferAccount(trx, { userId: account.id, passwordHash, now })
  await forgiveFailures(trx, account.email)
  // What is guessed elsewhere from now on keeps nobody waiting here.
  await knowNetwork(trx, { email: account.email, address, now })
  const { organisationId } = body
  return { ...(await enterByPassword(trx, tokens, account, { organisationId, request })), givenOut }
}

/** The account of a code that is good. */
function openReset(db: Kysely<Tables>, token: string, now: Date) {
  return db
    .selectFrom('password_resets as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.email', 'u.status', nameOfUser('u').as('name')])
    .where('p.token_hash', '=', hashSecret(token))
    .where('p.used_at', 'is', null)
    .where('p.expires_at', '>', now)
}

/** The account of an open code, which is used up with every other one of the account. */
async function takeReset(trx: Transaction, token: string, now: Date) {
  const row = await openReset(trx, token, now).forUpdate(['p', 'u']).executeTakeFirst()
  if (!row) throw new Refusal('not_found', message('resetCodeIsGone', {}))
  await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', row.id)
    .where('used_at', 'is', null)
    .execute()
  return row
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Clears out codes that are good no more. */
export async function purgePasswordResets(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_AFTER_HOURS * HOUR_MS)
  await deleteInPieces(db, 'password_resets', sql`created_at < ${before}`)
}

const PASSWORD_RESET_JOB = 'password-reset'

/** The code is good for an hour, and so many tries take longer. */
const MOST_ATTEMPTS = 8

export interface PasswordResetJobOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  mail: Mail
  /** Makes the code, so that none is kept. */
  vault: Vault
  /** Address at which people reach the service. */
  publicUrl: string | undefined
}

interface Payload {
  resetId: string
  /** Of who asks; English in jobs of before it was known. */
  language?: Language
}

/** Sends the code for a new password. An address without an account is asked for like any other, and gets no mail. */
export function passwordResetJob(options: PasswordResetJobOptions): JobKind<Payload> {
  const { database, clock, mail, vault, publicUrl } = options
  return {
    name: PASSWORD_RESET_JOB,
    mostAttempts: MOST_ATTEMPTS,

    async work({ resetId, language = 'en' }, { signal, askedAt }) {
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
      const { email } = reset
      const text = message('newPasswordText', { email, token, ...(publicUrl !== undefined && { publicUrl }) })
      const letter = {
        id: resetId,
        to: email,
        subject: message('newPasswordSubject', {}),
        text,
        date: askedAt,
      }
      await mail.send(writeLetter(letter, language), signal)
    },
  }
}
