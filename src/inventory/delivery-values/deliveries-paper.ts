import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper } from '../../http/pdf/sheet.ts'
import { noonOf } from '../../kernel/time.ts'
import type { Language } from '../../words/languages.ts'
import type { DeliveryFacts } from '../papers/delivery-facts.ts'
import { deliveriesSheet } from '../papers/layout/deliveries.ts'
import { penOf } from '../papers/layout/drawn.ts'
import { getLetterhead } from '../papers/letterhead.ts'
import { issuerOf } from '../papers/load-facts.ts'
import { fileName, unissued } from '../papers/print.ts'
import { getDeliveryValue } from './delivery-value.ts'
import type { DeliveryValue, DeliveryDays } from './schema.ts'

/**
 * The value of deliveries under a contract as a paper, which is not kept.
 *
 * @throws Refusal `not_found`; `invalid_input`
 */
export async function deliveriesPaper(
  db: Kysely<Tables>,
  actor: Actor,
  { tradeId, query, language }: { tradeId: string; query: DeliveryDays; language: Language },
): Promise<Paper> {
  const facts = factsOf(actor, await getDeliveryValue(db, actor, tradeId, query))
  const pen = penOf(language, facts.issuer, await getLetterhead(db, actor), unissued(actor))
  return {
    fileName: fileName([pen.words.deliveries, facts.contract]),
    print: () => drawPdf(deliveriesSheet(pen, facts)),
  }
}

function factsOf(actor: Actor, value: DeliveryValue): DeliveryFacts {
  const { lines, commodity, fromISO, toISO } = value
  const noon = (day: string | null | undefined) => (day ? noonOf(day, actor.timeZone) : '')
  return {
    issuer: issuerOf(actor),
    contract: value.name,
    partner: value.partner.name,
    partnerReference: value.partnerReference,
    commodityId: commodity.id,
    commodity: commodity.name,
    kind: value.kind,
    from: noon(fromISO ?? lines[0]?.day),
    at: noon(toISO ?? lines.at(-1)?.day),
    price: value.price,
    weight: value.weight,
    totals: value.totals,
    lines: lines.map((line) => ({ ...line, day: noon(line.day) })),
  }
}
