import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { deleteInPieces } from '../../db/delete-in-pieces.ts'
import { columnList, writingRows } from '../../db/rows.ts'
import { statement } from '../../db/statement.ts'
import type { Tables } from '../../db/tables.ts'
import { inTransaction, writeUnawaited, type Transaction } from '../../db/transaction.ts'
import { fault, Refusal, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** An answer as it was first given, kept to be given again. */
export interface StoredResponse {
  status: number
  location: string | null
  etag: string | null
  body: string
}

/** A key with its sender and its request. */
export interface Claim {
  /** The organisation in which the key is the caller's own; `NOBODY` where nobody has signed in. */
  organisationId: string
  caller: string
  key: string
  /** Of the service: what is stored under a key that is easy to guess does not open with the key alone. */
  answersKey: Buffer
  /** True if the answer may be an API key or a token. Then only the holder of the Idempotency-Key reads it again. */
  mayHoldSecret: boolean
  method: string
  url: string
  body: unknown
}

/** The organisation of those who have not signed in. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

const KEY = /^[\x21-\x7e]{1,200}$/

/** Finds faults in the Idempotency-Key of a request, where it has one. */
export function keyFaults(header: string | string[] | undefined): Fault[] {
  return header === undefined || (typeof header === 'string' && KEY.test(header))
    ? []
    : [fault('Idempotency-Key', message('isNoIdempotencyKey', {}), 'pattern')]
}

/**
 * Claims a key inside the command's own transaction, or answers what was answered before. A second request with
 * the same key waits on the first one's row, so that fifty at once make one change and fifty equal answers.
 * A refused request leaves no claim behind: it changed nothing, so it may be sent again.
 *
 * @throws Refusal `idempotency_key_reused` when the key was used for something else
 */
export async function claimKey(
  trx: Transaction,
  claim: Claim,
  now: Date,
): Promise<StoredResponse | undefined> {
  const claimed = await insertClaim.rows(trx, {
    ...placeOf(claim),
    request: written(fingerprint(claim)),
    now,
  })
  if (claimed.length > 0) return undefined

  const kept = await findStoredResponse(trx, claim)
  if (!kept) throw inFlight()
  return kept
}

/**
 * Finds the earlier answer under a key, or undefined when it was not used.
 *
 * @throws Refusal `idempotency_key_reused` when it was used for something else; `idempotency_in_flight` while that is worked on
 */
export async function findStoredResponse(
  db: Kysely<Tables>,
  claim: Claim,
): Promise<StoredResponse | undefined> {
  const [kept] = await readClaim.rows(db, placeOf(claim))
  if (!kept) return undefined
  const { request, status, location, etag, body, sealed } = kept
  if (status === null) throw inFlight()
  if (!fingerprint(claim).equals(request)) {
    throw new Refusal('idempotency_key_reused', message('idempotencyKeyWasUsed', {}))
  }
  return { status, location, etag, body: sealed ? unseal(sealed, claim) : (body ?? '') }
}

function inFlight(): Refusal {
  return new Refusal('idempotency_in_flight', message('idempotencyKeyIsInUse', {}))
}

/** The place of a claim: under its organisation, by a number that only its caller's key has. */
interface Place {
  organisationId: string
  id: string
}

function placeOf({ organisationId, caller, key }: Claim): Place {
  const id = hash('sha256', `${caller}\n${hash('sha256', key)}`, 'buffer')
  return { organisationId, id: written(firstBytes(id)) }
}

const insertClaim = statement<Place & { request: string; now: Date }, { claimed: number }>(
  ({ organisationId, id, request, now }) => sql`
    insert into idempotency_keys (organisation_id, id, request, created_at)
    values (${organisationId}, ${id}::bytea, ${request}::bytea, ${now})
    on conflict (organisation_id, id) do nothing returning 1 as claimed`,
)

const readClaim = statement<
  Place,
  {
    request: Buffer
    status: number | null
    location: string | null
    etag: string | null
    body: string | null
    sealed: Buffer | null
  }
>(
  ({ organisationId, id }) => sql`
    select request, status, location, etag, body, sealed from idempotency_keys
    where organisation_id = ${organisationId} and id = ${id}::bytea`,
)

const updateClaim = statement<Place & StoredAnswer, never>(
  ({ organisationId, id, status, location, etag, body, sealed }) => sql`
    update idempotency_keys set status = ${status}, location = ${location}, etag = ${etag}, body = ${body}, sealed = ${sealed}::bytea
    where organisation_id = ${organisationId} and id = ${id}::bytea`,
)

const answerColumns = {
  organisation_id: 'uuid',
  id: 'bytea',
  request: 'bytea',
  created_at: 'timestamptz',
  status: 'smallint',
  location: 'text',
  etag: 'text',
  body: 'text',
  sealed: 'bytea',
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
): Promise<StoredResponse | undefined> {
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
): Promise<StoredResponse | T> {
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
      .where(isAt(claim))
      .where('status', 'is', null)
      .where('created_at', '=', held.since)
      .executeTakeFirstOrThrow()
      .catch(() => ({ numUpdatedRows: 0n }))
    if (numUpdatedRows > 0n) held.since = since
  }
}

/** True if so much time has passed before the signal came. */
async function passes(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal, ref: false }).catch(() => false)
}

function unanswered(db: Kysely<Tables>, claim: Claim) {
  return db.deleteFrom('idempotency_keys').where(isAt(claim)).where('status', 'is', null)
}

function isAt(claim: Claim): RawBuilder<SqlBool> {
  const { organisationId, id } = placeOf(claim)
  return sql`organisation_id = ${organisationId} and id = ${id}::bytea`
}

/** Keeps the answer of a claimed key beside what it answers for: both are stored, or neither. Waited for with COMMIT. */
export function storeResponse(trx: Transaction, claim: Claim, answer: StoredResponse): void {
  writeUnawaited(trx, updateClaim.with({ ...placeOf(claim), ...toStore(answer, claim) }))
}

/**
 * Keeps answers under keys that nobody has claimed. Where one was used, the transaction fails with COMMIT: then
 * `findStoredResponse` knows what was answered.
 */
export function claimWithAnswers(
  trx: Transaction,
  answered: { claim: Claim; answer: StoredResponse }[],
  now: Date,
): void {
  const rows = answered.map(({ claim, answer }) => {
    const { organisationId, id } = placeOf(claim)
    const request = written(fingerprint(claim))
    return { organisation_id: organisationId, id, request, created_at: now, ...toStore(answer, claim) }
  })
  writeUnawaited(trx, ...insertAnswers(rows))
}

/**
 * Keys of what changes stock are kept for ninety days, since a weighbridge without a network may send its tickets weeks later; all others
 * for a week, longer than any client retries. Only answers about stock are not sealed.
 */
export async function purgeKeys(db: Kysely<Tables>, now: Date): Promise<void> {
  const isOlderThan = (age: string) => sql`created_at < ${now}::timestamptz - ${age}::interval`
  await deleteInPieces(db, 'idempotency_keys', sql`sealed is not null and ${isOlderThan('7 days')}`)
  await deleteInPieces(db, 'idempotency_keys', isOlderThan('90 days'))
}

/** Nobody finds two of the same by chance, and not even its caller gains by it. */
const KEPT_BYTES = 16

function firstBytes(bytes: Buffer): Buffer {
  return bytes.subarray(0, KEPT_BYTES)
}

/** Bytes as PostgreSQL reads them in JSON and in a parameter. */
function written(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** The two keys without which a copy of the database shows neither a sealed answer nor, by trying, what was asked. */
type Keys = Pick<Claim, 'key' | 'answersKey'>
type Sent = Pick<Claim, 'key' | 'answersKey' | 'method' | 'url' | 'body'>

function mixed({ key, answersKey }: Keys): Buffer {
  return createHmac('sha256', answersKey).update(key).digest()
}

/**
 * Computes a fingerprint of a request's method, path with query, and body: two requests with the same one are the same. The order of
 * a body's members means nothing in JSON. A client that stores requests to send them later may well write them in another order after a
 * restart.
 */
function fingerprint(sent: Sent): Buffer {
  const { method, url, body } = sent
  const hmac = createHmac('sha256', mixed(sent))
  return firstBytes(hmac.update(`${method} ${url}\n${JSON.stringify(inOneOrder(body)) ?? ''}`).digest())
}

/**
 * Names the owner of a key where nobody has signed in: the sender of the same request. Other people's use of the same key is no
 * concern of theirs, so no key is ever used twice.
 *
 * @param address is part of it unless the body proves by itself who sends it. Otherwise whoever guesses a key could try passwords with it
 * from anywhere, as often as they like: the right one would be answered from what was kept, and never counted.
 */
export function publicCaller(request: Sent, address: string | undefined): string {
  return ['public', address, fingerprint(request).toString('hex')].filter(Boolean).join(' ')
}

/** Copies a value with the members of every object in it sorted by name. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, each]): [string, unknown] => [name, inOneOrder(each)])
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

interface StoredAnswer extends Omit<StoredResponse, 'body'> {
  body: string | null
  sealed: string | null
}

function toStore({ body, ...answer }: StoredResponse, claim: Claim): StoredAnswer {
  return claim.mayHoldSecret
    ? { ...answer, body: null, sealed: written(seal(body, claim)) }
    : { ...answer, body, sealed: null }
}

function seal(text: string, keys: Keys): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey(keys), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(bytes: Buffer, keys: Keys): string {
  const decipher = createDecipheriv(CIPHER, sealingKey(keys), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

function sealingKey(keys: Keys): Buffer {
  return Buffer.from(hkdfSync('sha256', mixed(keys), '', 'granary idempotent answer', 32))
}
