import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql, type Kysely, type Selectable } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** An attempt to sign in: the e-mail typed in, and the address it comes from (unknown for somebody already signed in). */
export interface Attempt {
  email: string
  address: string | undefined
  now: Date
}

/** An attempt that has been counted, as whose, and what was counted before it. */
export interface CountedAttempts extends Attempt {
  subjects: Subjects
  before: Failures[]
}

interface Subject {
  kind: Kind
  subject: string
  /** Failures are counted, and do not hold this attempt back. */
  isCountedOnly?: boolean
}

type Subjects = [Subject, ...Subject[]]

// A person mistypes a few times; an office behind one address holds several persons.
const FREE_FAILURES = { email: 5, address: 20 }
const LONGEST_WAIT_SECONDS = 900
const FORGET_AFTER_HOURS = 24
/** Longer than any session lasts: whoever stays signed in has not left. */
const FORGET_NETWORK_AFTER_DAYS = 200

type Kind = keyof typeof FREE_FAILURES

type Failures = Pick<Selectable<Tables['sign_in_failures']>, 'subject' | 'failures' | 'last_failed_at'>

/**
 * Gives the wait after so many failures: none for the first few, then 1, 2, 4 … seconds, at most 15 minutes. That leaves a guesser about a hundred
 * guesses a day.
 *
 * @example waitSeconds(5, 'email') // 1
 */
export function waitSeconds(failures: number, kind: Kind): number {
  const beyond = failures - FREE_FAILURES[kind]
  return beyond < 0 ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** beyond)
}

/**
 * Refuses an attempt that comes too soon after failures. Those of an e-mail are counted apart for the networks that it was signed in with
 * from, and there the failures of other e-mails do not count: nobody who guesses keeps others out of their own office.
 *
 * @throws Refusal `rate_limited`, with `retryAfterSeconds` in its details
 */
export async function ensureMayTry(trx: Transaction, attempt: Attempt): Promise<void> {
  const subjects = await subjectsOf(trx, attempt)
  ensureWaited(await failuresOf(trx, subjects), subjects, attempt.now)
}

/**
 * Counts an attempt as a failure before its password is checked, which takes long and is not done in a transaction; `countSuccess` takes
 * that back. So of many guesses at once, in however many processes, no more are checked than one after the other.
 *
 * @throws Refusal `rate_limited`, with `retryAfterSeconds` in its details; then nothing is counted
 */
export async function countAttempt(trx: Transaction, attempt: Attempt): Promise<CountedAttempts> {
  const subjects = await subjectsOf(trx, attempt)
  // In the order of their names, so that two attempts cannot wait for each other.
  const names = subjects.map(({ subject }) => subject).sort()
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  const before = await failuresOf(trx, subjects)
  ensureWaited(before, subjects, attempt.now)
  for (const name of names) await countFailure(trx, name, attempt.now)
  return { ...attempt, subjects, before }
}

function ensureWaited(failures: Failures[], subjects: Subjects, now: Date): void {
  const waits = subjects.map(({ kind, subject, isCountedOnly }) => {
    if (isCountedOnly) return 0
    const failed = failures.find((each) => each.subject === subject)
    if (!failed || isForgotten(failed.last_failed_at, now)) return 0
    return waitSeconds(failed.failures, kind) - (now.getTime() - failed.last_failed_at.getTime()) / 1000
  })
  const wait = Math.ceil(Math.max(...waits))
  if (wait > 0) throw tooMany(wait)
}

async function failuresOf(trx: Transaction, subjects: Subjects): Promise<Failures[]> {
  return trx
    .selectFrom('sign_in_failures')
    .select(['subject', 'failures', 'last_failed_at'])
    .where(
      'subject',
      'in',
      subjects.map(({ subject }) => subject),
    )
    .execute()
}

async function countFailure(trx: Transaction, subject: string, now: Date): Promise<void> {
  await sql`
    insert into sign_in_failures as f (subject, failures, last_failed_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set last_failed_at = ${now},
      failures = case when f.last_failed_at < ${forgottenBefore(now)} then 1 else f.failures + 1 end
  `.execute(trx)
}

/**
 * Takes back that an attempt was counted, forgets the failures of its e-mail, and knows the network from then on. Those of the address
 * stay: one good account must not buy guesses at others.
 */
export async function countSuccess(trx: Transaction, counted: CountedAttempts): Promise<void> {
  const [byEmail, byAddress] = counted.subjects
  await trx.deleteFrom('sign_in_failures').where('subject', '=', byEmail.subject).execute()
  if (counted.address === undefined || !byAddress) return
  await takeBack(trx, byAddress.subject, counted)
  await knowNetwork(trx, counted)
}

/** Knows a network as one that an e-mail was signed in with from. */
export async function knowNetwork(trx: Transaction, attempt: Attempt): Promise<void> {
  await trx
    .insertInto('known_networks')
    .values({ subject: knownNetwork(attempt), signed_in_at: attempt.now })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ signed_in_at: attempt.now }))
    .execute()
}

/** Forgets the failures of an e-mail from everywhere, known network or not. @returns how many wrong passwords that were */
export async function forgiveFailures(trx: Transaction, email: string): Promise<number> {
  const subject = emailSubject(email)
  const forgiven = await trx
    .deleteFrom('sign_in_failures')
    .where((is) => is.or([is('subject', '=', subject), is('subject', '^@', `${subject}@`)]))
    .returning('failures')
    .execute()
  return forgiven.reduce((sum, { failures }) => sum + failures, 0)
}

/** Others wait from the last real failure on. */
async function takeBack(trx: Transaction, subject: string, { before, now }: CountedAttempts): Promise<void> {
  const earlier = before.find((each) => each.subject === subject)?.last_failed_at ?? now
  await trx.deleteFrom('sign_in_failures').where('subject', '=', subject).where('failures', '<=', 1).execute()
  await sql`
    update sign_in_failures set failures = failures - 1,
      last_failed_at = case when last_failed_at = ${now} then ${earlier} else last_failed_at end
    where subject = ${subject}`.execute(trx)
}

/** Clears out what no longer counts. */
export async function purgeSignIns(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInPieces(db, 'sign_in_failures', sql`last_failed_at < ${forgottenBefore(now)}`)
  await deleteInPieces(db, 'known_networks', sql`signed_in_at < ${networksForgottenBefore(now)}`)
}

function networksForgottenBefore(now: Date): Date {
  return new Date(now.getTime() - FORGET_NETWORK_AFTER_DAYS * 24 * 3_600_000)
}

function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - FORGET_AFTER_HOURS * 3_600_000)
}

/** True for a failure too old to count, or further ahead than any wait: a clock since set right counted it, and they would wait until then. */
function isForgotten(lastFailedAt: Date, now: Date): boolean {
  const isAhead = lastFailedAt.getTime() > now.getTime() + LONGEST_WAIT_SECONDS * 1000
  return isAhead || lastFailedAt < forgottenBefore(now)
}

/** Lists the subjects whose failures hold an attempt back, the e-mail's first. */
async function subjectsOf(trx: Transaction, attempt: Attempt): Promise<Subjects> {
  const isKnown = await isFromKnown(trx, attempt)
  const byEmail = isKnown ? subjectFromKnown(attempt) : emailSubject(attempt.email)
  const subjects: Subjects = [{ kind: 'email', subject: byEmail }]
  if (attempt.address === undefined) return subjects
  const byAddress = `address:${networkOf(attempt.address)}`
  return [...subjects, { kind: 'address', subject: byAddress, isCountedOnly: isKnown }]
}

/** True if the e-mail was signed in with from this network before. A person who is already signed in has been. */
async function isFromKnown(trx: Transaction, attempt: Attempt): Promise<boolean> {
  if (attempt.address === undefined) return true
  const known = await trx
    .selectFrom('known_networks')
    .select('subject')
    .where('subject', '=', knownNetwork(attempt))
    .where('signed_in_at', '>=', networksForgottenBefore(attempt.now))
    .executeTakeFirst()
  return known !== undefined
}

/** As whose an attempt from a known network counts: below the e-mail's own, so that all of them are found by it. */
function subjectFromKnown(attempt: Attempt): string {
  return `${emailSubject(attempt.email)}@${knownNetwork(attempt)}`
}

function knownNetwork({ email, address }: Attempt): string {
  return emailSubject(`${email}\n${address === undefined ? '' : networkOf(address)}`)
}

/** Hashes an entry in the e-mail field, since it may be a password and must not be stored as it is. */
function emailSubject(value: string): string {
  return `email:${createHash('sha256').update(value).digest('hex')}`
}

/**
 * The part of an address that one subscriber holds: all of an IPv4 address, the first 64 bits of an IPv6 one. An IPv4 address within an
 * IPv6 one is the same subscriber, however it is written.
 *
 * @example networkOf('::ffff:c633:6407') // '198.51.100.7'
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address.split('%')[0] ?? '')
  const [seventh = 0, eighth = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const inHex = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_text, ...bytes: string[]) => `${pairInHex(bytes[0], bytes[1])}:${pairInHex(bytes[2], bytes[3])}`,
  )
  const [front = [], back = []] = inHex
    .split('::')
    .map((part) => part.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))))
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

function pairInHex(high = '0', low = '0'): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal('rate_limited', message('tooManyAttempts', { seconds: retryAfterSeconds }), {
    details: { retryAfterSeconds },
  })
}
