import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../db/transaction.ts'
import { fault, Refusal, refuseFaults } from '../kernel/errors.ts'

/** An answer as it was first given, kept to be given again. */
export interface KeptAnswer {
  status: number
  location: string | null
  etag: string | null
  body: string
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** The Idempotency-Key of a request, or undefined; refuses one that is not 1 to 200 visible ASCII characters. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !KEY.test(header)) {
    refuseFaults([fault('Idempotency-Key', 'must be 1 to 200 visible ASCII characters', 'pattern')])
  }
  return header as string
}

/** What makes two requests the same: method, path with query, and body. */
export function fingerprint(method: string, url: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${url}\n${JSON.stringify(body) ?? ''}`).digest('hex')
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
  { caller, key, request, now }: { caller: string; key: string; request: string; now: Date },
): Promise<KeptAnswer | undefined> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ caller, key, request, created_at: now })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined

  const kept = await trx
    .selectFrom('idempotency_keys')
    .select(['request', 'status', 'location', 'etag', 'body'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!kept || kept.status === null || kept.body === null) {
    throw new Refusal('idempotency_in_flight', 'A request with this Idempotency-Key is still being worked on. Ask again in a moment.')
  }
  if (kept.request !== request) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key for a new request.')
  }
  return { status: kept.status, location: kept.location, etag: kept.etag, body: kept.body }
}

/** Keeps the answer beside what it answers for: both are stored, or neither. */
export async function keepAnswer(trx: Transaction, caller: string, key: string, answer: KeptAnswer): Promise<void> {
  await trx.updateTable('idempotency_keys').set(answer).where('caller', '=', caller).where('key', '=', key).execute()
}

/** Keys are kept for a week: longer than any client retries. */
export async function purgeKeys(trx: Transaction, now: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${now}::timestamptz - interval '7 days'`.execute(trx)
}
