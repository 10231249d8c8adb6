import type { Client } from '../../db/snapshot.ts'
import { readNextTransaction } from './read-tables.ts'

/**
 * How many transactions there may have been between the backup and the loss: what listeners heard in that time must not be taken for
 * something later than what happens now. A tenth of all there ever were is more than a day of all but the first days.
 */
const LEAST_MARGIN = 20_000n
const MARGIN_SHARE = 10n
/** Beyond this it would take minutes, and listeners begin from now instead. */
const MOST = 20_000_000n
/** Done well before a statement's time is over. */
const AT_ONCE = 20_000n

/**
 * Places among events are numbers of transactions, which begin again in every new database. Counts on here until those of the
 * backup are past, so that listeners and webhooks go on where they were. Does nothing where they are past already.
 *
 * @returns false where the way is too far, and nothing was done
 */
export async function advanceTransactions(client: Client, nextTransaction: string): Promise<boolean> {
  const reached = BigInt(nextTransaction)
  const share = reached / MARGIN_SHARE
  const goal = reached + (share > LEAST_MARGIN ? share : LEAST_MARGIN)
  const first = await readNextTransaction(client)
  if (goal - first > MOST) return false
  for (let next = first; next < goal; next += AT_ONCE) {
    const count = goal - next < AT_ONCE ? goal - next : AT_ONCE
    await client.query(
      `do $$ begin for each in 1..${count} loop perform pg_current_xact_id(); rollback; end loop; end $$`,
    )
  }
  return true
}
