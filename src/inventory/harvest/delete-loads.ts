import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { reverseMovements } from '../movements/delete-movement.ts'
import { toldColumns, type ToldMovement } from '../movements/note-changed-movements.ts'
import { outcomeToResponse } from '../stock/effects.ts'
import { getOwnPlan } from './own-plan.ts'
import type { DeleteLoadsBody } from './schema.ts'

/**
 * Takes loads of a plan back, each at its own date: their movements are deleted (rules.md §6). All or none.
 *
 * @throws Refusal `not_found` for what is not a load of this plan; `insufficient_stock` where a load has already gone on
 */
export async function deleteLoads(
  trx: Transaction,
  actor: Actor,
  planId: string,
  body: Static<typeof DeleteLoadsBody>,
) {
  const plan = await getOwnPlan(trx, actor, planId)
  const ids = [...new Set(body.map(({ loadId }) => loadId))]
  const { rows } = await sql<ToldMovement>`
    select ${sql.join(toldColumns.map((column) => sql.ref(`m.${column}`)))}
    from movements m join records r on r.id = m.source_record_id
    where m.id = any(${ids.filter(isNumericId)}::bigint[]) and r.harvest_plan_id = ${plan.id} and m.status <> 'deleted'
    order by m.id for update of m`.execute(trx)
  const known = new Set(rows.map(({ id }) => String(id)))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound('load', unknown, 'of this plan')
  const outcome = await reverseMovements(trx, actor, rows)
  const at = new Date(Math.max(...rows.map(({ effective_at: effectiveAt }) => effectiveAt.getTime())))
  const message = ids.length === 1 ? 'The load was deleted.' : `${ids.length} loads were deleted.`
  return outcomeToResponse(actor, { message, ids: ids.map(Number), at }, outcome)
}
