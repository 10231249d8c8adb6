import type { Database } from '../../db/open.ts'
import { inTransaction, LOOKING_UP_BY_KEY, type Transaction } from '../../db/transaction.ts'
import { jsonOf } from '../serve/answers.ts'
import {
  claimKey,
  claimWithAnswers,
  findStoredResponse,
  storeResponse,
  type Claim,
  type StoredResponse,
} from './idempotency.ts'
import type { Operation } from '../operation.ts'

// How a command and its Idempotency-Key come together.

/** Answer of a write. */
export interface WriteAnswer extends Omit<StoredResponse, 'body'> {
  result: unknown
}

/** An answer, and whether it had been given before. */
export type GivenAnswer = WriteAnswer & { replayed: boolean }

/** An answer as it is kept. */
export function toStoredResponse({ result, ...answer }: WriteAnswer): StoredResponse {
  return { ...answer, body: jsonOf(result) }
}

/** Returns the stored answer, as it was first given. */
export function givenBefore({ body, ...kept }: StoredResponse): GivenAnswer {
  return { ...kept, result: JSON.parse(body), replayed: true }
}

type Write = (trx: Transaction) => Promise<WriteAnswer>

/** The context of a write besides its command. */
export interface Where {
  database: Database
  clock: () => Date
}

/** Runs the work of an operation in one transaction. Those that can be rehearsed change stock, which is found by its keys. */
export function inTransactionFor<T>(
  { rehearse }: Operation,
  { database }: Pick<Where, 'database'>,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database.db, work, rehearse && LOOKING_UP_BY_KEY)
}

/** Runs a command in one transaction; where its Idempotency-Key has been used, answers what was answered then. */
export function writeUnderKey(
  operation: Operation,
  claim: Claim | undefined,
  write: Write,
  where: Where,
): Promise<GivenAnswer> {
  if (operation.upload?.isStepwise) return writeClaimed(operation, claim, write, where)
  const writeAndClaim = operation.isUndoneByRollback ? writeThenClaim : claimThenWrite
  return writeAndClaim(operation, claim, write, where)
}

/** Under a key that was claimed ahead. */
function writeClaimed(operation: Operation, claim: Claim | undefined, write: Write, where: Where) {
  return inTransactionFor(operation, where, (trx) => writeAndKeep(trx, claim, write))
}

/** Begins with the key, for commands that may not be begun a second time. */
function claimThenWrite(operation: Operation, claim: Claim | undefined, write: Write, where: Where) {
  return inTransactionFor(operation, where, async (trx): Promise<GivenAnswer> => {
    const kept = claim && (await claimKey(trx, claim, where.clock()))
    return kept ? givenBefore(kept) : writeAndKeep(trx, claim, write)
  })
}

async function writeAndKeep(trx: Transaction, claim: Claim | undefined, write: Write): Promise<GivenAnswer> {
  const fresh = await write(trx)
  if (claim) storeResponse(trx, claim, toStoredResponse(fresh))
  return { ...fresh, replayed: false }
}

/**
 * Ends with the key, which costs a statement less: a second command with it is rolled back. The key has the first word all
 * the same: whatever went wrong may come of its being the second one.
 */
async function writeThenClaim(
  operation: Operation,
  claim: Claim | undefined,
  write: Write,
  where: Where,
): Promise<GivenAnswer> {
  try {
    return await inTransactionFor(operation, where, async (trx) => {
      const fresh = await write(trx)
      if (claim) claimWithAnswers(trx, [{ claim, answer: toStoredResponse(fresh) }], where.clock())
      return { ...fresh, replayed: false }
    })
  } catch (error) {
    const kept = claim && (await findStoredResponse(where.database.db, claim))
    if (!kept) throw error
    return givenBefore(kept)
  }
}
