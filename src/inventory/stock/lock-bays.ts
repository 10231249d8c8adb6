import { sql, type RawBuilder } from 'kysely'
import { sharingBooks } from '../ledger/ledger.ts'
import { Collision, type Transaction } from '../../db/transaction.ts'

/** Bays by their ids, and those of records. */
export interface ConcernedBays {
  bayIds?: number[]
  recordIds?: string[]
}

/** Bays that are locked. */
export interface LockedBays {
  bayIds: number[]
  /** Until when any of them, or a parcel in one, is or was on hold. */
  heldUntil: Date | null
  /** Until when stock in any of them is or was reserved. */
  reservedUntil: Date | null
}

/**
 * Locks the bays that a command puts stock into or takes it from, in order, before it decides which parcel is joined:
 * two loads that arrive at once find the same parcel. In front of them it takes the books, which nobody closes meanwhile.
 */
export async function lockBays(
  trx: Transaction,
  { bayIds = [], recordIds = [] }: ConcernedBays,
): Promise<LockedBays> {
  // As one list: two conditions that are joined by `or` would read all bays there are.
  const { rows } = await sql<{ id: number; held_until: Date | null; reserved_until: Date | null }>`
    select id, held_until, reserved_until from bays
    where id = any(${bayIds}::bigint[] || array(select bay_id from records where id = any(${recordIds}::uuid[])))
      and ${sharingBooks(storerOf({ bayIds, recordIds }))}
    order by id for update`.execute(trx)
  return {
    bayIds: rows.map(({ id }) => id),
    heldUntil: lastOf(rows.map(({ held_until: until }) => until)),
    reservedUntil: lastOf(rows.map(({ reserved_until: until }) => until)),
  }
}

function lastOf(moments: (Date | null)[]): Date | null {
  const known = moments.flatMap((moment) => moment?.getTime() ?? [])
  return known.length === 0 ? null : new Date(Math.max(...known))
}

/** The organisation whose stock a command concerns: all of it is one organisation's. */
function storerOf({ bayIds = [], recordIds = [] }: ConcernedBays): RawBuilder<unknown> {
  return sql`coalesce(
    (select organisation_id from bays where id = any(${bayIds}::bigint[]) limit 1),
    (select keeper_id from records where id = any(${recordIds}::uuid[]) limit 1))::text`
}

const NOT_TO_BE_HAD = '55P03'

/**
 * Locks further bays, of records, once balances are locked. Others take bays first: they may hold one of these and wait for what
 * is held here, so this waits for none of them. The next attempt then begins with them.
 *
 * @throws Collision where somebody has one of them
 */
export async function lockMoreBays(trx: Transaction, recordIds: string[]): Promise<void> {
  try {
    await sql`select id from bays where id in (select bay_id from records where id = any(${recordIds}::uuid[]))
      for update nowait`.execute(trx)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_TO_BE_HAD)
      throw new Collision(
        'a bay that stock has gone on to is locked',
        (next) => lockBays(next, { recordIds }),
        { cause: error },
      )
    throw error
  }
}
