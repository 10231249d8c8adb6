import { expect } from 'vitest'
import { inTransaction } from '../src/db/transaction.ts'
import { readWholeHistory, replayDescriptions } from '../src/inventory/stock/description-history.ts'
import { recordsWithDuePlans } from '../src/inventory/stock/due-plans.ts'
import { descriptionOf } from '../src/inventory/stock/merge-stock.ts'
import type { TestApp } from './app.ts'

/**
 * Compares what each parcel in stores says it is with what follows from the beginning of the books: whichever way one came there, a
 * parcel is the same (rules.md §3).
 */
export async function expectDescriptionsAsRecomputed(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  storageIds: string[],
): Promise<void> {
  const now = clock.now()
  // Until they are applied, what joined by plan is not shown yet.
  if ((await recordsWithDuePlans(database.db, now)).length > 0) return
  const { stored, recomputed } = await inTransaction(database.db, async (trx) => {
    const rows = await trx
      .selectFrom('records')
      .selectAll()
      .where('storage_id', 'in', storageIds)
      .where('source', '<>', 'planting')
      .orderBy('id')
      .execute()
    const history = await readWholeHistory(
      trx,
      rows.map(({ id }) => id),
      now,
    )
    return {
      stored: Object.fromEntries(rows.map((row) => [row.id, descriptionOf(row)])),
      recomputed: Object.fromEntries(replayDescriptions(history).described),
    }
  })
  expect(stored, 'stored, and recomputed from the beginning').toEqual(recomputed)
}
