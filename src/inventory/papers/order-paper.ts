import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper } from '../../http/pdf/sheet.ts'
import { noonOf } from '../../kernel/time.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import type { Language } from '../../words/languages.ts'
import { penOf } from './layout/drawn.ts'
import { orderSheet } from './layout/order.ts'
import { getLetterhead } from './letterhead.ts'
import { issuerOf } from './load-facts.ts'
import type { OrderFacts } from './order-facts.ts'
import { fileName, unissued } from './print.ts'
import { getOrder } from '../orders/queries.ts'
import type { Order } from '../orders/schema.ts'

/**
 * An order as a paper, which is not kept.
 *
 * @throws Refusal `not_found`
 */
export async function orderPaper(
  db: Kysely<Tables>,
  actor: Actor,
  { id, language, publicUrl }: { id: string; language: Language; publicUrl: PublicUrl },
): Promise<Paper> {
  const facts = factsOf(actor, await getOrder(db, actor, publicUrl, id))
  const pen = penOf(language, facts.issuer, await getLetterhead(db, actor), unissued(actor))
  return {
    fileName: fileName([pen.words.order, facts.number || facts.partner]),
    print: () => drawPdf(orderSheet(pen, facts)),
  }
}

function factsOf(actor: Actor, order: Order): OrderFacts {
  const { place, usage, commodity, type } = order
  const noon = (day: string | null) => (day === null ? '' : noonOf(day, actor.timeZone))
  return {
    issuer: issuerOf(actor),
    number: order.reference,
    partnerReference: order.partnerReference,
    contract: order.trade?.name ?? '',
    kind: order.kind,
    partner: order.partner.name,
    commodityId: commodity.id,
    commodity: commodity.name,
    type: type.name,
    weight: order.weight,
    loads: order.loads,
    left: usage.left,
    leftLoads: usage.leftLoads,
    from: noon(order.fromISO),
    to: noon(order.toISO),
    haulier: order.haulier,
    vehicles: order.vehicles,
    store: place.storageName,
    bays: place.bays.map(({ name }) => name),
    address: place.address,
    openingHours: place.openingHours,
    instructions: order.instructions,
    driverLink: order.driverLink ?? '',
  }
}
