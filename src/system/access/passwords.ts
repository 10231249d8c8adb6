import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { AtMost } from '../../kernel/at-most.ts'
import { Refusal } from '../../kernel/errors.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

// Each hash takes 19 MiB and a thread of libuv's four. What waits beyond the bound is turned away, so that a flood
// of sign-ins leaves memory, threads and database connections to everybody else.
const MAX_WAITING = 16
const hashing = new AtMost(2)

/** The stored form of a password: argon2id with its cost and its own salt, in the usual `$argon2id$…` notation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await argon2id(password, salt, COST)
  return format(salt, tag)
}

/**
 * Whether a password is the one behind a stored hash. Without a hash (no such user, or one without a password) the
 * same work is done and the answer is no, so that time does not tell who exists.
 *
 * @throws Refusal `unavailable` when too many passwords are being checked already
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, tag, cost } = parse(stored ?? NOBODY)
  const derived = await argon2id(password, salt, cost)
  return timingSafeEqual(derived, tag) && stored != null
}

/** A hash that no password has: what is checked when there is nothing to check. */
const NOBODY = format(randomBytes(16), randomBytes(TAG_BYTES))

async function argon2id(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  if (hashing.waiting >= MAX_WAITING) {
    throw new Refusal(
      'unavailable',
      'Too many people are signing in at this moment. Try again in a few seconds.',
    )
  }
  // The same word typed on two keyboards may come in two Unicode forms.
  const message = password.normalize('NFC')
  return hashing.run(() => derive('argon2id', { ...cost, message, nonce, tagLength: TAG_BYTES }))
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
