import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ExpiryOfLoad } from '../../../http/validate/schema.ts'
import { distinctExpiries, expiriesOf, findExpiringAt } from '../assured-loads.ts'
import type { LoadEdit } from './load-edit.ts'
import type { LockedMovementRow } from './lock-movement.ts'

/**
 * Finds what has ended, or ends soon, of those who have a part in loads that are changed: where somebody else has from now on, it is moved to another day, or its lorry is
 * weighed for it. A correction of anything else says nothing of it again.
 */
export async function expiriesOfEdits(
  trx: Transaction,
  actor: Actor,
  made: { edit: LoadEdit; row: LockedMovementRow | null }[],
): Promise<ExpiryOfLoad[]> {
  const rows = made.flatMap(({ edit, row }) => (row && isAskedAgain(edit.was, row) ? [row] : []))
  if (rows.length === 0) return []
  const expiring = await findExpiringAt(
    trx,
    actor,
    rows.map((row) => row.effective_at),
  )
  const carried = rows.map((row) => ({
    effectiveAt: row.effective_at,
    partnerId: row.sender_id ?? row.receiver_id,
    vehicle: row.vehicle_registration,
    orderId: row.order_id,
  }))
  return distinctExpiries((await expiriesOf(trx, actor, carried, expiring)).flat())
}

function isAskedAgain(was: LockedMovementRow, row: LockedMovementRow): boolean {
  return (
    was.sender_id !== row.sender_id ||
    was.receiver_id !== row.receiver_id ||
    was.vehicle_registration !== row.vehicle_registration ||
    was.order_id !== row.order_id ||
    was.effective_at.getTime() !== row.effective_at.getTime() ||
    (was.empty_grams === null && row.empty_grams !== null)
  )
}
