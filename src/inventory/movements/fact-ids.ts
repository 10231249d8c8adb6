import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

/** Numbers for new facts about stock: their place among the facts of one instant. */
export async function nextFactIds(trx: Transaction, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('fact_ids') as id from generate_series(1, ${count}::int)`.execute(trx)
  return rows.map(({ id }) => id)
}
