import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { ExpiryOfLoad } from '../../http/validate/schema.ts'
import { formatDate } from '../../kernel/time.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { findHauliers } from '../orders/find-hauliers.ts'
import { daysAfter, expiriesOn, matters, SOON_DAYS } from '../partners/assurance-rules.ts'
import { findExpiringPartners, type ExpiringPartner } from '../partners/expiring.ts'
import type { Load } from './load.ts'

/** As much of a load as says who has a part in it. */
export interface CarriedLoad {
  effectiveAt: Date
  partnerId: string | null
  vehicle: string | null
  orderId: string | null
}

/** Partners of whom something has ended, or ends within 30 days of the last of some moments. */
export function findExpiringAt(trx: Transaction, actor: Actor, moments: Date[]): Promise<ExpiringPartner[]> {
  const last = new Date(Math.max(actor.now.getTime(), ...moments.map((at) => at.getTime())))
  return findExpiringPartners(trx, actor, daysAfter(formatDate(last, actor.timeZone), SOON_DAYS))
}

/**
 * Notes with new loads what has ended on their day, or ends soon, of those who send, get or carry them. Nothing is refused for it. What ended since a day long
 * ago held on that day, and is not said.
 *
 * @param expiring partners of whom anything may have to be said; where there is none nothing is read
 */
export async function noteExpiries(
  trx: Transaction,
  actor: Actor,
  loads: Load[],
  expiring: ExpiringPartner[],
): Promise<void> {
  if (expiring.length === 0) return
  const carried = loads.flatMap((load) => {
    const { says, stock } = load
    if (!('row' in says)) return []
    const { vehicle_registration: vehicle = null, order_id: orderId = null } = says.row
    const { effectiveAt, senderId, receiverId } = stock
    return [{ load, effectiveAt, partnerId: senderId ?? receiverId, vehicle, orderId }]
  })
  const found = await expiriesOf(trx, actor, carried, expiring)
  for (const [index, { load }] of carried.entries()) load.expiries = found[index] ?? []
}

/** Finds the endings to be told of those who have a part in loads, in the order of the loads. */
export async function expiriesOf(
  trx: Transaction,
  actor: Actor,
  loads: CarriedLoad[],
  expiring: ExpiringPartner[],
): Promise<ExpiryOfLoad[][]> {
  if (expiring.length === 0 || loads.length === 0) return []
  const hauliers = await findHauliers(trx, actor, loads)
  const today = formatDate(actor.now, actor.timeZone)
  return loads.map(({ effectiveAt, partnerId }, index) => {
    const day = formatDate(effectiveAt, actor.timeZone)
    const haulierId = hauliers[index]?.partnerId ?? null
    return expiring.flatMap(({ id, name, ...assured }) => {
      const part = { isPartner: id === partnerId, isHaulier: id === haulierId }
      return expiriesOn(assured, day)
        .filter((each) => matters(each, part) && (each.isExpired || each.untilISO >= today))
        .map(({ scheme, untilISO, isExpired }) => {
          const said = { partnerName: name, isHaulier: part.isHaulier, scheme, untilISO, isExpired }
          return { partnerId: id, ...said, message: render(messageOfExpiry(said), actor) }
        })
    })
  })
}

/** The sentence of an ending in an answer. */
export function messageOfExpiry({
  partnerName: partner,
  untilISO: until,
  isHaulier,
  scheme,
  isExpired,
}: Omit<ExpiryOfLoad, 'partnerId' | 'message'>): Message {
  return message('assuranceExpires', { partner, isHaulier, scheme, until, isExpired })
}

/** Each once, of the parts of one lorry. */
export function distinctExpiries(expiries: ExpiryOfLoad[]): ExpiryOfLoad[] {
  return [...new Map(expiries.map((each) => [each.message, each])).values()]
}
