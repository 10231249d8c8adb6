import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { findReservedStock, readCuts } from '../stock/reservations.ts'
import { afterLoad, findCuts, mayCut, type LeavingLoad } from '../stock/reserved-rules.ts'
import type { LockedStock } from '../stock/lock-stock.ts'
import type { Load } from './load.ts'

/** True if new loads leave a bay in which something is reserved: then what is stored before them has to be known. */
export function leavesReserved({ now }: Actor, loads: Load[], locked: LockedStock): boolean {
  return loads.some((load) => {
    const leaving = leavingOf(load, locked)
    const until = leaving && locked.bays.get(leaving.bayId)?.reservedUntil
    return until != null && until > now
  })
}

/**
 * Refuses new loads that cut into what is reserved for another sale, or says so with them, as the organisation wants it (rules.md §19). A plan is told, and a
 * conflict of the position.
 *
 * @throws Refusal `reserved`
 */
export async function findReservedCuts(
  trx: Transaction,
  actor: Actor,
  loads: Load[],
  locked: LockedStock,
): Promise<void> {
  const leaving = loads.map((load) => ({ load, leaves: leavingOf(load, locked) }))
  const bayIds = new Set(leaving.flatMap(({ leaves }) => leaves?.bayId ?? []))
  let stock = await findReservedStock(trx, actor, [...bayIds])
  for (const { load, leaves } of leaving) {
    if (!leaves) continue
    const after = afterLoad(stock, leaves)
    const cuts = findCuts(stock, after).filter(({ reservation }) => mayCut(leaves, reservation))
    load.warnings = await readCuts(trx, actor, cuts, leaves.at <= actor.now)
    stock = after
  }
}

function leavingOf({ stock, says }: Load, locked: LockedStock): LeavingLoad | undefined {
  const { source, grams, effectiveAt: at } = stock
  const bayId = source && locked.records.get(source.recordId)?.bay_id
  if (!source || bayId == null) return undefined
  const tradeId = 'row' in says ? (says.row.trade_id ?? null) : null
  return { recordId: source.recordId, bayId, tradeId, at, grams }
}
