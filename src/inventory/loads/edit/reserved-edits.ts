import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { Message } from '../../../words/catalogue.ts'
import type { LockedBays } from '../../stock/lock-bays.ts'
import { findReservedStock, readCuts } from '../../stock/reservations.ts'
import { findCuts, mayCut } from '../../stock/reserved-rules.ts'
import type { LockedMovementRow } from './lock-movement.ts'

/**
 * Looks at what is reserved in bays before loads that were entered are changed. What it answers is asked afterwards with the rows as they are then: it refuses
 * what they cut, or answers what is to be told of it, as the organisation wants it (rules.md §19). Where nothing is reserved it reads nothing.
 *
 * @throws Refusal `reserved`
 */
export async function watchReserved(
  trx: Transaction,
  actor: Actor,
  { bayIds, reservedUntil }: LockedBays,
): Promise<(changed: LockedMovementRow[]) => Promise<Message[]>> {
  if (reservedUntil === null || reservedUntil <= actor.now) return () => Promise.resolve([])
  const before = await findReservedStock(trx, actor, bayIds)
  return async (changed) => {
    const after = await findReservedStock(trx, actor, bayIds)
    const cuts = findCuts(before, after).filter(({ reservation }) =>
      changed.some((row) => {
        const bayId = after.parcels
          .concat(before.parcels)
          .find(({ recordId }) => recordId === row.source_record_id)?.bayId
        if (row.source_record_id === null || bayId === undefined) return false
        const { source_record_id: recordId, trade_id: tradeId, effective_at: at } = row
        return mayCut({ recordId, bayId, tradeId, at }, reservation)
      }),
    )
    return readCuts(trx, actor, cuts, true)
  }
}
