import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ImportKind, ImportRequest, Outcome } from '../../../system/imports/imports.ts'
import { readStocktake } from '../../stocktakes/queries.ts'
import { countColumns, type CountSheetRow } from './count-columns.ts'
import { enterDatedCounts } from './dated-counts.ts'
import { readCounts } from './read-counts.ts'
import { enterSessionCounts } from './session-counts.ts'

/**
 * Counts of bays: into an open stock-take where the caller names one, otherwise as dated counts of their own. A row is known again by
 * its bay, its moment and its weight: sent twice it is entered once.
 */
export const countsImport: ImportKind<typeof countColumns> = {
  kind: 'inventory/counts',
  columns: countColumns,
  tables: ['adjustments', 'stocktake_counts', 'ledger_counts', 'ledger_entries'],
  async ensure(db, actor, { stocktakeId }) {
    if (stocktakeId === undefined) return
    if (stocktakeId === '') throw notFound('stock-take', stocktakeId)
    await readStocktake(db, actor, stocktakeId)
  },
  begin: (run) => (trx, actor, rows) => storeCounts(trx, actor, rows, run),
}

async function storeCounts(
  trx: Transaction,
  actor: Actor,
  rows: CountSheetRow[],
  { stocktakeId }: ImportRequest,
): Promise<Outcome[]> {
  if (stocktakeId !== undefined) return enterSessionCounts(trx, actor, rows, stocktakeId)
  return enterDatedCounts(trx, actor, await readCounts(trx, actor, rows))
}
