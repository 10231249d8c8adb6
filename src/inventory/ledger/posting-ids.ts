import { sql } from 'kysely'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'

const nextId = statement<object, { id: number }>(() => sql`select nextval('fact_ids') as id`)
// How many rows a series has is planned anew each time, at more than it costs to make them.
const nextIds = statement<{ count: number }, { id: number }>(
  ({ count }) => sql`select nextval('fact_ids') as id from generate_series(1, ${count}::int)`,
)

/** Numbers for new facts about stock, the lowest first: their place among the facts of one instant (docs/decisions/0002-order-of-facts.md). */
export async function nextPostingIds(trx: Transaction, count: number): Promise<number[]> {
  const rows = count === 1 ? await nextId.rows(trx, {}) : await nextIds.rows(trx, { count })
  return rows.map(({ id }) => id)
}
