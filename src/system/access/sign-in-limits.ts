import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type Selectable } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'

/** Who is trying: the e-mail typed in, and from where (unknown for somebody already signed in). */
export interface Attempt {
  email: string
  address: string | undefined
  now: Date
}

/** An attempt, and as whose it counts: the e-mail's first. */
export interface Counted extends Attempt {
  subjects: Subjects
}

interface Subject {
  kind: Kind
  subject: string
}

type Subjects = [Subject, ...Subject[]]

// A person mistypes a few times; an office behind one address holds several persons.
const FREE_FAILURES = { email: 5, address: 20 }
const LONGEST_WAIT_SECONDS = 900
const FORGET_AFTER_HOURS = 24
/** Longer than any session lasts: whoever stays signed in has not left. */
const FORGET_NETWORK_AFTER_DAYS = 200

/** To check a password takes a twentieth of a second, and a few in front of it are worth waiting for. */
const POLL_MILLISECONDS = 50
const POLLS = 60

type Kind = keyof typeof FREE_FAILURES

type Failures = Pick<Selectable<Tables['sign_in_failures']>, 'subject' | 'failures' | 'last_failed_at'>

/**
 * How long to wait after so many failures: not at all for the first few, then 1, 2, 4 … seconds, at most 15 minutes.
 * That leaves a guesser about a hundred guesses a day.
 *
 * @example waitSeconds(5, 'email') // 1
 */
export function waitSeconds(failures: number, kind: Kind): number {
  const beyond = failures - FREE_FAILURES[kind]
  return beyond < 0 ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** beyond)
}

/**
 * Refuses an attempt that comes too soon after failures. Those of an e-mail are counted apart for the networks that it was signed in with
 * from: whoever guesses elsewhere keeps nobody out of their own office. Attempts that count alike go one at a time, in every process,
 * so that many guesses at once do not all slip in before the first is counted.
 *
 * @throws Refusal `rate_limited`, with `retryAfterSeconds` in its details
 */
export async function ensureMayTry(trx: Transaction, attempt: Attempt): Promise<Counted> {
  const subjects = await subjectsOf(trx, attempt)
  const failures = await takeTurn(trx, subjects)
  const waits = subjects.map(({ kind, subject }) => {
    const failed = failures.find((each) => each.subject === subject)
    if (!failed || isForgotten(failed.last_failed_at, attempt.now)) return 0
    return (
      waitSeconds(failed.failures, kind) - (attempt.now.getTime() - failed.last_failed_at.getTime()) / 1000
    )
  })
  const wait = Math.ceil(Math.max(...waits))
  if (wait > 0) throw tooMany(wait)
  return { ...attempt, subjects }
}

/**
 * Waits until no other attempt of the same e-mail is being checked, as when somebody signs in on two devices at once, and answers the
 * failures counted until then. Nobody waits behind a failure: guesses at once would each hold a connection, and have one guess more.
 *
 * @throws Refusal `rate_limited`
 */
async function takeTurn(trx: Transaction, subjects: Subjects): Promise<Failures[]> {
  const [{ subject: byEmail }] = subjects
  for (let poll = 1; ; poll++) {
    const [isOurs, failures] = await Promise.all([tryLock(trx, byEmail), failuresOf(trx, subjects)])
    if (isOurs) return failures
    if (poll === POLLS || failures.some(({ subject }) => subject === byEmail)) throw isBeingChecked()
    await sleep(POLL_MILLISECONDS)
  }
}

async function tryLock(trx: Transaction, subject: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${subject}, 0)) as is_ours
  `.execute(trx)
  return rows[0]?.is_ours === true
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

/** Counts a failed attempt, by e-mail and by address. */
export async function countFailure(trx: Transaction, { now, subjects }: Counted): Promise<void> {
  // In the order of their names, so that two failures cannot wait for each other.
  for (const subject of subjects.map((each) => each.subject).sort()) {
    await sql`
      insert into sign_in_failures as f (subject, failures, last_failed_at) values (${subject}, 1, ${now})
      on conflict (subject) do update set last_failed_at = ${now},
        failures = case when f.last_failed_at < ${forgottenBefore(now)} then 1 else f.failures + 1 end
    `.execute(trx)
  }
}

/**
 * Forgets the failures of an e-mail after it was signed in with, and knows the network from then on. Those of the address stay: one good
 * account must not buy guesses at others.
 */
export async function countSuccess(trx: Transaction, counted: Counted): Promise<void> {
  const [{ subject }] = counted.subjects
  await trx.deleteFrom('sign_in_failures').where('subject', '=', subject).execute()
  if (counted.address === undefined) return
  await trx
    .insertInto('known_networks')
    .values({ subject: subjectFromKnown(counted), signed_in_at: counted.now })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ signed_in_at: counted.now }))
    .execute()
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

/** What lies further ahead than anybody waits was counted by a clock that has been set right since: they would wait until it comes. */
function isForgotten(lastFailedAt: Date, now: Date): boolean {
  const isAhead = lastFailedAt.getTime() > now.getTime() + LONGEST_WAIT_SECONDS * 1000
  return isAhead || lastFailedAt < forgottenBefore(now)
}

/** Whose failures an attempt is held back by, the e-mail's first. */
async function subjectsOf(trx: Transaction, attempt: Attempt): Promise<Subjects> {
  const byEmail = (await isFromKnown(trx, attempt)) ? subjectFromKnown(attempt) : emailSubject(attempt.email)
  const subjects: Subjects = [{ kind: 'email', subject: byEmail }]
  if (attempt.address === undefined) return subjects
  return [...subjects, { kind: 'address', subject: `address:${networkOf(attempt.address)}` }]
}

/** Whether the e-mail was signed in with from there before; who is signed in already, has been. */
async function isFromKnown(trx: Transaction, attempt: Attempt): Promise<boolean> {
  if (attempt.address === undefined) return true
  const known = await trx
    .selectFrom('known_networks')
    .select('subject')
    .where('subject', '=', subjectFromKnown(attempt))
    .where('signed_in_at', '>=', networksForgottenBefore(attempt.now))
    .executeTakeFirst()
  return known !== undefined
}

function subjectFromKnown({ email, address }: Attempt): string {
  return emailSubject(`${email}\n${address === undefined ? '' : networkOf(address)}`)
}

/** What is typed into the e-mail field may be a password, so it is kept as a hash only. */
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
  const wait = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`
  return new Refusal('rate_limited', `Too many failed attempts. Try again in ${wait}.`, {
    details: { retryAfterSeconds },
  })
}

function isBeingChecked(): Refusal {
  return new Refusal(
    'rate_limited',
    'Another attempt with this e-mail is being checked at this moment. Try again in a second.',
    { details: { retryAfterSeconds: 1 } },
  )
}
