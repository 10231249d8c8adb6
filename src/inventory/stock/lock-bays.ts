import { sql } from 'kysely'
import { Collision, type Transaction } from '../../db/transaction.ts'

/** Bays by their ids, and those of records. */
export interface ConcernedBays {
  bayIds?: number[]
  recordIds?: string[]
}

/**
 * Locks the bays that a command puts stock into or takes it from, in order, before it decides which parcel is joined:
 * two loads that arrive at once find the same parcel. Answers their ids.
 */
export async function lockBays(
  trx: Transaction,
  { bayIds = [], recordIds = [] }: ConcernedBays,
): Promise<number[]> {
  // As one list: two conditions that are joined by `or` would read all bays there are.
  const { rows } = await sql<{ id: number }>`
    select id from bays
    where id = any(${bayIds}::bigint[] || array(select bay_id from records where id = any(${recordIds}::uuid[])))
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
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
