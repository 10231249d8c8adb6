import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import { countedAmong, post, type Late } from '../ledger/ledger.ts'
import { factOf } from '../movements/rules.ts'
import type { NewPlace, NewRecord } from './create-record.ts'
import { describeAgain } from './describe.ts'
import { insertChanges } from './note-change.ts'
import { findParcels, joinInPlaces } from './parcels.ts'
import { lockBays } from './places.ts'
import { arrivalOf, changeOf } from './store-stock.ts'

/** Stock that was there before the books began, in one bay. */
interface Existing {
  stock: NewRecord
  place: NewPlace
  grams: number
}

/** What is wrong with the weight of stock that was there before the books began. */
export function existingFaults({ places }: NewRecord): Fault[] {
  return places.flatMap(({ weightKilograms, path }) =>
    weightKilograms === undefined ? [fault(`${path}.weight`, 'is needed, in kilograms', 'required')] : [],
  )
}

/**
 * Enters stock that was there before the books began, one place each: what `storeStock` does with one, in a handful of
 * statements for all.
 *
 * @returns the record of each
 * @throws Refusal `incompatible_stock` where one of them may not lie in its bay: none is entered then
 */
export async function storeExisting(trx: Transaction, actor: Actor, stocks: NewRecord[]): Promise<string[]> {
  const existing = stocks.map((stock): Existing => {
    const [place, another] = stock.places
    if (!place || another) throw new Error('stock that is entered with others lies in one place')
    return { stock, place, grams: gramsFromKilograms(place.weightKilograms ?? 0) }
  })
  await lockBays(trx, { bayIds: existing.flatMap(({ place }) => place.bayId ?? []), recordIds: [] })
  const recordIds = new Map<Existing, string>()
  const late: Late[] = []
  for (const wave of await wavesOf(trx, existing)) {
    const { entered, late: lateInWave } = await storeWave(trx, actor, wave)
    late.push(...lateInWave)
    for (const [index, each] of wave.entries()) recordIds.set(each, entered[index] ?? '')
  }
  await describeAgain(trx, late, actor.now)
  const ids = existing.map((each) => recordIds.get(each) ?? '')
  await appendEvents(
    trx,
    actor,
    ids.map((id) => ({ type: 'record.created', subject: id, data: { ids: [id] } })),
  )
  return ids
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
  return { place, arrival: arrivalOf(stock, { grams }, { drying: undefined }) }
}

async function storeWave(
  trx: Transaction,
  actor: Actor,
  wave: Existing[],
): Promise<{ entered: string[]; late: Late[] }> {
  const joined = await joinInPlaces(trx, actor, wave.map(arrivingOf))
  const inOrder = joined.flatMap((into, index) => {
    const each = wave[index]
    return each ? [{ ...each, into }] : []
  })
  const ids = await insertChanges(
    trx,
    actor,
    inOrder.map(({ stock, grams, into }) => changeOf(stock, grams, into)),
  )
  const facts = inOrder.map(({ stock, grams, into }, index) =>
    factOf({
      id: ids[index] ?? 0,
      effectiveAt: stock.effectiveAt,
      source: null,
      destinationRecordId: into.recordId,
      senderId: stock.owner.id,
      receiverId: null,
      grams,
      sold: false,
      adjustment: null,
      emptiedReasonId: null,
      drying: undefined,
    }),
  )
  const { late } = await post(trx, { withdraw: [], facts }, actor.now)
  return { entered: joined.map(({ recordId }) => recordId), late }
}
