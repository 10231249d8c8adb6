import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import {
  dateFault,
  fault,
  isFault,
  notFound,
  Refusal,
  refuseFaults,
  type Fault,
} from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { momentOf, parseInstantEnd } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { chooseBay, findPlacesWithBays } from '../records/find-places.ts'
import { lockBays } from '../stock/lock-bays.ts'
import { findReservedStock } from '../stock/reservations.ts'
import type { ReservedStock } from '../stock/reserved-rules.ts'
import { getStoredRecords } from '../stock/stored-records.ts'
import { holdTrades, type StoredTrade } from '../trades/lock-trade.ts'
import { takesLoads } from '../trades/rules.ts'
import type { ReserveStockBody } from './schema.ts'

/** The bay, or in it the parcel, that is to be reserved. */
interface ReservedPlace {
  bayId: number
  recordId: string | null
}

/**
 * Keeps a bay or a parcel for a sale, whole or in part, until a day (rules.md §19). Answers the reservation's id. The contract stays as it is and the bay is
 * locked until the transaction ends.
 *
 * @throws Refusal every fault at once; `not_found`; `not_stock` for a planting or stock that lies nowhere
 */
export async function reserveStock(trx: Transaction, actor: Actor, body: ReserveStockBody): Promise<string> {
  const beginsAt = momentOf(body.fromISO, actor)
  const endsAt = body.untilISO == null ? null : parseInstantEnd(body.untilISO, actor.timeZone)
  const place = await findPlace(trx, actor, body)
  const trade = (await holdTrades(trx, actor, [body.tradeId.trim()])).get(body.tradeId.trim())
  const grams = body.weight == null ? null : gramsFromKilograms(body.weight)
  const faults = [
    ...(isFault(place) ? [place] : []),
    ...tradeFaults(body.tradeId, trade),
    ...(beginsAt ? [] : [dateFault('fromISO')]),
    ...(endsAt === undefined ? [dateFault('untilISO')] : []),
    ...(beginsAt && endsAt && endsAt <= beginsAt
      ? [fault('untilISO', message('reservationEndsBeforeItBegins', {}), 'minimum')]
      : []),
  ]
  if (!isFault(place) && trade) {
    await lockBays(trx, { bayIds: [place.bayId] })
    const there = await findReservedStock(trx, actor, [place.bayId])
    faults.push(...weightFaults(there, place, trade, grams))
  }
  refuseFaults(faults)
  if (isFault(place) || !trade || !beginsAt || endsAt === undefined)
    throw new Error('unreachable: the faults were refused')
  const id = newId()
  await trx
    .insertInto('reservations')
    .values({
      organisation_id: actor.organisationId,
      id,
      trade_id: trade.id,
      bay_id: place.bayId,
      record_id: place.recordId,
      weight_grams: grams,
      begins_at: beginsAt,
      ends_at: endsAt,
      note: body.note ?? '',
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, {
    type: 'reservation.made',
    subject: id,
    data: { ids: [id], tradeId: trade.id, substorageId: place.bayId, recordId: place.recordId ?? '' },
  })
  return id
}

function tradeFaults(id: string, trade: StoredTrade | undefined): Fault[] {
  if (!trade) return [fault('tradeId', message('isNoTrade', { id }), 'unknown')]
  const { kind, status, name } = trade
  return [
    ...(kind === 'sale'
      ? []
      : [fault('tradeId', message('reservedForNoSale', { trade: name }), 'direction')]),
    ...(takesLoads(status)
      ? []
      : [fault('tradeId', message('tradeTakesNoLoads', { trade: name, status }), 'not_running')]),
  ]
}

/** A contract has one reservation of a bay, and no more is reserved than lies there. */
function weightFaults(
  { reservations, parcels }: ReservedStock,
  { bayId, recordId }: ReservedPlace,
  trade: StoredTrade,
  grams: number | null,
): Fault[] {
  const path = recordId === null ? 'storageId' : 'recordId'
  const isSame = (other: string | null) => recordId === null || other === null || other === recordId
  const others = reservations.filter((each) => each.bayId === bayId && isSame(each.recordId))
  if (others.some(({ tradeId }) => tradeId === trade.id))
    return [fault(path, message('isReservedAlready', { trade: trade.name }), 'duplicate')]
  const lying = parcels
    .filter((parcel) => recordId === null || parcel.recordId === recordId)
    .reduce((sum, parcel) => sum + parcel.grams, 0)
  const kept = others.reduce(
    (sum, each) => sum + (each.grams === null ? lying : Math.max(each.grams - each.usedGrams, 0)),
    0,
  )
  const free = Math.max(lying - kept, 0)
  if (grams === null ? kept === 0 : grams <= free) return []
  const said = message('isMoreThanUnreserved', { weight: kilogramsFromGrams(free) })
  return [fault('weight', said, 'maximum')]
}

async function findPlace(
  trx: Transaction,
  actor: Actor,
  { recordId, storageId: store, substorageId }: ReserveStockBody,
): Promise<ReservedPlace | Fault> {
  const storageId = store?.trim() ?? ''
  const isParcel = Boolean(recordId)
  if (isParcel === Boolean(storageId || substorageId) || (!isParcel && !storageId)) {
    const path = isParcel ? 'recordId' : 'storageId'
    return fault(path, message('reservationIsOfBayOrParcel', {}), isParcel ? 'contradiction' : 'required')
  }
  if (recordId) return findParcel(trx, actor, recordId)
  const place = (await findPlacesWithBays(trx, actor, [storageId])).get(storageId)
  if (!place) throw notFound('storage location', storageId, { within: 'yours' })
  const bay = chooseBay(place, substorageId || undefined, '')
  return isFault(bay) ? bay : { bayId: bay.id, recordId: null }
}

async function findParcel(trx: Transaction, actor: Actor, id: string): Promise<ReservedPlace> {
  const [record] = await getStoredRecords(trx, actor, [id])
  if (!record) throw notFound('record', id)
  const { bay_id: bayId, keeper_id: keeperId, source, name } = record
  if (source === 'planting' || bayId === null || keeperId !== actor.organisationId)
    throw new Refusal('not_stock', message('liesInNoBayToReserve', { name }), { details: { recordId: id } })
  return { bayId, recordId: id }
}
