import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { paired } from '../../../kernel/paired.ts'
import { dayAlone } from '../../../kernel/time.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { appendEvents } from '../../../system/events/append-event.ts'
import { countedAmong, type Posted, type Posting, type Recount } from '../../ledger/ledger.ts'
import { changeStock, type StockStep } from '../../stock/change-stock.ts'
import { conflictsByBay } from '../../stock/effects.ts'
import { intakeDefaults, postingOf } from '../rules.ts'
import { insertChanges } from '../../stock/note-change.ts'
import { changesOf, findParcels, mergeStock, type MergeResult } from '../../stock/merge-stock.ts'
import type { Entered, NewPlace, NewRecord } from './new-record.ts'
import { arrivalOfNew, changeOf } from './store-stock.ts'

/** Stock that was there before the books began, in one bay. */
interface Existing {
  stock: NewRecord
  place: NewPlace
  grams: number
}

/** The parcel that it lies in, and the counts of that which it came before. */
type Stocked = MergeResult & { recounts: Recount[] }

/** What became of it. */
export type Stored = Omit<Entered, 'intake' | 'changedRecordIds'>

/**
 * Enters stock that was there before the books began, one place each: what `storeStock` does with one, in a handful of
 * statements for all. What is wrong in a bay afterwards is said with the last of what came into it: it is all of it together
 * that is too much.
 *
 * @returns the record of each, and what is to be said of it
 * @throws Refusal `incompatible_stock` where one of them may not lie in its bay: none is entered then
 */
export async function storeExisting(trx: Transaction, actor: Actor, stocks: NewRecord[]): Promise<Stored[]> {
  const existing = stocks.map((stock): Existing => {
    const [place, another] = stock.places
    if (!place || another) throw new Error('stock that is entered with others lies in one place')
    return { stock, place, grams: gramsFromKilograms(place.weightKilograms ?? 0) }
  })
  const bayIds = existing.flatMap(({ place }) => place.bayId ?? [])
  const { result: entered, outcome } = await changeStock(trx, actor, {
    lock: { bayIds },
    plan: () => storeWaves(trx, actor, existing),
  })
  await appendEvents(
    trx,
    actor,
    entered.map(({ recordId: id }, index) => {
      // What shows at other records is told with the last.
      const others = index === entered.length - 1 ? outcome.recomputed.keys() : []
      const recordIds = [...new Set([id, ...others])]
      return { type: 'record.created', subject: id, data: { ids: [id], movementIds: [], recordIds } }
    }),
  )
  const conflictsIn = conflictsByBay(outcome, bayIds)
  const last = new Map(existing.map(({ place }, index) => [place.bayId, index]))
  return paired(existing, entered).map(([{ place, stock }, into], index) => ({
    recordId: into.recordId,
    changes: changesOf(into, outcome.recomputed),
    recounts: into.recounts,
    daysAlone: dayAlone(stock.body.source.importDateUTC, actor.timeZone),
    conflicts: last.get(place.bayId) === index ? conflictsIn(place.bayId) : [],
  }))
}

async function* storeWaves(
  trx: Transaction,
  actor: Actor,
  existing: Existing[],
): AsyncGenerator<StockStep, Stocked[], Posted> {
  const joined = new Map<Existing, Stocked>()
  for (const wave of await wavesOf(trx, existing)) {
    const { merged, postings } = await planWave(trx, actor, wave)
    const posted = yield { postings }
    for (const [each, into] of paired(wave, withRecounts(merged, posted))) joined.set(each, into)
  }
  return existing.flatMap((each) => joined.get(each) ?? [])
}

/**
 * Stock that can be entered together. What joins a parcel that was counted is entered moment by moment: what lies there at the
 * second moment depends on the counts between, which the ledger alone knows.
 */
async function wavesOf(trx: Transaction, existing: Existing[]): Promise<Existing[][]> {
  const found = await findParcels(trx, existing.map(arrivingOf))
  const counted = await countedAmong(
    trx,
    found.flatMap((parcel) => parcel?.recordId ?? []),
  )
  const waves: Existing[][] = []
  const last = new Map<string, { wave: number; at: number }>()
  for (const [index, each] of existing.entries()) {
    const recordId = found[index]?.recordId
    const parcel = recordId !== undefined && counted.has(recordId) ? recordId : undefined
    const at = each.stock.effectiveAt.getTime()
    const before = parcel === undefined ? undefined : last.get(parcel)
    const wave = before === undefined ? 0 : before.at === at ? before.wave : before.wave + 1
    if (parcel !== undefined) last.set(parcel, { wave, at })
    const together = waves[wave] ?? []
    together.push(each)
    waves[wave] = together
  }
  return waves
}

function arrivingOf({ stock, place, grams }: Existing) {
  return { place, arrival: arrivalOfNew(stock, { grams }, { drying: undefined, requiresCleaning: false }) }
}

async function planWave(
  trx: Transaction,
  actor: Actor,
  wave: Existing[],
): Promise<{ merged: MergeResult[]; postings: Posting[] }> {
  const merged = await mergeStock(trx, actor, wave.map(arrivingOf))
  const inOrder = paired(wave, merged).map(([each, into]) => ({ ...each, into }))
  const ids = await insertChanges(
    trx,
    actor,
    inOrder.map(({ stock, grams, into }) => changeOf(stock, grams, into)),
  )
  const postings = paired(inOrder, ids).map(([{ stock, grams, into }, id]) =>
    postingOf({
      ...intakeDefaults,
      id,
      effectiveAt: stock.effectiveAt,
      source: null,
      destinationRecordId: into.recordId,
      senderId: stock.owner.id,
      grams,
    }),
  )
  return { merged, postings }
}

/** All that comes into a parcel at once changes its counts together: it is said with the last of it. */
function withRecounts(merged: MergeResult[], { recounts }: Posted): Stocked[] {
  const last = new Map(merged.map(({ recordId }, index) => [recordId, index]))
  const recountsOf = Map.groupBy(recounts, ({ recordId }) => recordId)
  return merged.map((into, index) => {
    const isLast = last.get(into.recordId) === index
    return { ...into, recounts: isLast ? (recountsOf.get(into.recordId) ?? []) : [] }
  })
}
