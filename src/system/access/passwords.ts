import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { isInsideTransaction } from '../../db/transaction.ts'
import { AtMost } from '../../kernel/at-most.ts'
import { Refusal } from '../../kernel/errors.ts'

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

/** What to do with passwords while it is one's turn. */
export interface Hasher {
  /** The stored form of a password: argon2id with its cost and its own salt, in the usual `$argon2id$…` notation. */
  hash: (password: string) => Promise<string>
  /**
   * Whether a password is the one behind a stored hash. Without a hash (no such user, or one without a password) the
   * same work is done and the answer is no, so that time does not tell who exists.
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
    throw new Refusal(
      'rate_limited',
      'Too many people are signing in at this moment. Try again in a few seconds.',
      { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
    )
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
  const message = password.normalize('NFC')
  return derive('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES })
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
