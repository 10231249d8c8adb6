import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { paired } from '../../../kernel/paired.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import { broughtIn } from '../../loads/brought-in.ts'
import { oddDates } from '../../loads/dates.ts'
import { enterLoads } from '../../loads/enter-loads.ts'
import { touchedBy, type Load } from '../../loads/load.ts'
import type { Entered, NewRecord } from './new-record.ts'
import { loadsOfStock } from './store-stock.ts'

/** Result for stock that was entered with others. */
export interface StoredIntake extends Omit<Entered, 'intake'> {
  /** The number of its entry, by which it can be taken back. */
  postingId: number
}

/**
 * Enters stock that was there before the books began, one place each: what `storeStock` does with one, in a handful of
 * statements for all. What is wrong in a bay afterwards is said with the last of what came into it: it is all of it together
 * that is too much.
 *
 * @returns the record of each, and what is to be said of it
 * @throws Refusal `incompatible_stock` where one of them may not lie in its bay: none is entered then
 */
export async function storeExisting(
  trx: Transaction,
  actor: Actor,
  stocks: NewRecord[],
): Promise<StoredIntake[]> {
  if (stocks.length === 0) return []
  const loads = stocks.map(onlyLoad)
  const [its] = await enterLoads(trx, actor, [{ actor, touched: loads.map(touchedBy), loads: () => loads }])
  if (!its) throw new Error('stock was asked for and not entered')
  const brought = broughtIn(actor, its)
  await appendEvents(
    trx,
    actor,
    brought.map(({ recordId: id }, index) => {
      // What shows at other records is told with the last.
      const others = index === brought.length - 1 ? its.outcome.recomputed.keys() : []
      const recordIds = [...new Set([id, ...others])]
      return { type: 'record.created', subject: id, data: { ids: [id], movementIds: [], recordIds } }
    }),
  )
  const last = new Map(loads.map(({ into }, index) => [into?.place.bayId, index]))
  return paired(paired(stocks, loads), brought).map(
    ([[stock, { into }], { id, recordId, changes, recounts, conflicts }], index) => ({
      recordId,
      postingId: id,
      changes,
      recounts,
      conflicts: last.get(into?.place.bayId) === index ? conflicts : [],
      daysAlone: oddDates(actor, [stock.body.source.importDateUTC]).daysAlone,
    }),
  )
}

function onlyLoad(stock: NewRecord): Load {
  const terms = { contractId: null, requiresCleaning: false, drying: undefined }
  const [load, another] = loadsOfStock(stock, { sender: stock.owner, terms })
  if (!load || another) throw new Error('stock that is entered with others lies in one place')
  return load
}
