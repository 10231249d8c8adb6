import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { reverseMovements } from '../../loads/edit/delete-movement.ts'
import { lockMovements } from '../../loads/edit/lock-movement.ts'
import { ensureNothingWentOn } from '../gone-on.ts'
import { forgetStock } from '../known-stock.ts'
import { message } from '../../../words/catalogue.ts'

/** Why loads are corrected or taken back by a file: it has the reason. */
export const BY_IMPORT = 'Import'

/** A load as an import entered it. */
export interface ImportedLoad {
  id: number
  grams: number
  /** ISO 8601. */
  at: string
}

/**
 * Takes loads back that an import entered, at their own dates, together: their movements are deleted. What somebody has deleted since is gone
 * already.
 *
 * @throws Refusal `in_use` where one has been corrected since, or a load of its stock has gone on; `insufficient_stock`
 */
export async function takeBackLoads(trx: Transaction, actor: Actor, loads: ImportedLoad[]): Promise<void> {
  const entered = new Map(loads.map((load) => [load.id, load]))
  const ids = [...entered.keys()]
  const rows = await lockMovements(trx, actor, ids)
  for (const { id, weight_grams: grams, effective_at: at } of rows) {
    const load = entered.get(id)
    if (load?.grams !== grams || new Date(load.at).getTime() !== at.getTime())
      throw new Refusal('in_use', message('wasChangedSince', { what: 'load' }))
  }
  await ensureNothingWentOn(
    trx,
    actor,
    rows.flatMap(({ id, effective_at: at, destination_record_id: recordId }) =>
      recordId === null ? [] : [{ id, recordId, at }],
    ),
    ids,
  )
  // What the file said of a lorry is gone with it; the parts of its load that others entered stay as they are.
  const deleted = rows.map((movement) => ({ movement, lorryNet: 'less' as const, path: '' }))
  if (rows.length > 0) await reverseMovements(trx, actor, deleted, BY_IMPORT)
  await forgetStock(trx, actor, ids)
}
