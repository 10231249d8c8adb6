import type { Transaction } from '../../db/transaction.ts'
import { tellProcesses } from '../notices/tell-processes.ts'
import type { Clearing } from './cache.ts'

/**
 * Forgets what the cache keeps, in every process, once the transaction is stored. For a command that changes what
 * cached answers are made from. Its operation has `afterCommit` where its own caller has to see the change at once.
 *
 * @example
 * await forgetCached(trx, { prefixes: ['settings:'] })
 */
export async function forgetCached(
  trx: Transaction,
  clearing: Partial<Clearing & { secrets: boolean }>,
): Promise<void> {
  await tellProcesses(trx, 'cache', clearing)
}
