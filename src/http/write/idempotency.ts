import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import { columnList, writingRows } from '../../db/rows.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, writeUnawaited, type Transaction } from '../../db/transaction.ts'
import { fault, Refusal, type Fault } from '../../kernel/errors.ts'

/** An answer as it was first given, kept to be given again. */
export interface KeptAnswer {
  status: number
  location: string | null
  etag: string | null
  body: string
}

/** Who sent a key, and with what request. */
export interface Claim {
  caller: string
  key: string
  /** Of the service: what is stored under a key that is easy to guess does not open with the key alone. */
  answersKey: Buffer
  method: string
  url: string
  body: unknown
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** What is wrong with the Idempotency-Key of a request, where it has one. */
export function keyFaults(header: string | string[] | undefined): Fault[] {
  return header === undefined || (typeof header === 'string' && KEY.test(header))
    ? []
    : [fault('Idempotency-Key', 'must be 1 to 200 visible ASCII characters', 'pattern')]
}

/**
 * Claims a key inside the command's own transaction, or answers what was answered before. A second request with
 * the same key waits on the first one's row, so that fifty at once make one change and fifty equal answers.
 * A refused request leaves no claim behind: it changed nothing, so it may be sent again.
 *
 * @throws Refusal `idempotency_key_reused` when the key was used for something else
 */
export async function claimKey(trx: Transaction, claim: Claim, now: Date): Promise<KeptAnswer | undefined> {
  const claimed = await insertClaim.rows(trx, { ...claimRow(claim), now })
  if (claimed.length > 0) return undefined

  const kept = await findKept(trx, claim)
  if (!kept) throw inFlight()
  return kept
}

/**
 * What was answered under a key before, or undefined when it was not used.
 *
 * @throws Refusal `idempotency_key_reused` when it was used for something else; `idempotency_in_flight` while that is worked on
 */
export async function findKept(db: Kysely<Tables>, claim: Claim): Promise<KeptAnswer | undefined> {
  const [kept] = await readClaim.rows(db, { caller: claim.caller, keyHash: hashOf(claim.key) })
  if (!kept) return undefined
  const { request, status, location, etag, body } = kept
  if (status === null || body === null) throw inFlight()
  if (![fingerprint(claim), ...earlierFingerprints(claim)].includes(request)) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    )
  }
  return { status, location, etag, body: unseal(body, claim) }
}

function inFlight(): Refusal {
  return new Refusal(
    'idempotency_in_flight',
    'A request with this Idempotency-Key is still being worked on. Ask again in a moment.',
  )
}

interface ClaimKey {
  caller: string
  keyHash: string
}

const claimRow = (claim: Claim) => ({
  caller: claim.caller,
  keyHash: hashOf(claim.key),
  request: fingerprint(claim),
})

const insertClaim = statement<ClaimKey & { request: string; now: Date }, { claimed: number }>(
  ({ caller, keyHash, request, now }) => sql`
    insert into idempotency_keys (caller, key_hash, request, created_at) values (${caller}, ${keyHash}, ${request}, ${now})
    on conflict (caller, key_hash) do nothing returning 1 as claimed`,
)

const readClaim = statement<
  ClaimKey,
  {
    request: string
    status: number | null
    location: string | null
    etag: string | null
    body: string | null
  }
>(
  ({ caller, keyHash }) => sql`
    select request, status, location, etag, body from idempotency_keys
    where caller = ${caller} and key_hash = ${keyHash}`,
)

const updateClaim = statement<ClaimKey & KeptAnswer, never>(
  ({ caller, keyHash, status, location, etag, body }) => sql`
    update idempotency_keys set status = ${status}, location = ${location}, etag = ${etag}, body = ${body}
    where caller = ${caller} and key_hash = ${keyHash}`,
)

const answerColumns = {
  caller: 'text',
  key_hash: 'text',
  request: 'text',
  created_at: 'timestamptz',
  status: 'integer',
  location: 'text',
  etag: 'text',
  body: 'text',
}

const insertAnswers = writingRows<Record<keyof typeof answerColumns, unknown>>(
  answerColumns,
  (rows) => sql`insert into idempotency_keys (${columnList(answerColumns)}) select * from ${rows}`,
)

const POLL_MILLISECONDS = 100
const POLLS = 300
/** Whoever works under a claim renews it every 15 seconds: one that is 60 seconds old was left by a server that is gone. */
const RENEWED_EVERY_MILLISECONDS = 15_000
const ABANDONED_AFTER_MILLISECONDS = 60_000

/**
 * Claims a key ahead of work that commits in steps of its own, or answers what was answered before. While another request
 * with the key is being worked on it waits, for up to half a minute.
 *
 * @throws Refusal `idempotency_key_reused`; `idempotency_in_flight` after half a minute
 */
async function claimAhead(
  { db, clock }: Claiming,
  claim: Claim,
  held: Held,
): Promise<KeptAnswer | undefined> {
  for (let poll = 1; ; poll++) {
    held.since = clock()
    const abandoned = new Date(held.since.getTime() - ABANDONED_AFTER_MILLISECONDS)
    await unanswered(db, claim).where('created_at', '<', abandoned).execute()
    try {
      return await inTransaction(db, (trx) => claimKey(trx, claim, held.since))
    } catch (error) {
      const isInFlight = error instanceof Refusal && error.code === 'idempotency_in_flight'
      if (!isInFlight || poll === POLLS) throw error
    }
    await sleep(POLL_MILLISECONDS)
  }
}

interface Claiming {
  db: Kysely<Tables>
  clock: () => Date
  renewedEveryMilliseconds?: number
}

/** By its moment a claim is known to be ours: one with the same key has another. */
interface Held {
  since: Date
}

/**
 * Does work that commits in steps of its own under a key that is claimed first, or answers what was answered before. A failure
 * frees the key again.
 *
 * @throws Refusal as `claimAhead`, and what `work` throws
 */
export async function withClaimAhead<T>(
  claiming: Claiming,
  claim: Claim,
  work: () => Promise<T>,
): Promise<KeptAnswer | T> {
  const { db, clock } = claiming
  const held: Held = { since: clock() }
  const release = () => unanswered(db, claim).where('created_at', '=', held.since).execute()
  const kept = await claimAhead(claiming, claim, held).catch(async (error: unknown) => {
    // It may be stored, and only its answer lost.
    if (!(error instanceof Refusal)) await release()
    throw error
  })
  if (kept) return kept
  const done = new AbortController()
  const renewing = renewUntil(done.signal, claiming, claim, held)
  try {
    return await work()
  } catch (error) {
    done.abort()
    await renewing
    await release()
    throw error
  } finally {
    done.abort()
  }
}

/** Says now and then that a claim is still being worked on. Where that cannot be said, others may do the work once more. */
async function renewUntil(
  signal: AbortSignal,
  { db, clock, renewedEveryMilliseconds = RENEWED_EVERY_MILLISECONDS }: Claiming,
  claim: Claim,
  held: Held,
): Promise<void> {
  while (await passes(renewedEveryMilliseconds, signal)) {
    const since = clock()
    const { numUpdatedRows } = await db
      .updateTable('idempotency_keys')
      .set({ created_at: since })
      .where('caller', '=', claim.caller)
      .where('key_hash', '=', hashOf(claim.key))
      .where('status', 'is', null)
      .where('created_at', '=', held.since)
      .executeTakeFirstOrThrow()
      .catch(() => ({ numUpdatedRows: 0n }))
    if (numUpdatedRows > 0n) held.since = since
  }
}

/** Whether so much time has passed before the signal came. */
async function passes(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal, ref: false }).catch(() => false)
}

function unanswered(db: Kysely<Tables>, { caller, key }: Claim) {
  return db
    .deleteFrom('idempotency_keys')
    .where('caller', '=', caller)
    .where('key_hash', '=', hashOf(key))
    .where('status', 'is', null)
}

/** Keeps the answer of a claimed key beside what it answers for: both are stored, or neither. Waited for with COMMIT. */
export function keepAnswer(trx: Transaction, claim: Claim, answer: KeptAnswer): void {
  const { caller, key } = claim
  writeUnawaited(trx, updateClaim.with({ caller, keyHash: hashOf(key), ...sealed(answer, claim) }))
}

/**
 * Keeps answers under keys that nobody has claimed. Where one was used, the transaction fails with COMMIT: then
 * `findKept` knows what was answered.
 */
export function claimWithAnswers(
  trx: Transaction,
  answered: { claim: Claim; answer: KeptAnswer }[],
  now: Date,
): void {
  const rows = answered.map(({ claim, answer }) => {
    const { caller, keyHash, request } = claimRow(claim)
    return { caller, key_hash: keyHash, request, created_at: now, ...sealed(answer, claim) }
  })
  writeUnawaited(trx, ...insertAnswers(rows))
}

/** Keys are kept for a week: longer than any client retries. */
export async function purgeKeys(db: Kysely<Tables>, now: Date): Promise<void> {
  await deleteInPieces(db, 'idempotency_keys', sql`created_at < ${now}::timestamptz - interval '7 days'`)
}

function hashOf(key: string): string {
  return hash('sha256', key)
}

/** The two keys without which a copy of the database shows neither an answer nor, by trying, what was asked. */
type Keys = Pick<Claim, 'key' | 'answersKey'>
type Sent = Omit<Claim, 'caller'>

/** Begins what is stored under both keys. Earlier versions stored it under the Idempotency-Key alone. */
const UNDER_BOTH = '2.'

function mixed({ key, answersKey }: Keys): Buffer {
  return createHmac('sha256', answersKey).update(key).digest()
}

/**
 * What makes two requests the same: method, path with query, and body. In what order a body's members stand means nothing in JSON, and a
 * client that keeps requests to send them later may well write them in another one after it was started again.
 */
function fingerprint(sent: Sent): string {
  return UNDER_BOTH + fingerprintOf({ ...sent, body: inOneOrder(sent.body) }, mixed(sent))
}

/**
 * Whose key it is where nobody has signed in: of whoever sends the same once more. What others send under the same key is no
 * concern of theirs, so no key is ever used twice.
 *
 * @param address is part of it unless the body proves by itself who sends it. Otherwise whoever guesses a key could try passwords with it
 * from anywhere, as often as they like: the right one would be answered from what was kept, and never counted.
 */
export function publicCaller(request: Sent, address: string | undefined): string {
  return ['public', address, fingerprint(request)].filter(Boolean).join(' ')
}

/** How earlier versions knew a request again. Their keys are good for seven days after an update. */
function earlierFingerprints(sent: Sent): string[] {
  const inOrder = { ...sent, body: inOneOrder(sent.body) }
  return [fingerprintOf(inOrder, sent.key), fingerprintOf(sent, sent.key)]
}

function fingerprintOf({ method, url, body }: Sent, key: Buffer | string): string {
  return createHmac('sha256', key)
    .update(`${method} ${url}\n${JSON.stringify(body) ?? ''}`)
    .digest('hex')
}

/** The same value with the members of every object in it sorted by name. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, each]): [string, unknown] => [name, inOneOrder(each)])
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

// An answer may be an API key or a token. Only who has the Idempotency-Key reads it again: the key itself is not kept.
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

function sealed({ status, location, etag, body }: KeptAnswer, keys: Keys): KeptAnswer {
  return { status, location, etag, body: seal(body, keys) }
}

function seal(text: string, keys: Keys): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(mixed(keys)), iv)
  const bytes = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return UNDER_BOTH + Buffer.concat(bytes).toString('base64')
}

function unseal(sealed: string, keys: Keys): string {
  const isUnderBoth = sealed.startsWith(UNDER_BOTH)
  const bytes = Buffer.from(isUnderBoth ? sealed.slice(UNDER_BOTH.length) : sealed, 'base64')
  const key = sealingKey(isUnderBoth ? mixed(keys) : keys.key)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

function sealingKey(key: Buffer | string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'granary idempotent answer', 32))
}
