import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isInsideTransaction, inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { AtMost } from '../../kernel/concurrency.ts'
import { Refusal, fault, refuseFaults } from '../../kernel/errors.ts'
import { ensureSession } from './credentials.ts'
import { dropChallenges, forgetFactors } from './factor-challenges.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { countGivenOut, settleGivenOut } from './given-out.ts'
import { passwordFaults } from './password-rules.ts'
import type { PasswordChanged } from './schema.ts'
import { endSessions } from './sessions.ts'
import { countAttempt, countSuccess, type Attempt } from './sign-in-limits.ts'
import { nameOfUser } from './users.ts'
import { message } from '../../words/catalogue.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

// Each hash takes 19 MiB, a core for a twentieth of a second, and a thread of libuv's four, which files and host names need too. So few
// are made at once that a core and two threads are left to everybody else, however many people sign in; a few more wait, and the
// rest are told to come again before the database is asked anything about them.
const HASHED_AT_ONCE = availableParallelism() > 2 ? 2 : 1
const MAX_WAITING = 16
const RETRY_AFTER_SECONDS = 2
const hashing = new AtMost(HASHED_AT_ONCE)

/** Work with passwords that is done in one's turn. */
export interface Hasher {
  /** The stored form of a password: argon2id with its cost and its own salt, in the usual `$argon2id$…` notation. */
  hash: (password: string) => Promise<string>
  /**
   * True if a password is the one behind a stored hash. Without a hash (no such user, or one without a password) the same work is done and the answer
   * is no, so that time does not show who exists.
   */
  verify: (password: string, stored: string | null | undefined) => Promise<boolean>
}

/**
 * Does what has to do with passwords when its turn comes. Within a transaction it would keep a connection, which on an embedded
 * database is the only one, from everybody while it waits.
 *
 * @throws Refusal `rate_limited` when too many wait already
 */
export async function inHashingTurn<Result>(work: (hasher: Hasher) => Promise<Result>): Promise<Result> {
  if (isInsideTransaction()) throw new Error('Passwords are hashed before a transaction, not within it.')
  if (hashing.waiting >= MAX_WAITING) {
    throw new Refusal('rate_limited', message('tooManySignIns', {}), {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    })
  }
  return hashing.run(() => work({ hash, verify }))
}

/** Hashes a password in a turn of its own. */
export function hashPassword(password: string): Promise<string> {
  return inHashingTurn((hasher) => hasher.hash(password))
}

async function hash(password: string): Promise<string> {
  const salt = randomBytes(16)
  return format(salt, await argon2id(password, salt, COST))
}

async function verify(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, tag, cost } = parse(stored ?? NOBODY)
  const derived = await argon2id(password, salt, cost)
  return timingSafeEqual(derived, tag) && stored != null
}

/** A hash that no password has: what is checked when there is nothing to check. */
const NOBODY = format(randomBytes(16), randomBytes(TAG_BYTES))

function argon2id(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  // The same word typed on two keyboards may come in two Unicode forms.
  const typed = password.normalize('NFC')
  return derive('argon2id', { ...cost, message: typed, nonce, tagLength: TAG_BYTES })
}

function format(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

function parse(stored: string) {
  const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? []
  if (!salt || !tag) throw new Error('a stored password hash cannot be read')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** A password to be set, with its hash, which takes too long to be made in the transaction that stores it. */
export interface NewPassword {
  text: string
  hash: string
}

/** The password that somebody was given, or else a made-up one, to be changed by its owner: 120 random bits. */
export async function newPassword(given?: string): Promise<NewPassword> {
  const text = given ?? randomBytes(15).toString('base64url')
  return { text, hash: await hashPassword(text) }
}

export interface KnownUser {
  id: string
  email: string
  name: string
  status: 'active' | 'suspended'
  /** True if the holder of the account is known to read the mail of its address. */
  isEmailProved: boolean
  passwordHash: string | null
}

/**
 * The user with this e-mail, if the password is theirs; refuses alike, and after as much work, whether the e-mail is
 * unknown or the password wrong. Every failure is counted, and too many make the next ones wait. It is done in a turn for passwords,
 * before the transaction of what the password is asked for, which holds the user to it by `ensureUnchanged`.
 *
 * @throws Refusal `wrong` when the two do not go together; `rate_limited` after too many failures
 */
export async function checkPassword(
  db: Kysely<Tables>,
  { verify }: Hasher,
  { attempt, password, wrong }: { attempt: Attempt; password: string; wrong: Refusal },
): Promise<KnownUser> {
  const { counted, user } = await inTransaction(db, async (trx) => ({
    counted: await countAttempt(trx, attempt),
    user: await userByEmail(trx, attempt.email),
  }))
  const isRight = await verify(password, user?.passwordHash)
  if (!user || !isRight) throw wrong
  await inTransaction(db, (trx) => countSuccess(trx, counted))
  return user
}

/**
 * The user whose password was checked, as they are now. Locked, nobody gives them another password meanwhile: a session that is begun
 * with the old one is there to be ended with the others.
 *
 * @throws Refusal `wrong` where they have been given another password since
 */
export async function ensureUnchanged(
  trx: Transaction,
  checked: KnownUser,
  wrong: Refusal,
): Promise<KnownUser> {
  const user = await userByEmail(trx, checked.email, { isLocked: true })
  if (user?.id !== checked.id || user.passwordHash !== checked.passwordHash) throw wrong
  return user
}

/** The user with an e-mail address in lower case, or undefined. Locked, nobody changes them meanwhile. */
export async function userByEmail(
  trx: Kysely<Tables>,
  email: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<KnownUser | undefined> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'email', 'status', 'email_proved_at', 'password_hash', nameOfUser('users').as('name')])
    .where('email', '=', email)
    .$if(isLocked, (select) => select.forShare())
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status === 'active' ? 'active' : 'suspended',
      isEmailProved: row.email_proved_at !== null,
      passwordHash: row.password_hash,
    }
  )
}

/** The caller, whose current password was checked, and the hash of the new one. */
interface PasswordChange {
  checked: KnownUser
  passwordHash: string
}

/**
 * Checks the caller's current password, and the new one. The current one is asked for again: a device left signed in must not be
 * enough. Wrong ones count as failed sign-ins.
 *
 * @throws Refusal `invalid_input` with every fault of the new password, or for a wrong current one
 */
export async function preparePasswordChange(
  db: Kysely<Tables>,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<PasswordChange> {
  ensureSession(actor)
  const { email, name } = await db
    .selectFrom('users')
    .select(['email', nameOfUser('users').as('name')])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const faults = await passwordFaults(newPassword, {
    path: 'newPassword',
    email,
    userName: name,
    organisationNames: [actor.organisationName],
  })
  if (newPassword === currentPassword)
    faults.push(fault('newPassword', message('mustDifferFromCurrent', {}), 'same'))
  refuseFaults(faults)

  const attempt = { email, address: undefined, now: actor.now }
  return inHashingTurn(async (hasher) => ({
    checked: await checkPassword(db, hasher, { attempt, password: currentPassword, wrong: wrongPassword() }),
    passwordHash: await hasher.hash(newPassword),
  }))
}

/** Gives the caller a new password, and ends their sessions on all other devices; what they gave out only if that is wanted. */
export async function changePassword(
  trx: Transaction,
  actor: Actor,
  { checked, passwordHash, isEnded }: PasswordChange & { isEnded: boolean },
): Promise<PasswordChanged> {
  const except = ensureSession(actor)
  const { userId, now } = actor
  const givenOut = await settleGivenOut(trx, { userId, now, isEnded })
  await ensureUnchanged(trx, checked, wrongPassword())
  await setPassword(trx, { userId, passwordHash, except, now })
  const said = message('passwordIsChanged', { given: countGivenOut(givenOut), isEnded })
  return { ...acknowledge(actor, said), givenOut }
}

/**
 * Gives an account to whoever is known to read the mail of its address: sets a password that was checked by `passwordFaults`, ends all sessions,
 * and takes away the identities by which issuers sign in, for whoever had the account before may have linked their own.
 */
export async function transferAccount(
  trx: Transaction,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await setPassword(trx, { userId, passwordHash, now })
  const { email_proved_at: provedAt } = await trx
    .selectFrom('users')
    .select('email_proved_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Until the address is proved, the factors may be another's as well; from then on they are the owner's, and a mailbox alone is not enough.
  if (provedAt === null) await forgetFactors(trx, userId)
  await trx.deleteFrom('external_identities').where('user_id', '=', userId).execute()
  await proveEmail(trx, userId, now)
}

/** Notes that whoever holds an account has shown that its address is theirs. */
export async function proveEmail(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_proved_at: now })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .execute()
}

/** Stores the hash of a password that was checked by `passwordFaults`, and ends the person's sessions (but one, if named). */
async function setPassword(
  trx: Transaction,
  { userId, passwordHash, except, now }: { userId: string; passwordHash: string; except?: string; now: Date },
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await dropChallenges(trx, userId)
  await endSessions(trx, { userId, now, ...(except !== undefined && { except }) })
}

function wrongPassword(): Refusal {
  return new Refusal('invalid_input', message('currentPasswordIsWrong', {}), {
    faults: [fault('currentPassword', message('isNotCurrentPassword', {}), 'wrong')],
  })
}
