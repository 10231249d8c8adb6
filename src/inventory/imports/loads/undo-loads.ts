import { sql } from 'kysely'
import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { reverseMovements } from '../../movements/delete-movement.ts'
import { forgetStock } from '../known-stock.ts'

/** A load as an import entered it. */
export interface EnteredLoad {
  id: number
  grams: number
  /** ISO 8601. */
  at: string
}

/**
 * Takes loads back that an import entered, at their own dates, together: their movements are deleted. What somebody has deleted since is gone
 * already.
 *
 * @throws Refusal `in_use` where one has been corrected since; `insufficient_stock` where its grain has gone on
 */
export async function takeBackLoads(trx: Transaction, actor: Actor, loads: EnteredLoad[]): Promise<void> {
  const entered = new Map(loads.map((load) => [load.id, load]))
  const ids = [...entered.keys()]
  const rows = await trx
    .selectFrom('movements')
    .selectAll()
    .where('id', '=', anyOf(ids, 'bigint'))
    .where('organisation_id', '=', actor.organisationId)
    .where(sql<boolean>`status <> 'deleted'`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, weight_grams: grams, effective_at: at } of rows) {
    const load = entered.get(id)
    if (load?.grams !== grams || new Date(load.at).getTime() !== at.getTime())
      throw new Refusal('in_use', 'The load has been corrected since.')
  }
  if (rows.length > 0) await reverseMovements(trx, actor, rows)
  await forgetStock(trx, actor, ids)
}
