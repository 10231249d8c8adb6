import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { paired } from '../../../kernel/paired.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import { countedAmong } from '../../ledger/ledger.ts'
import { findParcels } from '../../stock/merge-stock.ts'
import { insertChanges } from '../../stock/note-change.ts'
import { bringIn } from '../bring-in.ts'
import { oddDates } from '../../loads/dates.ts'
import { stepOf } from '../../loads/rules.ts'
import {
  arrivalOfNew,
  changeOf,
  stockMovementOf,
  type Entered,
  type NewRecord,
  type Part,
} from './new-record.ts'

/** What became of stock that was entered with others. */
export interface Stored extends Omit<Entered, 'intake'> {
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
export async function storeExisting(trx: Transaction, actor: Actor, stocks: NewRecord[]): Promise<Stored[]> {
  const parts = stocks.map(onlyPart)
  const { brought, outcome } = await bringIn(trx, actor, parts, {
    waves: (items) => wavesOf(trx, items),
    async enter(wave) {
      await insertChanges(
        trx,
        actor,
        wave.map(changeOf),
        wave.map(({ id }) => id),
      )
      return stepOf(wave.map(stockMovementOf))
    },
  })
  await appendEvents(
    trx,
    actor,
    brought.map(({ recordId: id }, index) => {
      // What shows at other records is told with the last.
      const others = index === brought.length - 1 ? outcome.recomputed.keys() : []
      const recordIds = [...new Set([id, ...others])]
      return { type: 'record.created', subject: id, data: { ids: [id], movementIds: [], recordIds } }
    }),
  )
  const last = new Map(parts.map(({ place }, index) => [place.bayId, index]))
  return paired(parts, brought).map(
    ([{ place, stock }, { id, recordId, changes, recounts, conflicts }], index) => ({
      recordId,
      postingId: id,
      changes,
      recounts,
      conflicts: last.get(place.bayId) === index ? conflicts : [],
      daysAlone: oddDates(actor, [stock.body.source.importDateUTC]).daysAlone,
    }),
  )
}

function onlyPart(stock: NewRecord): Part {
  const [place, another] = stock.places
  if (!place || another) throw new Error('stock that is entered with others lies in one place')
  const grams = gramsFromKilograms(place.weightKilograms ?? 0)
  return { stock, place, grams, arrival: arrivalOfNew(stock, grams, {}) }
}

/**
 * Stock that can be entered together. What joins a parcel that was counted is entered moment by moment: what lies there at the
 * second moment depends on the counts between, which the ledger alone knows.
 */
async function wavesOf(trx: Transaction, parts: Part[]): Promise<Part[][]> {
  const found = await findParcels(trx, parts)
  const counted = await countedAmong(
    trx,
    found.flatMap((parcel) => parcel?.recordId ?? []),
  )
  const waves: Part[][] = []
  const last = new Map<string, { wave: number; at: number }>()
  for (const [part, parcel] of paired(parts, found)) {
    const at = part.stock.effectiveAt.getTime()
    const recordId = parcel && counted.has(parcel.recordId) ? parcel.recordId : undefined
    const before = recordId === undefined ? undefined : last.get(recordId)
    const wave = before === undefined ? 0 : before.at === at ? before.wave : before.wave + 1
    if (recordId !== undefined) last.set(recordId, { wave, at })
    waves[wave] = [...(waves[wave] ?? []), part]
  }
  return waves
}
