import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'

/**
 * Tells owners of what was booked in their name before anybody had weighed it, and is weighed by now. All else is told by the database when it is
 * stored (`tell_owner`). Bears being done by two at once.
 */
export async function notifyOwners({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  await inTransaction(db, (trx) =>
    sql`
      select tell_owner_of(asked, ${now}) from confirmations asked
      where asked.status = 'pending' and asked.told_at is null order by asked.asked_at`.execute(trx),
  )
}
