import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Transaction } from '../db/transaction.ts'
import { findIntakeLimits } from './contracts/intake-limits.ts'
import * as ledger from './ledger/ledger.ts'

/**
 * The conflicts of bays, now and along their plans, earliest first (domain.md §3): what the ledger says, given how much
 * storage contracts allow. Two statements; locks nothing.
 */
export async function conflictsOfBays(
  db: Kysely<Tables>,
  bayIds: number[],
  now: Date,
): Promise<ledger.NamedConflict[]> {
  if (bayIds.length === 0) return []
  return ledger.conflictsOfBays(db, bayIds, now, await findIntakeLimits(db, bayIds, now))
}

/** Runs a command, says what it does to balances and conflicts, and takes it back: how operations run dry. */
export async function rehearse(
  trx: Transaction,
  now: Date,
  command: () => Promise<unknown>,
): Promise<{ result: unknown; rehearsal: ledger.Rehearsal }> {
  return ledger.rehearse(trx, now, command, conflictsOfBays)
}
